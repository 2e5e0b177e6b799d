import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();

const names = { first_name: 'Anna', last_name: 'Berg' };
const since36 = { phone_number: null, location: null };
const noParts = {
  flat_number: null,
  building_number: null,
  building_name: null,
  street: null,
  sub_street: null,
  town: null,
  state: null,
  postcode: null,
  country: null,
  line1: null,
  line2: null,
  line3: null,
};

async function create(version: string, body: object = names) {
  const answer = await service.post(`/${version}/applicants`, body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body;
}

describe.each([
  { version: 'v3.2', more: {} },
  { version: 'v3.6', more: since36 },
])('$version', ({ version, more }) => {
  const href = (id: string) => `/${version}/applicants/${id}`;

  it('creates an applicant of two names, with null for all other fields', async () => {
    const { status, headers, body } = await service.post(`/${version}/applicants/`, names);
    expect(status).toBe(201);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      created_at: '2026-01-15T09:30:00Z',
      sandbox: true,
      ...names,
      email: null,
      dob: null,
      delete_at: null,
      href: href(body.id),
      address: null,
      id_numbers: [],
      ...more,
    });
    expect(Object.keys(body)).toEqual([
      'id',
      'created_at',
      'sandbox',
      'first_name',
      'last_name',
      'email',
      'dob',
      'delete_at',
      'href',
      'address',
      'id_numbers',
      ...Object.keys(more),
    ]);
  });

  it('keeps every field, byte for byte, with all keys of an address and null state codes', async () => {
    const sent = {
      first_name: '  Åsa-Märta  ',
      last_name: "O'Neil 李 😀",
      email: 'anna.berg@example.com',
      dob: '1990-01-31',
      address: { building_number: '100', street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
      id_numbers: [
        { type: 'ssn', value: '433-54-3937' },
        { type: 'driving_licence', value: 'B1234567', state_code: 'CA' },
      ],
    };
    const body = await create(version, sent);
    const expected = {
      id: body.id,
      created_at: '2026-01-15T09:30:00Z',
      sandbox: true,
      ...sent,
      delete_at: null,
      href: href(body.id),
      address: { ...noParts, ...sent.address },
      id_numbers: [{ ...sent.id_numbers[0], state_code: null }, sent.id_numbers[1]],
      ...more,
    };
    expect(body).toEqual(expected);
    expect(Object.keys(body.address)).toEqual(Object.keys(noParts));
    for (const path of [href(body.id), `${href(body.id)}/`]) {
      const read = await service.get(path);
      expect([read.status, read.body]).toEqual([200, expected]);
    }
  });

  it('says in live that it is live', async () => {
    const { body } = await service.post(`/${version}/applicants`, names, { token: service.liveToken });
    expect(body.sandbox).toBe(false);
  });

  it('ignores fields that it does not know, whatever they hold', async () => {
    const unknown = {
      title: 'Dr',
      middle_name: 5,
      id: 'mine',
      sandbox: false,
      delete_at: 'x',
      href: [],
      created_at: {},
    };
    const body = await create(version, { ...names, ...unknown });
    expect(body).toEqual({ ...(await create(version)), id: body.id, href: href(body.id) });
  });

  it('takes null for every optional field', async () => {
    const nothing = { email: null, dob: null, address: null, id_numbers: null, phone_number: null, location: null };
    const body = await create(version, { ...names, ...nothing, consents: null });
    expect([body.email, body.dob, body.address, body.id_numbers]).toEqual([null, null, null, []]);
  });

  it('takes an address in lines, and parts that are empty or null', async () => {
    const address = { line1: '1 Rue X', line2: '', line3: null, postcode: '75001', country: 'FRA' };
    expect((await create(version, { ...names, address })).address).toEqual({ ...noParts, ...address });
  });

  it('changes only what is sent', async () => {
    const before = await create(version, { ...names, email: 'a@example.com', dob: '1990-01-31' });
    const changes: [body: object, change: object][] = [
      [{}, {}],
      [{ last_name: 'Ek' }, { last_name: 'Ek' }],
      [{ email: null }, { last_name: 'Ek', email: null }],
      [
        { dob: null, first_name: 'Bo' },
        { last_name: 'Ek', email: null, dob: null, first_name: 'Bo' },
      ],
    ];
    for (const [body, change] of changes) {
      const put = await service.put(href(before.id), body);
      expect([put.status, put.body]).toEqual([200, { ...before, ...change }]);
      expect((await service.get(href(before.id))).body).toEqual({ ...before, ...change });
    }
  });

  it('replaces a whole address and all ID numbers, and unsets them', async () => {
    const first = { street: 'Main Street', postcode: 'SW4 6EH', country: 'GBR' };
    const numbers = [
      { type: 'ssn', value: '3937' },
      { type: 'tax_id', value: '12' },
    ];
    const { id } = await create(version, { ...names, address: first, id_numbers: numbers });
    const second = { town: 'Paris', postcode: '75001', country: 'FRA' };
    const put = (body: object) => service.put(href(id), body).then((answer) => answer.body);
    expect((await put({ address: second })).address).toEqual({ ...noParts, ...second });
    expect((await put({ id_numbers: [{ type: 'identity_card', value: '9' }] })).id_numbers).toEqual([
      { type: 'identity_card', value: '9', state_code: null },
    ]);
    expect((await put({})).address).toEqual({ ...noParts, ...second });
    const bare = await put({ address: null, id_numbers: null });
    expect([bare.address, bare.id_numbers]).toEqual([null, []]);
    expect((await put({ id_numbers: [] })).id_numbers).toEqual([]);
  });

  it('loses none of many changes at once', async () => {
    const { id, ...before } = await create(version);
    const changes = {
      first_name: 'Bo',
      last_name: 'Ek',
      email: 'bo@example.com',
      dob: '1990-01-31',
      id_numbers: [{ type: 'ssn', value: '3937', state_code: null }],
      address: { ...noParts, postcode: '75001', country: 'FRA' },
    };
    const answers = await Promise.all(
      Object.entries(changes).map(([field, value]) => service.put(href(id), { [field]: value })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await service.get(href(id))).body).toEqual({ ...before, id, ...changes });
  });

  it('changes nothing that is deleted at the same time', async () => {
    const { id } = await create(version);
    const [put, deleted] = await Promise.all([service.put(href(id), { first_name: 'Bo' }), service.del(href(id))]);
    expect([200, 410]).toContain(put.status);
    expect(deleted.status).toBe(204);
    expect((await service.get(href(id))).status).toBe(410);
  });

  it('changes nothing when one field is wrong', async () => {
    const before = await create(version);
    const put = await service.put(href(before.id), { first_name: 'Bo', dob: 'never' });
    expect([put.status, put.body.error.fields]).toEqual([422, { dob: ['is invalid'] }]);
    expect((await service.get(href(before.id))).body).toEqual(before);
  });

  it('answers 404 with the id as it was sent, UUID or not', async () => {
    const ids = ['00000000-0000-4000-8000-000000000000', 'nobody', 'ABC', '1%20OR%201', '..%2f..', '%01', 'a%0Ab'];
    for (const id of ids) {
      const found = {
        error: {
          type: 'resource_not_found',
          message: `Could not find the following resource: Applicant with id=${decodeURIComponent(id)}`,
        },
      };
      for (const answer of [
        await service.get(`/${version}/applicants/${id}`),
        await service.put(`/${version}/applicants/${id}`, { first_name: 'Bo' }),
        await service.put(`/${version}/applicants/${id}`, { dob: '1990-01-31' }),
        await service.del(`/${version}/applicants/${id}`),
        await service.post(`/${version}/applicants/${id}/restore`),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, found]);
      }
    }
  });
});

it('finds an id of another case nowhere', async () => {
  const { id } = await create('v3.6');
  expect((await service.get(`/v3.6/applicants/${id.toUpperCase()}`)).status).toBe(404);
});

it('gives v3.6 a phone number and a location, which v3.2 neither shows, takes nor loses', async () => {
  const more = { phone_number: '+44 7911 123456', location: { ip_address: '203.0.113.7' } };
  const body = await create('v3.6', { ...names, ...more });
  const location = { ip_address: '203.0.113.7', country_of_residence: null };
  expect([body.phone_number, body.location]).toEqual([more.phone_number, location]);

  const { phone_number, location: _, ...shared } = body;
  const old = await service.get(`/v3.2/applicants/${body.id}`);
  expect(old.body).toEqual({ ...shared, href: `/v3.2/applicants/${body.id}` });

  const foreign = { phone_number: 5, location: 'Mars', consents: [1] };
  expect((await service.put(`/v3.2/applicants/${body.id}`, { ...foreign, last_name: 'Ek' })).status).toBe(200);
  expect((await service.get(`/v3.6/applicants/${body.id}`)).body).toEqual({ ...body, last_name: 'Ek', phone_number });

  const { id } = (await service.post('/v3.2/applicants', { ...names, ...foreign })).body;
  const unset = (await service.get(`/v3.6/applicants/${id}`)).body;
  expect([unset.phone_number, unset.location]).toEqual([null, null]);
});

it('replaces and unsets the location and the phone number', async () => {
  const { id } = await create('v3.6', { ...names, location: { ip_address: '::1', country_of_residence: 'FRA' } });
  const put = (body: object) => service.put(`/v3.6/applicants/${id}`, body).then((answer) => answer.body);
  expect((await put({ location: { country_of_residence: 'DEU' } })).location).toEqual({
    ip_address: null,
    country_of_residence: 'DEU',
  });
  expect((await put({ location: {} })).location).toEqual({ ip_address: null, country_of_residence: null });
  expect((await put({ location: null, phone_number: '447911123456' })).phone_number).toBe('447911123456');
  expect((await put({ phone_number: null })).phone_number).toBe(null);
  expect((await put({})).location).toBe(null);
});
