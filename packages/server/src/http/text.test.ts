import { beforeAll, describe, expect, test } from 'vitest';
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
