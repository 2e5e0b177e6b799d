import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { sendRaw } from './testing/raw.ts';

const service = useService();

const unknown = { error: { type: 'resource_not_found', message: 'Could not find the requested resource' } };

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  it('answers with and without a slash at the end, and never redirects', async () => {
    const { body } = await service.post(`/${version}/applicants/`, { first_name: 'Anna', last_name: 'Berg' });
    const paths = ['applicants', `applicants/${body.id}`, 'webhooks', 'ping', 'addresses/pick?postcode=SW46EH'];
    for (const path of paths) {
      const [plain, query = ''] = path.split('?');
      const slashed = `/${version}/${plain}/${query && `?${query}`}`;
      const answers = [await service.get(`/${version}/${path}`), await service.get(slashed)];
      expect(
        answers.map(({ status }) => status),
        path,
      ).toEqual([200, 200]);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
    }
  });

  it('takes doubled slashes as one', async () => {
    const { status, body } = await service.get(`${service.baseUrl}//${version}//ping//`);
    expect([status, body]).toEqual([200, 'OK']);
  });

  it('answers 404 for paths and methods that it does not serve, before everything else', async () => {
    const calls: [method: string, path: string, options?: object][] = [
      ['GET', `/${version}/nothing`],
      ['GET', `/${version}/applicants/a/b/c`],
      ['GET', `/${version}/Applicants`],
      ['GET', `/${version}`],
      ['GET', `/${version}/`],
      ['PATCH', `/${version}/applicants`],
      ['DELETE', `/${version}/applicants`],
      ['PUT', `/${version}/applicants`],
      ['POST', `/${version}/ping`],
      ['GET', `/${version}/sdk_token`],
      ['GET', `/${version}/oauth/token`],
      ['OPTIONS', `/${version}/applicants`],
      ['POST', `/${version}/nothing`, { raw: '{', headers: { 'content-type': 'application/json' } }],
      ['POST', `/${version}/nothing`, { raw: '<a/>', headers: { 'content-type': 'text/xml' } }],
      ['POST', `/${version}/nothing`, { raw: 'x'.repeat(2_000_000) }],
      ['GET', `/${version}/nothing`, { token: null }],
      ['GET', `/${version}/applicants/${'a'.repeat(2000)}`],
    ];
    for (const [method, path, options] of calls) {
      const { status, headers, body } = await service.call(method, path, options);
      expect([status, body], `${method} ${path.slice(0, 60)}`).toEqual([404, unknown]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('answers 400 for a path that does not decode', async () => {
    for (const path of [`/${version}/applicants/%zz`, `/${version}/applicants/%E0%A4`, '/%']) {
      const { status, body } = await service.get(path);
      expect([status, body], path).toEqual([
        400,
        { error: { type: 'bad_request', message: 'The request could not be understood' } },
      ]);
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    const head = async (path: string) =>
      sendRaw(service, [
        `HEAD ${path} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Token token=${service.sandboxToken}`,
      ]);
    const list = await head(`/${version}/applicants`);
    expect([list.status, list.body, list.headers['content-type']]).toEqual([
      200,
      '',
      'application/json; charset=utf-8',
    ]);
    expect(list.headers['x-total-count']).toBe((await service.get(`/${version}/applicants`)).headers['x-total-count']);
    const nobody = await head(`/${version}/applicants/nobody`);
    expect([nobody.status, nobody.body]).toEqual([404, '']);
    expect((await sendRaw(service, [`HEAD /${version}/ping HTTP/1.1`, 'Host: localhost'])).status).toBe(401);
  });

  it('takes a whole address for a path', async () => {
    const { status, body } = await sendRaw(service, [
      `GET https://localhost/${version}/ping HTTP/1.1`,
      'Host: localhost',
      `Authorization: Token token=${service.sandboxToken}`,
    ]);
    expect([status, body]).toEqual([200, 'OK']);
  });
});

it('keeps standing when it is sent what is not an HTTP', async () => {
  for (const lines of [
    ['GARBAGE'],
    ['FOO /v3.6/ping HTTP/1.1', 'Host: a'],
    ['GET /v3.6/ping HTTP/9.9', 'Host: a'],
    ['GET /v3.6/ping HTTP/1.1', 'Host: a', 'Content-Length: -1'],
    ['POST /v3.6/applicants HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
  ]) {
    expect((await sendRaw(service, lines)).status, lines[0]).toBe(400);
  }
  expect((await service.get('/v3.6/ping')).body).toBe('OK');
});
