import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../api/dashboard/testing/browser.ts';
import { type Call, useService } from '../testing/service.ts';
import { sampleWorkflow } from '../workflows/sample.ts';

const service = useService();

const tokenOf = (environment: 'sandbox' | 'live') =>
  environment === 'live' ? service.liveToken : service.sandboxToken;

/** Sends a file as the body. */
const csv = (raw: string | Buffer): Call => ({ headers: { 'content-type': 'text/csv' }, raw });

const sendTo = (path: string, text: string | Buffer, token: string = service.sandboxToken) =>
  service.call('POST', `/v3.6/applicant_imports${path}`, { ...csv(text), token });

interface Result {
  readonly row: number;
  readonly outcome: string;
  readonly applicant_id: string;
  readonly workflow_run_id: string | null;
  readonly link: string | null;
  readonly error: string | null;
}

/** Imports a whole file, page by page. */
async function imported(text: string, query = '', token?: string): Promise<Result[]> {
  const results: Result[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { status, body } = await sendTo(`?after=${after}${query}`, text, token);
    expect(status, JSON.stringify(body)).toBe(200);
    results.push(...body.results);
    after = body.next;
  }
  return results;
}

const countOf = async (token: string = service.sandboxToken) =>
  Number((await service.get('/v3.6/applicants?per_page=1', { token })).headers['x-total-count']);

const people = (n: number, mark: string) =>
  [
    'first_name,last_name,email',
    ...Array.from({ length: n }, (_, i) => `Ann,${mark}${'x'.repeat(i % 7)},a${i}@example.com`),
  ].join('\r\n');

describe('a file with faults', () => {
  test('names every fault by row and column, and creates nobody', async () => {
    const before = await countOf();
    const text = [
      'first_name;last_name;email;dob;address.country;address.postcode;consents.privacy_notices_read',
      'Anna;Berg;anna@example.com;1985-12-10;GBR;SW4 6EH;true',
      '',
      ';Berg;nowhere;10.12.1985;GBR;;yes',
      'Bo;"Ek, Bosse";;;XXX;1;false;more',
    ].join('\n');
    const { status, body } = await sendTo('/validate', text);
    expect([status, body.rows, body.fault_count]).toEqual([200, 0, body.faults.length]);
    expect(body.faults.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [4, 'consents.privacy_notices_read'],
      [4, 'first_name'],
      [4, 'email'],
      [4, 'address.postcode'],
      [4, 'dob'],
      [5, null],
      [5, 'address.country'],
    ]);
    expect(body.faults[5]).toEqual({ row: 5, column: null, message: 'has 8 cells for 7 columns' });
    // The messages are the API's.
    const byApi = await service.post('/v3.6/applicants', { last_name: 'Berg', email: 'nowhere', dob: '10.12.1985' });
    const { first_name, email, dob } = byApi.body.error.fields;
    const messages = [1, 2, 4].map((index) => body.faults[index].message);
    expect(messages).toEqual([first_name[0], email[0], dob[0]]);
    const refused = await sendTo('', text);
    expect(refused.body).toEqual({ ...body, results: [], next: null });
    expect(await countOf()).toBe(before);
  });

  test.each([
    ['an unknown column', 'first_name,last_name,age\nAnn,Ek,7', [1, 'age', 'is not the name of a column']],
    ['a column twice', 'first_name,last_name,Last_Name\nAnn,Ek,Ek', [1, 'last_name', 'occurs twice']],
    ['a column that is missing', 'first_name\nAnn', [1, 'last_name', 'is missing']],
  ])('%s', async (_, text, [row, column, message]) => {
    expect((await sendTo('/validate', text)).body.faults).toEqual([{ row, column, message }]);
  });

  test.each([
    ['no rows', 'first_name,last_name\n', 'has no rows below the names of the columns'],
    ['nothing', '', 'has no rows below the names of the columns'],
    [
      'an open quote',
      'first_name,last_name\n"Ann,Ek',
      'row 2: a quotation mark is not closed. The file may be truncated',
    ],
    [
      'a cut end',
      'first_name,last_name,email\nAnn,Ek,a@example.com\nBo,E',
      'row 3: the row is incomplete. The file may be truncated',
    ],
    ['a long row', `first_name,last_name\n"${'x'.repeat(20_000)}",Ek`, 'row 2: the row has more than 16384 characters'],
    [
      'another encoding',
      Buffer.from('first_name,last_name\nJos\xe9,Ek\n', 'latin1'),
      'is not UTF-8. Save it as "CSV UTF-8", or choose windows-1252 as its encoding',
    ],
    ['too many rows', `first_name,last_name\n${'A,B\n'.repeat(10_001)}`, 'has more than 10000 rows'],
  ])('is refused with %s', async (_, text, message) => {
    const { status, body } = await sendTo('/validate', text);
    expect([status, body.error?.fields]).toEqual([422, { file: [message] }]);
  });

  test('is refused as another body, and beyond 5 MB', async () => {
    expect((await service.post('/v3.6/applicant_imports', { first_name: 'Ann' })).status).toBe(415);
    expect((await sendTo('', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).status).toBe(413);
  });
});

describe('encodings and delimiters', () => {
  const row = 'first_name;last_name\r\nJosé;"Núñez, Öz"\r\n';
  test.each([
    ['UTF-8', Buffer.from(row), ''],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${row}`), ''],
    ['UTF-16', Buffer.from(`\uFEFF${row}`, 'utf16le'), ''],
    ['Windows-1252', Buffer.from(row, 'latin1'), '?encoding=windows-1252'],
    ['tabs', Buffer.from(row.replace('_name;', '_name\t').replace('José;', 'José\t')), ''],
    ['commas', Buffer.from(row.replace('_name;', '_name,').replace('José;', 'José,')), ''],
  ])('%s', async (_, file, query) => {
    const { body } = await sendTo(query, file);
    expect(body.results).toMatchObject([{ row: 2, outcome: 'created', error: null }]);
    const { body: made } = await service.get(`/v3.6/applicants/${body.results[0].applicant_id}`);
    expect([made.first_name, made.last_name]).toEqual(['José', 'Núñez, Öz']);
  });

  test('a text in quotes is read back unchanged', async () => {
    const letters = fc.constantFrom(...'abcÄé漢,;\'"'.split(''), ' and ');
    const building = fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => `A${all.join('')}z`);
    await fc.assert(
      fc.asyncProperty(fc.array(building, { minLength: 1, maxLength: 4 }), async (buildings) => {
        const cells = buildings.map((one) => `Ann,Ek,GBR,SW4 6EH,"${one.replaceAll('"', '""')}"`);
        const head = 'first_name,last_name,address.country,address.postcode,address.building_name';
        for (const { applicant_id, row } of await imported([head, ...cells].join('\n'))) {
          const { body } = await service.get(`/v3.6/applicants/${applicant_id}`);
          expect(body.address.building_name).toBe(buildings[row - 2]);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe.each(['sandbox', 'live'] as const)('in %s', (environment) => {
  const token = () => tokenOf(environment);

  test('every field of a row is a field of the applicant', async () => {
    const text = [
      'first_name,last_name,email,phone_number,dob,address.street,address.town,address.postcode,address.country,location.country_of_residence,id_numbers.type,id_numbers.value,consents.privacy_notices_read',
      `Anna,Berg${environment},anna@example.com,+44 7700 900001,1985-12-10,Sample Street,London,SW4 6EH,GBR,GBR,tax_id,123,TRUE`,
    ].join('\n');
    const [result] = await imported(text, '', token());
    const { body } = await service.get(`/v3.6/applicants/${result?.applicant_id}`, { token: token() });
    expect(body).toMatchObject({
      first_name: 'Anna',
      last_name: `Berg${environment}`,
      email: 'anna@example.com',
      phone_number: '+44 7700 900001',
      dob: '1985-12-10',
      address: { street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR', state: null },
      location: { country_of_residence: 'GBR' },
      id_numbers: [{ type: 'tax_id', value: '123', state_code: null }],
    });
    const consents = await service.get(`/v3.6/applicants/${result?.applicant_id}/consents`, { token: token() });
    expect(consents.body).toMatchObject([{ name: 'privacy_notices_read', granted: true }]);
  });

  test('the same file again, or its pages at the same time, create nobody twice', async () => {
    const before = await countOf(token());
    const text = people(520, `Twice${environment}`);
    // The first request of an import that was killed after it.
    const first = (await sendTo('?after=0', text, token())).body;
    expect([first.results.length, first.next]).toEqual([500, 501]);
    const [one, two] = await Promise.all([imported(text, '', token()), imported(text, '', token())]);
    expect(one.map(({ applicant_id }) => applicant_id)).toEqual(two.map(({ applicant_id }) => applicant_id));
    expect(new Set(one.map(({ applicant_id }) => applicant_id)).size).toBe(520);
    expect(one.slice(0, 500).every(({ outcome }) => outcome === 'existing')).toBe(true);
    expect(await countOf(token())).toBe(before + 520);
    // A deleted applicant stays deleted.
    const gone = one[3] as Result;
    expect((await service.call('DELETE', `/v3.6/applicants/${gone.applicant_id}`, { token: token() })).status).toBe(
      204,
    );
    const again = await imported(text, '', token());
    expect(again[3]).toEqual({ ...gone, outcome: 'deleted' });
    expect(await countOf(token())).toBe(before + 519);
  });

  test('starts a workflow and mails the link, once for each row', async () => {
    const query = `&workflow_id=${sampleWorkflow.id}&links=mail`;
    const text = people(3, `Mailed${environment}`);
    const noAddress = 'first_name,last_name,email\nAnn,Ek,\n';
    expect((await sendTo(`/validate?${query.slice(1)}`, noAddress, token())).body.faults).toEqual([
      { row: 2, column: 'email', message: "can't be blank" },
    ]);
    const [first, second] = [await imported(text, query, token()), await imported(text, query, token())];
    expect(second).toEqual(first.map((result) => ({ ...result, outcome: 'existing' })));
    await service.settle();
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get(`/operator/v1/mails?environment=${environment}`, { token: null, headers });
    for (const { applicant_id, workflow_run_id } of first) {
      const mails = body.mails.filter((mail: { applicant_id: string }) => mail.applicant_id === applicant_id);
      expect(mails).toMatchObject([{ kind: 'applicant_notice', state: 'kept' }]);
      const runs = (await service.get(`/v3.6/workflow_runs?applicant_id=${applicant_id}`, { token: token() })).body;
      expect(runs).toMatchObject([{ id: workflow_run_id, status: 'awaiting_input' }]);
    }
    // The links in the results are the links of the runs that were started.
    const listed = await imported(text, `&workflow_id=${sampleWorkflow.id}&links=results`, token());
    const run = (await service.get(`/v3.6/workflow_runs/${first[0]?.workflow_run_id}`, { token: token() })).body;
    expect(listed[0]).toEqual({ ...second[0], link: run.link.url });
  });

  test('a link by text message that cannot be sent fails its row alone, and the row can be tried again', async () => {
    const query = `&workflow_id=${sampleWorkflow.id}&links=text_message`;
    const phone = environment === 'live' ? '+447700900111' : '+447700900222';
    // A phone gets five messages an hour.
    const text = ['first_name,last_name,phone_number', ...'ABCDEFG'.split('').map((one) => `${one},Ek,${phone}`)].join(
      '\n',
    );
    const outcomes = (results: Result[]) =>
      results.map(({ outcome, workflow_run_id }) => [outcome, workflow_run_id !== null]);
    const first = await imported(text, query, token());
    expect(outcomes(first)).toEqual([...Array(5).fill(['created', true]), ...Array(2).fill(['failed', false])]);
    expect(first[6]?.error).toBe('Too many text messages were requested');
    service.clock.advance(3_600_001);
    expect(outcomes(await imported(text, query, token()))).toEqual(Array(7).fill(['existing', true]));
  });

  test('the files of another account and environment are others', async () => {
    const text = people(2, `Elsewhere${environment}`);
    const ids = (results: Result[]) => results.map(({ applicant_id }) => applicant_id);
    const own = ids(await imported(text, '', token()));
    const otherPlace = ids(await imported(text, '', tokenOf(environment === 'live' ? 'sandbox' : 'live')));
    const otherToken = environment === 'live' ? service.other.liveToken : service.other.sandboxToken;
    const otherAccount = ids(await imported(text, '', otherToken));
    expect(new Set([...own, ...otherPlace, ...otherAccount]).size).toBe(6);
    for (const id of own) expect((await service.get(`/v3.6/applicants/${id}`, { token: otherToken })).status).toBe(404);
  });

  test('a member imports, and the audit log names them', async () => {
    const text = people(2, `Member${environment}`);
    const path = `/accounts/${service.account.id}/${environment}/applicant_imports`;
    const send = (browser: Browser, to: string) => browser.call('POST', to, undefined, csv(text));
    const ada = await signedIn(service, 'admin');
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    expect((await send(ada, `${path}/validate`)).body).toEqual({ rows: 2, faults: [], fault_count: 0 });
    const { body } = await send(ada, path);
    expect(body.results).toMatchObject([
      { row: 2, outcome: 'created' },
      { row: 3, outcome: 'created' },
    ]);
    const object = body.results[0].applicant_id;
    const { entries } = (await ada.get(`/accounts/${service.account.id}/audit?object=${object}`)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['applicant_created']);
    const reviewer = await signedIn(service, 'reviewer');
    expect((await send(reviewer, path)).status).toBe(environment === 'live' ? 403 : 200);
    expect((await send(stranger, path)).status).toBe(404);
  });
});

test('options that do not fit are refused', async () => {
  const text = people(1, 'Options');
  const noWorkflow = await sendTo('/validate?links=mail', text);
  expect(noWorkflow.body.error.fields).toEqual({ workflow_id: ["can't be blank, since a link leads to a workflow"] });
  expect((await sendTo('/validate?workflow_id=00000000-0000-4000-8000-000000000000', text)).status).toBe(404);
  expect((await sendTo('/validate?encoding=ebcdic', text)).status).toBe(422);
  const { secret } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
  expect((await sendTo('', text, secret)).status).toBe(401);
});
