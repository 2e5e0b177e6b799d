import { beforeAll, describe, expect, test } from 'vitest';
import { tableStory } from '../api/operator/testing/tables.ts';
import { watchlistStory } from '../api/operator/testing/watchlists.ts';
import { greyPng } from '../api/v3/testing/files.ts';
import { form } from '../api/v3/testing/story.ts';
import { type Answer, useService } from '../testing/service.ts';

const service = useService();
let applicant_id: string;
beforeAll(async () => {
  applicant_id = (await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' })).body.id;
});

const url = 'https://example.com/hook';
const words = ['must not contain control characters'];
const refused = ({ status, body }: Answer) => [status, body.error?.type, body.error?.fields];

/** NUL, which PostgreSQL can't store, and a half of a pair, which UTF-8 can't hold. */
const unstorable = [
  ['a NUL', 'a\0b'],
  ['the first half of a pair', 'a\ud83d'],
  ['the second half of a pair', '\ude00b'],
] as const;

describe.each(unstorable)('%s', (_, text) => {
  test.each([
    ['/v3.6/webhooks', { url, name: text }, { name: words }],
    ['/v3.2/webhooks', { url: url + text }, { url: words }],
    ['/v2/webhooks', { url: url + text }, { url: words }],
    ['/v1/webhooks', { url: url + text }, { url: { messages: words } }],
    ['/v3.6/checks', { applicant_id: text, report_names: ['document'] }, { applicant_id: words }],
    ['/v3.6/checks', { applicant_id: 'x', report_names: ['document'], tags: ['a', text] }, { tags: words }],
    ['/v3.6/applicants', { first_name: 'Jane', address: { town: text } }, { address: words }],
    ['/v3.6/sdk_token', { applicant_id: 'x', application_id: text }, { application_id: words }],
    [
      '/v3.6/oauth/token',
      { client_id: text, client_secret: 'x', grant_type: 'client_credentials' },
      { client_id: words },
    ],
    ['/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe', [text]: 1 }, { base: words }],
    ['/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe', nobody: [{ [text]: 1 }] }, { nobody: words }],
  ])('in the JSON of %s', async (path, body, fields) => {
    expect(refused(await service.post(path, body))).toEqual([422, 'validation_error', fields]);
  });

  test('in the JSON of an operator', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const answer = await service.post('/operator/v1/accounts', { name: text }, { token: null, headers });
    expect(refused(answer)).toEqual([422, 'validation_error', { name: words }]);
  });
});

describe('a NUL', () => {
  test('in forms', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (path: string, raw: string) => service.call('POST', path, { raw, headers });
    const hook = await send('/v2/webhooks', `url=${encodeURIComponent(url)}%00`);
    expect(refused(hook)).toEqual([422, 'validation_error', { url: words }]);
    const token = await send('/v3.6/sdk_token', `applicant_id=${applicant_id}&application_id=a%00b`);
    expect(refused(token)).toEqual([422, 'validation_error', { application_id: words }]);
  });

  test('in fields and file names of uploads', async () => {
    const bytes = await greyPng();
    const upload = (fields: Record<string, string>, name: string) =>
      service.call('POST', '/v3.6/documents', {
        form: form({ applicant_id, type: 'passport', ...fields }, { name, bytes }),
      });
    expect(refused(await upload({ nobody: 'a\0b' }, 'a.png'))).toEqual([
      ...[422, 'validation_error', { nobody: words }],
    ]);
    expect(refused(await upload({}, 'a\0.png'))).toEqual([422, 'validation_error', { file: words }]);
    expect((await upload({}, 'a.png')).status).toBe(201);
    const { documents } = (await service.get(`/v3.6/documents?applicant_id=${applicant_id}`)).body;
    expect(documents.map(({ file_name }: { file_name: string }) => file_name)).toEqual(['a.png']);
  });

  test('in queries and paths', async () => {
    const query = await service.get('/v3.6/workflow_runs?tags=a%00b');
    expect(refused(query)).toEqual([422, 'validation_error', { tags: words }]);
    for (const path of [
      '/v3.6/applicants/a%00b',
      '/v2/applicants/a%00b/checks',
      '/v1/applicants/%00',
      '/v3.2/checks/%00',
    ]) {
      const { status, body } = await service.get(path);
      expect([path, status, body.error.type]).toEqual([path, 400, 'bad_request']);
    }
    const picked = await service.get('/v3.6/applicants/a%00b', { token: null });
    expect([picked.status, picked.body.error.type]).toEqual([401, 'authorization_error']);
  });
});

describe('a NUL in a table', () => {
  const begun = 'must not contain control characters';
  const entity = (id: string) =>
    JSON.stringify({ id, schema: 'Person', properties: { name: ['Ana Novak'], topics: ['sanction'] } });
  const un = (id: string) =>
    `<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z"><INDIVIDUALS>\n<INDIVIDUAL><DATAID>${id}</DATAID>` +
    '<FIRST_NAME>Ana</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>';
  const rows = (id: string) => `id,name,categories\n1,Bor Zaletelj,pep\n${id},Ana Novak,pep\n`;

  test.each<[string, string, string]>([
    ['an id of CSV', rows('a\0'), 'line 3: a cell has a NUL character'],
    ['a name of CSV', rows('2').replace('Ana', 'A\0na'), 'line 3: a cell has a NUL character'],
    ['a heading of CSV', rows('2').replace('categories', 'categories\0'), 'line 1: a cell has a NUL character'],
    [
      'an id of JSON',
      `${entity('a')}\n${entity('b\0')}\n`,
      'line 2: a text has a NUL character, or half of a surrogate pair',
    ],
    [
      'half of a pair in JSON',
      `${entity('a')}\n${entity('\ud800')}\n`,
      'line 2: a text has a NUL character, or half of a surrogate pair',
    ],
    [
      'a NUL in JSON as it is',
      `${entity('a')}\n${entity('b').replace('Ana', 'A\0na')}\n`,
      'line 2: the line is not JSON',
    ],
    ['an id of XML', un('1&#0;'), 'line 2: only the five entities of XML are accepted'],
    ['an id of XML as it is', un('1\0'), 'line 2: not well-formed XML'],
  ])('of a watchlist names the line: %s', async (_, text, message) => {
    const { status, body } = await watchlistStory(service).send({ list: 'nul' }, { 'list.txt': text });
    expect([status, body.error.type, body.error.fields]).toEqual([
      ...[422, 'validation_error', { file: [`list.txt, ${message}`] }],
    ]);
  });

  test('that JSON only seems to have is stored', async () => {
    const { status, body } = await watchlistStory(service).send(
      { list: 'fine' },
      { 'l.json': `${entity('a\\u0000')}\n` },
    );
    expect([status, body.version.records]).toEqual([200, 1]);
  });

  test('of people, of documents and of addresses names the line', async () => {
    const roll = await tableStory(service).load(
      'given_name,family_name,address_line,town\nAna,Novak,1 High Street,Ely\nB\0or,Zaletelj,2 High Street,Ely\n',
    );
    expect(refused(roll)).toEqual([
      ...[422, 'validation_error', { file: ['roll.csv, line 3: a cell has a NUL character'] }],
    ]);
    const { operate } = watchlistStory(service);
    const csv = 'issuing_country,document_number\r\nNLD,SPECI2014\r\nNLD,SPE\0CI\r\n';
    const documents = await operate('POST', '/compromised_documents', { source: 'police', csv });
    expect(refused(documents)).toEqual([422, 'validation_error', { csv: [`line 3: ${begun}`] }]);
    const entry = (postcode: string) => ({ street: 'High Street', town: 'Ely', postcode, country: 'GBR' });
    const addresses = [entry('CB7 4AA'), entry('CB7 4AA\0')];
    expect(refused(await operate('PUT', '/addresses', { addresses }))).toEqual([
      ...[422, 'validation_error', { addresses: [`entry 2: postcode ${begun}`] }],
    ]);
    const map = JSON.stringify({ 'their\0s': 'name' });
    const mapped = await watchlistStory(service).begin({ list: 'nul', map }, { 'l.csv': rows('2') });
    expect(refused(mapped)).toEqual([422, 'validation_error', { map: words }]);
  });
});

test('nothing that was refused is stored, in either environment or account', async () => {
  for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
    expect((await service.get('/v3.6/webhooks', { token })).body).toEqual({ webhooks: [] });
  }
});

test('text that only looks like it is stored as it was sent', async () => {
  for (const name of ['\\u0000', '%00', '😀', '\uffff\ufeff']) {
    const { status, body } = await service.post('/v3.6/webhooks', { url, name });
    expect([status, body.name]).toEqual([201, name]);
    expect((await service.get(`/v3.6/webhooks/${body.id}`)).body.name).toBe(name);
  }
});
