import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { type Answer, startService, type TestService } from '../testing/service.ts';
import { startProduction } from './testing/production.ts';
import { sendRaw } from './testing/raw.ts';

const safe = ({ headers }: Pick<Answer, 'headers'>) => [
  headers['cache-control'],
  headers['x-content-type-options'],
  headers['strict-transport-security'],
];

const inDevelopment = ['no-store', 'nosniff', undefined];
const inProduction = ['no-store', 'nosniff', 'max-age=63072000'];

/** Answers of every sort that the API gives, by the request. */
async function answers(service: TestService): Promise<Record<string, Pick<Answer, 'headers' | 'status'>>> {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  const file = { name: 'a.png', bytes: await greyPng(), type: 'image/png' };
  const document = (await story.upload('documents', { applicant_id, type: 'passport' }, file)).body;
  const operator = { headers: { authorization: `Bearer ${service.operatorKey}` } };
  const oauth = new URLSearchParams({ client_id: service.oauthClient.id, client_secret: service.oauthClient.secret });
  return {
    'an applicant': await service.get(`/v3.6/applicants/${applicant_id}`),
    'an applicant of v2': await service.get(`/v2/applicants/${applicant_id}`),
    'a list of v1': await service.get('/v1/applicants'),
    'a new applicant': await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'King' }),
    'a download': await service.get(document.download_href),
    'an empty answer': await service.del(`/v3.6/applicants/${await story.applicant()}`),
    'a wrong field': await service.post('/v3.6/applicants', { first_name: 'Ada' }),
    'a wrong body': await service.call('POST', '/v3.6/applicants', {
      raw: '{',
      headers: { 'content-type': 'application/json' },
    }),
    'no token': await service.get('/v3.6/applicants', { token: null }),
    'an unknown object': await service.get('/v3.6/applicants/nobody'),
    'an unknown path': await service.get('/v3.6/nothing'),
    'a path that does not decode': await sendRaw(service, ['GET /v3.6/%zz HTTP/1.1', 'Host: localhost']),
    'an access token': await service.post('/v3.6/oauth/token', undefined, { token: null, form: oauth }),
    'the operator': await service.get('/operator/v1/accounts', operator),
    'a preflight': await service.call('OPTIONS', '/v3.6/documents', {
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    }),
    'a sync room': await service.get('/v3/socket.io/?EIO=4&transport=polling'),
  };
}

let service: TestService;

describe('answers of the API', () => {
  afterEach(() => service.close());

  it('are cached nowhere and taken for no other type', async () => {
    service = await startService();
    for (const [what, answer] of Object.entries(await answers(service))) {
      expect([what, ...safe(answer)]).toEqual([what, ...inDevelopment]);
    }
  });

  it('bind browsers to HTTPS in production, as far as they came over it', async () => {
    service = await startProduction();
    const all = await answers(service);
    expect(all['a new applicant']?.status).toBe(201);
    for (const [what, answer] of Object.entries(all)) expect([what, ...safe(answer)]).toEqual([what, ...inProduction]);
    const plain = await service.get(`${service.httpUrl}/v3.6/ping`);
    expect([plain.status, ...safe(plain)]).toEqual([400, ...inDevelopment]);
  });
});

describe('files and pages', () => {
  beforeAll(async () => {
    service = await startProduction();
  });
  afterAll(() => service.close());

  it('keep the cache rules of their own', async () => {
    const { version } = (await import('../pages/sdk/files.ts')).installedSdk() ?? {};
    const caching = async (path: string) => (await service.get(path, { token: null })).headers['cache-control'];
    if (version) {
      expect(await caching(`/sdk/${version}/style.css`)).toBe('public, max-age=31536000, immutable');
      expect(await caching('/sdk/v0/style.css')).toBe('public, max-age=300');
    }
    const form = await service.get('/forms/nothing/nothing', { token: null });
    expect([form.status, ...safe(form)]).toEqual([404, ...inProduction]);
  });
});

describe('the answer to a request whose body has not come', () => {
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  /** Sends headers and the beginning of a body, and reads until the server ends the connection or `enough` is there. */
  function begin(lines: readonly string[], body: string, enough = /^$/): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { host: 'localhost', port: Number(new URL(service.baseUrl).port), ca: service.ca };
      const socket = connect(options, () => socket.write([...lines, 'Host: localhost', '', body].join('\r\n')));
      let text = '';
      const done = () => {
        socket.destroy();
        resolve(text);
      };
      socket.on('data', (chunk) => {
        text += chunk;
        if (enough.test(text)) done();
      });
      socket.on('error', reject).on('end', done);
    });
  }

  const slow = ['Content-Type: application/json', 'Content-Length: 100000'];

  it.each([
    ['without a token', 401, ['POST /v3.6/applicants HTTP/1.1', ...slow]],
    ['with a wrong one', 401, ['POST /v3.6/applicants HTTP/1.1', 'Authorization: Token token=api_live.no', ...slow]],
    ['with a wrong one of v2', 401, ['POST /v2/applicants HTTP/1.1', 'Authorization: Token token=no', ...slow]],
    ['in chunks', 401, ['POST /v1/applicants HTTP/1.1', 'Transfer-Encoding: chunked']],
    ['without an operator key', 401, ['POST /operator/v1/accounts HTTP/1.1', ...slow]],
    ['to an unknown path', 404, ['POST /v3.6/nothing HTTP/1.1', ...slow]],
    ['to an unknown form', 404, ['POST /forms/nothing/nothing/details HTTP/1.1', ...slow]],
  ])('%s is the last of its connection', async (_, status, lines) => {
    const text = await begin(lines, '1\r\n{\r\n');
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nconnection: close\\r\\n`, 'is'));
  });

  it('leaves the connection open when the body came along', async () => {
    const lines = ['POST /v3.6/applicants HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 2'];
    const twice = await begin(lines, `{}${[...lines, 'Host: localhost', '', '{}'].join('\r\n')}`, /(HTTP.*){2}\}\}$/s);
    expect(twice.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
    expect(twice).not.toMatch(/connection: close/i);
  });

  it('to a known client waits for the rest', async () => {
    const token = `Authorization: Token token=${service.sandboxToken}`;
    const body = JSON.stringify({ first_name: 'Ada', last_name: 'King' });
    const lines = ['POST /v3.6/applicants HTTP/1.1', token, `Content-Length: ${body.length}`];
    const text = await begin([...lines, 'Content-Type: application/json'], body, /\}$/);
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
  });
});
