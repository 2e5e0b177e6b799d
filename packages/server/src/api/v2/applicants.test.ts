import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { anId, notFound, outcome, timeOf, unknownId, validationError } from '../v3/testing/story.ts';
import { created, earlierVersions } from './testing/story.ts';

const service = useService();

const names = { first_name: 'Anna', last_name: 'Berg' };
const noAddress = {
  flat_number: null,
  building_number: null,
  building_name: null,
  street: null,
  sub_street: null,
  town: null,
  state: null,
  postcode: null,
  country: null,
};
const lines = { line1: null, line2: null, line3: null };
const dates = { start_date: null, end_date: null };

/** Anna in a version, without optional fields. */
const bare = {
  v1: (id: string) => ({
    id,
    created_at: timeOf(service),
    href: `/v1/applicants/${id}`,
    title: null,
    first_name: 'Anna',
    middle_name: null,
    last_name: 'Berg',
    email: null,
    gender: null,
    dob: null,
    telephone: null,
    mobile: null,
    country: 'GBR',
    id_numbers: [],
    addresses: [],
  }),
  v2: (id: string) => ({
    id,
    created_at: timeOf(service),
    sandbox: true,
    title: null,
    first_name: 'Anna',
    middle_name: null,
    last_name: 'Berg',
    email: null,
    gender: null,
    dob: null,
    telephone: null,
    mobile: null,
    nationality: null,
    country: 'GBR',
    href: `/v2/applicants/${id}`,
    mothers_maiden_name: null,
    country_of_birth: null,
    town_of_birth: null,
    previous_last_name: null,
    id_numbers: [],
    addresses: [],
    delete_at: null,
  }),
};

describe.each(earlierVersions)('%s', (version) => {
  const root = `/${version}/applicants`;
  const create = async (body: object, token = service.sandboxToken) =>
    created(await service.post(root, { ...names, ...body }, { token }));

  test('shows every key in its order, null or empty until it is set', async () => {
    const { status, body, headers } = await service.post(`${root}/`, names);
    expect([status, headers['content-type']]).toEqual([201, 'application/json; charset=utf-8']);
    const expected = bare[version](body.id);
    expect(body).toEqual({ ...expected, id: anId });
    expect(Object.keys(body)).toEqual(Object.keys(expected));
    const read = await service.get(`${root}/${body.id}/?`);
    expect([read.status, read.bytes.toString()]).toEqual([200, JSON.stringify(expected)]);
  });

  test('names an invalid postcode of the United Kingdom', async () => {
    const address = { street: 'High Street', town: 'London', country: 'gbr', postcode: 'SW4' };
    const { status, body } = await service.post(root, { ...names, addresses: [address] });
    const text = 'invalid postcode';
    const fields =
      version === 'v1'
        ? { addresses: { messages: [{ postcode: { messages: [text] } }] } }
        : { addresses: [{ postcode: [text] }] };
    expect([status, body.error.type, body.error.fields]).toEqual([422, 'validation_error', fields]);
    const v3 = await service.post('/v3.6/applicants', { ...names, address: { ...address, country: 'GBR' } });
    expect(v3.body.error.fields).toEqual({ address: [{ postcode: ['is invalid'] }] });
  });

  test('takes a form with brackets, where a repeated first key begins another entry', async () => {
    const raw = [
      'first_name=Anna&last_name=Berg&gender=Female&country=fra&dob=1990-02-03&telephone=&email=',
      'addresses[][street]=Rue+de+l%27Exemple&addresses[][town]=Paris&addresses[][postcode]=75011',
      'addresses[][country]=fra&addresses[][start_date]=2020-01-01&addresses[][end_date]=',
      'addresses[][street]=Sample+Street&addresses[][town]=Leeds&addresses[][postcode]=LS1+1AA',
      'addresses[][country]=GBR&addresses[][end_date]=2019-12-31&id_numbers[][type]=ssn&id_numbers[][value]=3937',
      'id_numbers[][type]=driving_license&id_numbers[][value]=X1&id_numbers[][state_code]=CA',
    ].join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await service.call('POST', root, { raw, headers });
    expect(status).toBe(201);
    const shown = version === 'v2' ? { ...noAddress, ...lines, ...dates } : { ...noAddress, ...dates };
    expect(body).toEqual({
      ...bare[version](body.id),
      gender: 'female',
      country: 'FRA',
      dob: '1990-02-03',
      addresses: [
        {
          ...shown,
          street: "Rue de l'Exemple",
          town: 'Paris',
          postcode: '75011',
          country: 'FRA',
          start_date: '2020-01-01',
        },
        {
          ...shown,
          street: 'Sample Street',
          town: 'Leeds',
          postcode: 'LS1 1AA',
          country: 'GBR',
          end_date: '2019-12-31',
        },
      ],
      id_numbers: [
        { type: 'ssn', value: '3937' },
        { type: 'driving_license', value: 'X1', state_code: 'CA' },
      ],
    });
  });

  test.each(['addresses[]=&id_numbers[]=', 'addresses=&id_numbers=', 'addresses[]&id_numbers[]'])(
    'takes %s of a form for empty lists',
    async (lists) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const raw = `first_name=Anna&last_name=Berg&${lists}`;
      expect(created(await service.call('POST', root, { raw, headers }))).toMatchObject({
        addresses: [],
        id_numbers: [],
      });
    },
  );

  test.each(['driving_license', 'driving_licence'])('gives back the spelling %s', async (type) => {
    const { id_numbers } = await create({ id_numbers: [{ type, value: 'X1' }] });
    expect(id_numbers).toEqual([{ type, value: 'X1' }]);
  });

  test('lists newest first, by pages, with links and a count', async () => {
    const { sandboxToken: token } = await service.makeAccount(`Pages of ${version}`);
    const made: { id: string }[] = [];
    for (let i = 0; i < 3; i += 1) {
      service.clock.advance(1000);
      made.unshift(await create({}, token));
    }
    const { body, headers } = await service.get(`${root}?page=2&per_page=2`, { token });
    expect(body).toEqual({ applicants: [made[2]] });
    expect(headers['x-total-count']).toBe('3');
    const at = `${service.baseUrl}${root}`;
    expect(headers.link).toBe(
      `<${at}?page=1&per_page=2>; rel="first", <${at}?page=1&per_page=2>; rel="prev", <${at}?page=2&per_page=2>; rel="last"`,
    );
    expect((await service.get(`${root}/`, { token })).body).toEqual({ applicants: made });
  });

  test('is unknown to the other account and in the other environment', async () => {
    const { id } = await create({});
    for (const token of [service.other.sandboxToken, service.other.liveToken, service.liveToken]) {
      const { status, body } = await service.get(`${root}/${id}`, { token });
      expect([status, body.error.type]).toEqual([404, 'resource_not_found']);
    }
  });

  test('takes live applicants too', async () => {
    const live = await create({}, service.liveToken);
    if (version === 'v2') expect(live.sandbox).toBe(false);
    expect((await service.get(`${root}/${live.id}`, { token: service.liveToken })).body).toEqual(live);
  });
});

test('v1 wants street and town of an address, v2 knows its lines', async () => {
  const address = { postcode: 'LS1 1AA', country: 'GBR', line1: 'First line' };
  const { status, body } = await service.post('/v1/applicants', { ...names, addresses: [address] });
  const blank = { messages: ["can't be blank"] };
  expect([status, body.error.fields]).toEqual([422, { addresses: { messages: [{ street: blank, town: blank }] } }]);
  const { addresses } = created(await service.post('/v2/applicants', { ...names, addresses: [address] }));
  expect(addresses).toEqual([{ ...noAddress, ...lines, ...dates, ...address }]);
});

describe('v2', () => {
  const person = {
    ...names,
    title: 'Dr',
    middle_name: 'Eva',
    telephone: '020 7946 0000',
    mobile: '07700 900123',
    email: 'a@example.com',
    gender: 'Male',
    dob: '1990-02-03',
    country: 'swe',
    nationality: 'nor',
    country_of_birth: 'fin',
    town_of_birth: 'Turku',
    mothers_maiden_name: 'Ek',
    previous_last_name: 'Lind',
    addresses: [{ postcode: '95814', country: 'usa', state: 'CA', start_date: '2020-01-01' }],
    id_numbers: [{ type: 'passport', value: 'SPECI2014' }],
  };

  test('changes what is sent and leaves the rest; lists are replaced', async () => {
    const { title: _, ...sent } = person;
    const anna = created(await service.post('/v2/applicants', { ...sent, title: 'Mrs' }));
    const put = async (body: object) => (await service.put(`/v2/applicants/${anna.id}`, body)).body;
    expect(anna).toMatchObject({ gender: 'male', country: 'SWE', nationality: 'NOR', country_of_birth: 'FIN' });
    expect(await put({})).toEqual(anna);
    const leeds = { ...noAddress, ...lines, ...dates, postcode: 'LS1 1AA', country: 'GBR' };
    const changed = { ...anna, last_name: 'Ek', addresses: [leeds], id_numbers: [], mobile: null };
    const change = {
      last_name: 'Ek',
      addresses: [{ postcode: 'LS1 1AA', country: 'GBR' }],
      id_numbers: [],
      mobile: '',
    };
    expect(await put(change)).toEqual(changed);
    expect((await service.get(`/v2/applicants/${anna.id}`)).body).toEqual(changed);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const cleared = await service.call('PUT', `/v2/applicants/${anna.id}`, { raw: 'addresses[]=', headers });
    expect(cleared.body).toEqual({ ...changed, addresses: [] });
    expect(await put(change)).toEqual(changed);
    // A name can't be unset, and what is wrong changes nothing.
    const { status, body } = await service.put(`/v2/applicants/${anna.id}`, { first_name: '', last_name: 'Lind' });
    expect([status, body.error.fields]).toEqual([422, { first_name: ["can't be blank"] }]);
    expect((await service.get(`/v2/applicants/${anna.id}`)).body).toEqual(changed);
  });

  test('names every wrong field at once, in nested lists', async () => {
    const { title, ...rest } = person;
    const wrong = {
      ...rest,
      title,
      first_name: 'A;B',
      email: 'nobody',
      addresses: [{ country: 'USA', postcode: '1' }],
    };
    expect(outcome(await service.post('/v2/applicants', wrong))).toEqual(
      validationError({
        title: ['is not included in the list'],
        first_name: ['must not contain any of ^ ! # $ % * = < > ; { } "'],
        email: ['is invalid'],
        addresses: [{ state: ["can't be blank"] }],
      }),
    );
  });

  test('is deleted for twenty days, listed on request, and restored', async () => {
    const { sandboxToken: token } = await service.makeAccount('Deletions');
    const call = { token };
    const anna = created(await service.post('/v2/applicants', names, call));
    const path = `/v2/applicants/${anna.id}`;
    expect(outcome(await service.post(`${path}/restore`, undefined, call))).toEqual(
      validationError(`Applicant ${anna.id} is not scheduled for deletion`),
    );
    const deleted = await service.del(path, call);
    expect([deleted.status, deleted.bytes.length]).toEqual([204, 0]);
    expect((await service.get('/v2/applicants', call)).body).toEqual({ applicants: [] });
    const delete_at = new Date(service.clock.now() + 20 * DAY_MS).toISOString().replace('.000Z', 'Z');
    const listed = await service.get('/v2/applicants?include_deleted=true', call);
    expect(listed.body).toEqual({ applicants: [{ ...anna, delete_at }] });
    expect((await service.get('/v1/applicants?include_deleted=true', call)).body).toEqual({ applicants: [] });
    for (const answer of [await service.get(path, call), await service.put(path, {}, call)]) {
      expect(answer.status).toBe(410);
    }
    const restored = await service.post(`${path}/restore`, undefined, call);
    expect([restored.status, restored.bytes.length]).toEqual([204, 0]);
    expect((await service.get(path, call)).body).toEqual(anna);
  });

  test('an unknown one is not found', async () => {
    const path = `/v2/applicants/${unknownId}`;
    for (const answer of [
      await service.get(path),
      await service.put(path, {}),
      await service.del(path),
      await service.post(`${path}/restore`),
    ]) {
      expect(outcome(answer)).toEqual(notFound('Applicant', unknownId));
    }
  });
});
