import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { FormData, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { pdf } from '../../media-files/testing/pictures.ts';
import { startService, useService } from '../../testing/service.ts';
import { sampleWorkflow } from '../../workflows/sample.ts';

const service = useService();

const features = { cobrand: true, hideOnfidoLogo: true, logoCobrand: true, useCustomizedApiRequests: true };
const names = { first_name: 'Anna', last_name: 'Berg' };
const errorOf = (type: string, message: string) => ({ error: { type, message } });
const badReferrer = errorOf(
  'bad_referrer',
  'The referrer of this request does not match the referrer of the SDK token',
);

describe.each(['v3', 'v3.2', 'v3.6'])('%s', (version) => {
  const create = async (token?: string) => (await service.post(`/${version}/applicants`, names, { token })).body;

  async function sdkToken(fields: object = {}): Promise<{ token: string; applicant: { id: string; href: string } }> {
    const applicant = await create();
    const answer = await service.post(`/${version}/sdk_token`, { applicant_id: applicant.id, ...fields });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['token']]);
    return { token: answer.body.token, applicant };
  }

  function upload(token: string, { referer, applicantId }: { referer?: string; applicantId?: string } = {}) {
    const form = new FormData();
    if (applicantId !== undefined) form.set('applicant_id', applicantId);
    form.set('type', 'passport');
    form.set('file', new File([pdf(40_000)], 'passport.pdf', { type: 'application/pdf' }));
    const headers = { authorization: `Bearer ${token}`, ...(referer === undefined ? {} : { referer }) };
    return service.call('POST', `/${version}/documents`, { form, headers });
  }

  it('makes a JWT of 90 minutes with the claims that capture SDKs read', async () => {
    const { token, applicant } = await sdkToken({ referrer: '*://*/*', application_id: 'example.app' });
    expect(token).toMatch(/^[0-9a-zA-Z._-]+$/);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256' });
    const now = service.clock.now() / 1000;
    expect(decodeJwt(token)).toEqual({
      iat: now,
      exp: now + 5400,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      payload: {
        app: applicant.id,
        application_id: 'example.app',
        ref: '*://*/*',
        client_uuid: service.account.id,
        is_sandbox: true,
        is_trial: false,
      },
      urls: Object.fromEntries(
        ['onfido_api_url', 'telephony_url', 'detect_document_url', 'sync_url', 'hosted_sdk_url', 'auth_url'].map(
          (name) => [name, service.baseUrl],
        ),
      ),
      enterprise_features: features,
      branding: { name: 'Alice Ltd', colour: null, logo: null },
    });
  });

  it('says where the applicant lives: at the current address, else by the country of residence', async () => {
    const countryIn = async (person: object) => {
      const { body } = await service.post(`/${version}/applicants`, { ...names, ...person });
      const answer = await service.post(`/${version}/sdk_token`, { applicant_id: body.id });
      return decodeJwt(answer.body.token).applicant_country;
    };
    const address = { country: 'CHL', line1: 'Calle Ejemplo 1', town: 'Santiago', postcode: '8320000' };
    const location = { ip_address: '127.0.0.1', country_of_residence: 'IRL' };
    expect(await countryIn({ address })).toBe('CHL');
    expect(await countryIn({})).toBeUndefined();
    if (version !== 'v3.6') return;
    expect([await countryIn({ location }), await countryIn({ location, address })]).toEqual(['IRL', 'CHL']);
  });

  it('names the address that the client has reached, where that is this machine', async () => {
    const { id: applicant_id } = await create();
    const { httpUrl, baseUrl, sandboxToken } = service;
    const { port } = new URL(httpUrl);
    const urlsOf = (token: string) => [...new Set(Object.values(decodeJwt<{ urls: object }>(token).urls))];
    const urlsAt = async (origin: string) =>
      urlsOf((await service.post(`${origin}/${version}/sdk_token`, { applicant_id })).body.token);
    const urlsAs = async (host: string) => {
      const headers = { host, authorization: `Token token=${sandboxToken}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ applicant_id });
      const answer = await request(`${httpUrl}/${version}/sdk_token`, { method: 'POST', headers, body });
      return urlsOf(((await answer.body.json()) as { token: string }).token);
    };

    expect(httpUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(await urlsAt(httpUrl)).toEqual([httpUrl]);
    expect(await urlsAt(baseUrl)).toEqual([baseUrl]);
    const numeric = baseUrl.replace('localhost', '127.0.0.1');
    expect(await urlsAt(numeric)).toEqual([numeric]);
    expect(await urlsAs(`localhost:${port}`)).toEqual([`http://localhost:${port}`]);
    expect(await urlsAs(`LOCALHOST:${port}`)).toEqual([`http://localhost:${port}`]);
    expect(await urlsAs(`[::1]:${port}`)).toEqual([`http://[::1]:${port}`]);
    for (const host of ['evil.example', 'localhost.evil.example', '192.168.0.7:80', 'a b', 'localhost@evil.example'])
      expect(await urlsAs(host), host).toEqual([baseUrl]);
  });

  it('takes JSON, multipart and form alike', async () => {
    const { id } = await create();
    const fields = {
      applicant_id: id,
      referrer: 'https://*.example.com/*',
      cross_device_url: 'https://id.example.com',
    };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const answers = [
      await service.post(`/${version}/sdk_token`, fields),
      await service.call('POST', `/${version}/sdk_token/`, { form: multipart }),
      await service.call('POST', `/${version}/sdk_token`, { form: new URLSearchParams(fields) }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const { payload, enterprise_features } = decodeJwt(body.token) as {
        payload: object;
        enterprise_features: object;
      };
      expect(payload).toMatchObject({ app: id, ref: 'https://*.example.com/*', application_id: '*' });
      expect(enterprise_features).toEqual({ ...features, validCrossDeviceUrls: ['https://id.example.com'] });
    }
  });

  it('refuses an applicant that is missing, unknown, deleted or of others', async () => {
    const ask = (applicant_id: unknown, token?: string) =>
      service.post(`/${version}/sdk_token`, { applicant_id }, { token });
    for (const [sent, message] of [
      [undefined, "can't be blank"],
      [null, "can't be blank"],
      ['', "can't be blank"],
      [5, 'must be a string'],
    ] as const) {
      const { status, body } = await ask(sent);
      expect([status, body.error.fields]).toEqual([422, { applicant_id: [message] }]);
    }
    expect((await service.call('POST', `/${version}/sdk_token`)).status).toBe(422);
    const { id, href } = await create();
    for (const answer of [
      await ask('nobody'),
      await ask(id, service.liveToken),
      await ask(id, service.other.sandboxToken),
    ]) {
      expect([answer.status, answer.body.error.type]).toEqual([404, 'resource_not_found']);
    }
    await service.del(href);
    expect((await ask(id)).status).toBe(410);
  });

  it('refuses an invalid multipart body, or cut off', async () => {
    const send = (type: string, raw: string) =>
      service.call('POST', `/${version}/sdk_token`, { raw, headers: { 'content-type': type } });
    const type = 'multipart/form-data; boundary=x';
    const part = '--x\r\nContent-Disposition: form-data; name="applicant_id"\r\n\r\nabc';
    for (const answer of [
      await send('multipart/form-data', `${part}\r\n--x--`),
      await send('multipart/form-data; boundary=', `${part}\r\n--x--`),
      await send(type, part),
      await send(type, '--x\r\n'),
      await send(type, 'nothing'),
    ]) {
      expect([answer.status, answer.body]).toEqual([400, errorOf('bad_request', 'The multipart body is malformed')]);
    }
    const whole = await send(type, `${part}\r\n--x--\r\n`);
    expect([whole.status, whole.body.error.message]).toEqual([
      404,
      'Could not find the following resource: Applicant with id=abc',
    ]);
    const file = '--x\r\nContent-Disposition: form-data; name="applicant_id"; filename="a"\r\n\r\nabc\r\n--x--\r\n';
    expect((await send(type, file)).body.error.fields).toEqual({ applicant_id: ["can't be blank"] });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//id.example.com', 'id.example.com', 'https://id example.com'])(
    'leads no phone to %s',
    async (cross_device_url) => {
      const { id } = await create();
      const { status, body } = await service.post(`/${version}/sdk_token`, { applicant_id: id, cross_device_url });
      expect([status, body.error?.fields]).toEqual([422, { cross_device_url: ['is invalid'] }]);
    },
  );

  it.each([
    ...['', ' ', '*', 'example.com', '*.example.com/*', 'https:', 'https://', 'https:///verify', '//example.com/*'],
    ...['https://exa mple.com/*', 'https://me@example.com/*', 'https://example.com\\.evil.example/*', 'https://a..b/*'],
    ...['https://example.com:port/*', 'https://example.com/ *', 'https://example.com?*', 'https://[::1/*', '/verify/*'],
    ...['https://example.com/*, https://example.org/*', 'https://b\u00fccher.example/*', 'https://example.com/\u0000*'],
  ])('refuses the pattern %j, which would allow every page or none', async (referrer) => {
    const { id } = await create();
    const wrong = [422, { referrer: [expect.any(String)] }];
    const json = await service.post(`/${version}/sdk_token`, { applicant_id: id, referrer });
    expect([json.status, json.body.error?.fields]).toEqual(wrong);
    const form = new URLSearchParams({ applicant_id: id, referrer });
    const sent = await service.call('POST', `/${version}/sdk_token`, { form });
    expect([sent.status, sent.body.error?.fields]).toEqual(wrong);
    const message = 'must be a pattern of pages, such as https://*.example.com/*';
    if (referrer === '') expect(json.body.error.fields.referrer).toEqual([message]);
  });

  it.each([
    ...['*://*/*', 'https://*.example.com/*', 'https://*.example.com/example_page/*', 'http://localhost:3000/*'],
    ...[
      'HTTPS://Example.com/',
      'https://example.com',
      'https://example.com:*/*',
      'http://[::1]:3000/*',
      'https://*:8443/*',
    ],
    ...['capacitor://localhost/*', 'http*://my_shop.example.com/~me/a%20b'],
  ])('takes the pattern %s', async (referrer) => {
    const { token } = await sdkToken({ referrer });
    expect(decodeJwt(token)).toMatchObject({ payload: { ref: referrer } });
    const page = referrer.replace('http*', 'https').replace(':*', ':8080').replaceAll('*', 'x').toLowerCase();
    expect((await upload(token, { referer: page })).status).toBe(201);
    expect((await upload(token, { referer: 'https://evil.example' })).status).toBe(referrer === '*://*/*' ? 201 : 401);
  });

  it('bounds what goes into the token, and takes blanks as absent', async () => {
    const { id } = await create();
    const long = { referrer: 'x'.repeat(2049), application_id: 'x'.repeat(256), cross_device_url: 'x'.repeat(2049) };
    const { status, body } = await service.post(`/${version}/sdk_token`, { applicant_id: id, ...long });
    expect([status, body.error.fields]).toEqual([
      422,
      {
        referrer: ['is too long (maximum is 2048 characters)'],
        application_id: ['is too long (maximum is 255 characters)'],
        cross_device_url: ['is too long (maximum is 2048 characters)'],
      },
    ]);
    const { token } = await sdkToken({ referrer: null, application_id: null, cross_device_url: '' });
    const claims = decodeJwt(token) as { payload: object; enterprise_features: object };
    expect(claims.payload).toMatchObject({ ref: null, application_id: '*' });
    expect(claims.enterprise_features).toEqual(features);
  });

  it('uploads for its one applicant, and no other', async () => {
    const { token, applicant } = await sdkToken();
    const mine = await upload(token);
    expect([mine.status, mine.body.applicant_id]).toEqual([201, applicant.id]);
    expect((await upload(token, { applicantId: applicant.id })).status).toBe(201);
    const other = await upload(token, { applicantId: (await create()).id });
    expect([other.status, other.body.error.fields]).toEqual([
      422,
      { applicant_id: ['must be the applicant of the SDK token'] },
    ]);
    await service.del(applicant.href);
    expect((await upload(token)).status).toBe(410);
  });

  it('is not an API token', async () => {
    const { token, applicant } = await sdkToken();
    const headers = { authorization: `Bearer ${token}` };
    const refused = errorOf('authorization_error', 'Authorization error: SDK tokens are not API tokens');
    for (const answer of [
      await service.get(applicant.href, { headers }),
      await service.del(applicant.href, { headers }),
      await service.get(`/${version}/documents?applicant_id=${applicant.id}`, { headers }),
      await service.post(`/${version}/checks`, { applicant_id: applicant.id }, { headers }),
      await service.post(`/${version}/sdk_token`, { applicant_id: applicant.id }, { headers }),
      await service.get(`/${version}/ping`, { headers }),
    ]) {
      expect([answer.status, answer.body]).toEqual([401, refused]);
    }
    expect((await service.get(`/${version}/ping`, { token })).body.error.type).toBe('authorization_error');
  });

  it('expires after 90 minutes', async () => {
    const { token } = await sdkToken();
    service.clock.advance(90 * MINUTE_MS - 1000);
    expect((await upload(token)).status).toBe(201);
    service.clock.advance(1000);
    const late = await upload(token);
    expect([late.status, late.body]).toEqual([401, errorOf('expired_token', 'The token has expired')]);
    const ping = await service.get(`/${version}/ping`, { headers: { authorization: `Bearer ${token}` } });
    expect(ping.body.error.type).toBe('expired_token');
  });

  it('works on the pages of its pattern only', async () => {
    const { token } = await sdkToken({ referrer: 'https://*.example.com/verify/*' });
    const good = ['https://www.example.com/verify/me', 'https://a.b.example.com/verify/?step=2#top'];
    for (const referer of good) expect((await upload(token, { referer })).status, referer).toBe(201);
    const bad = [
      undefined,
      '',
      'http://www.example.com/verify/me',
      'https://www.example.com/',
      'https://example.com/verify/me',
      'https://www.example.com:8443/verify/me',
      'https://evil.example/www.example.com/verify/me',
      'https://evil.example/?https://www.example.com/verify/me',
      'https://www.example.com.evil.example/verify/me',
    ];
    for (const referer of bad) {
      const { status, body } = await upload(token, { referer });
      expect([status, body], referer).toEqual([401, badReferrer]);
    }
  });

  it('trusts no token that it did not sign', async () => {
    const { token } = await sdkToken();
    const [header, claims, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32));
    for (const bad of [
      forged,
      `${none}.${claims}.`,
      `${none}.${claims}.${signature}`,
      `${header}.${claims}.`,
      `${header}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      'a.b.c',
    ]) {
      const { status, body } = await upload(bad);
      expect([status, body.error.type], bad.slice(0, 40)).toEqual([401, 'authorization_error']);
    }
  });
});

it('names the public address, whatever address the client has reached', async () => {
  const own = await startService({ settings: { publicUrl: 'https://id.example.com' } });
  try {
    const { body: applicant } = await own.post('/v3.6/applicants', names);
    const { body } = await own.post(`${own.httpUrl}/v3.6/sdk_token`, { applicant_id: applicant.id });
    expect(decodeJwt(body.token).urls).toMatchObject({ onfido_api_url: 'https://id.example.com' });
  } finally {
    await own.close();
  }
});

it('of a workflow run names the address that the client has reached', async () => {
  const { body: applicant } = await service.post('/v3.6/applicants', names);
  const order = { workflow_id: sampleWorkflow.id, applicant_id: applicant.id };
  const { body: run } = await service.post(`${service.httpUrl}/v3.6/workflow_runs`, order);
  const urlsAt = async (origin: string) =>
    decodeJwt<{ urls: { sync_url: string } }>(
      (await service.get(`${origin}/v3.6/workflow_runs/${run.id}`)).body.sdk_token,
    ).urls.sync_url;
  expect(await urlsAt(service.httpUrl)).toBe(service.httpUrl);
  expect(await urlsAt(service.baseUrl)).toBe(service.baseUrl);
});
