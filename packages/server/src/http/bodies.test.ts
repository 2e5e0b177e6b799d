import Fastify, { type FastifyInstance } from 'fastify';
import { FormData } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { BODY_LIMIT, readBodies, withQuery } from './bodies.ts';
import { sendProblem, v3Errors } from './problems.ts';
import { sendRaw } from './testing/raw.ts';
import { validateLazily } from './validation.ts';

const service = useService();

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const malformed = { error: { type: 'bad_request', message: 'The body of the request is not valid JSON' } };

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  const send = (raw: string | Buffer, headers: Record<string, string> = json, method = 'POST') =>
    service.call(method, `/${version}/applicants`, { raw, headers });

  it('reads JSON, whatever the letters, the charset and the white space around it', async () => {
    const raw = ' \n{"first_name":"Anna","last_name":"Berg"}\r\n';
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      expect((await send(raw, { 'content-type': type })).status, type).toBe(201);
    }
    expect((await send(`\uFEFF${raw}`)).status).toBe(201);
  });

  it('refuses malformed JSON', async () => {
    const bad = [
      '{',
      '{"first_name":"Anna",}',
      "{'first_name':'Anna'}",
      'first_name=Anna',
      'undefined',
      'NaN',
      '[1',
      '"',
    ];
    for (const raw of bad) {
      const { status, body } = await send(raw);
      expect([status, body], raw.slice(0, 20)).toEqual([400, malformed]);
    }
    const { status, body } = await service.call('PUT', `/${version}/applicants/nobody`, { raw: '{', headers: json });
    expect([status, body]).toEqual([400, malformed]);
  });

  it('refuses JSON with more values, or nested deeper, than any client sends', async () => {
    const deep = (count: number) =>
      `{"first_name":"Anna","last_name":"Berg","a":${'['.repeat(count)}${']'.repeat(count)}}`;
    const wide = (count: number) => `{"first_name":"Anna","last_name":"Berg","a":[${Array(count).fill(1)}]}`;
    // The object and the list are values too, and so is each comma.
    for (const raw of [deep(63), wide(9_997)]) expect((await send(raw)).status).toBe(201);
    const refusals: [string, string][] = [
      [deep(64), 'is nested more than 64 deep'],
      ['['.repeat(200_000), 'is nested more than 64 deep'],
      ['{"a":'.repeat(100_000), 'is nested more than 64 deep'],
      [wide(9_998), 'holds more than 10000 values'],
      [wide(400_000), 'holds more than 10000 values'],
    ];
    for (const [raw, fault] of refusals) {
      const { status, body } = await send(raw);
      const message = `The body of the request ${fault}`;
      expect([status, body], raw.slice(0, 60)).toEqual([400, { error: { type: 'bad_request', message } }]);
    }
  });

  it('refuses numbers that would become none', async () => {
    const body = (number: string) => `{"first_name":"Anna","last_name":"Berg","a":[{"b":${number}}]}`;
    for (const raw of [body('1e308'), body('-1e-999'), body(`0.${'1'.repeat(400)}`), body('"1e999"')])
      expect((await send(raw)).status, raw.slice(0, 60)).toBe(201);
    for (const raw of [body('1e309'), body('-1E+999'), body('9'.repeat(310)), body('10000e0000305')]) {
      const { status, body: answer } = await send(raw);
      const message = 'The body of the request holds a number that is too large';
      expect([status, answer], raw.slice(0, 60)).toEqual([400, { error: { type: 'bad_request', message } }]);
    }
  });

  it('reports each fault of a body, and the first alone where it holds very much', async () => {
    const faults = async (count: number) => {
      const raw = JSON.stringify({ url: 5, enabled: 5, events: Array(count).fill(5) });
      const { status, body } = await service.call('POST', `/${version}/webhooks`, { raw, headers: json });
      expect(status).toBe(422);
      return Object.keys(body.error.fields);
    };
    expect(await faults(20)).toEqual(['url', 'enabled', 'events']);
    expect(await faults(2000)).toHaveLength(1);
  });

  it('refuses what is not UTF-8 rather than change it', async () => {
    const { status, body } = await send(Buffer.from('{"first_name":"René","last_name":"Berg"}', 'latin1'));
    const message = 'The body of the request is not valid UTF-8';
    expect([status, body]).toEqual([400, { error: { type: 'bad_request', message } }]);
    const asForm = await send(Buffer.from('first_name=René&last_name=Berg', 'latin1'), form);
    expect([asForm.status, asForm.body]).toEqual([status, body]);
  });

  it('refuses JSON that is not an object', async () => {
    for (const raw of ['[]', '[{"first_name":"Anna"}]', '"x"', '5', 'true']) {
      const { status, body } = await send(raw);
      expect([status, body.error.type, body.error.fields], raw).toEqual([
        422,
        'validation_error',
        { base: ['must be an object'] },
      ]);
    }
  });

  it('lets no key reach a prototype', async () => {
    const raw =
      '{"first_name":"Anna","last_name":"Berg","__proto__":{"email":"p@example.com"},' +
      '"constructor":{"prototype":{"email":"c@example.com"}},"address":{"__proto__":{"town":"X"},' +
      '"postcode":"75001","country":"FRA"}}';
    const { status, body } = await send(raw);
    expect([status, body.email, body.address.town]).toEqual([201, null, null]);

    const fields =
      '&__proto__[email]=p@example.com&constructor[prototype][email]=c@example.com&address[__proto__][town]=X';
    const sent = await send(
      `first_name=Anna&last_name=Berg&address[postcode]=75001&address[country]=FRA${fields}`,
      form,
    );
    expect([sent.status, sent.body.email, sent.body.address.town]).toEqual([201, null, null]);
    expect(({} as { email?: string }).email).toBe(undefined);
  });

  it('reads forms with brackets', async () => {
    const raw = new URLSearchParams({
      first_name: 'Anna & Bo',
      last_name: 'Åberg',
      'address[street]': 'Main Street',
      'address[postcode]': 'SW4 6EH',
      'address[country]': 'GBR',
      'id_numbers[][type]': 'ssn',
      'id_numbers[][value]': '3937',
      ...(version === 'v3.6' ? { 'consents[0][name]': 'ssn_verification', 'consents[0][granted]': 'true' } : {}),
    }).toString();
    const { status, body } = await send(raw, form);
    expect([status, body.first_name, body.last_name, body.address.street, body.id_numbers]).toEqual([
      201,
      'Anna & Bo',
      'Åberg',
      'Main Street',
      [{ type: 'ssn', value: '3937', state_code: null }],
    ]);
    const consents = (await service.get(`/v3.6/applicants/${body.id}/consents`)).body;
    expect(consents.map(({ granted }: { granted: boolean }) => granted)).toEqual(version === 'v3.6' ? [true] : []);
    const put = await service.call('PUT', `/${version}/applicants/${body.id}`, { raw: 'last_name=Ek', headers: form });
    expect([put.status, put.body]).toEqual([200, { ...body, last_name: 'Ek' }]);
  });

  it('judges a form as strictly as JSON', async () => {
    const { status, body } = await send('first_name=Anna&first_name=Bo&last_name=B;&address=Home', form);
    expect([status, body.error.fields]).toEqual([
      422,
      {
        first_name: ['must be a string'],
        last_name: ['must not contain any of ^ ! # $ % * = < > ; { } "'],
        address: ['must be an object'],
      },
    ]);
  });

  it.each([
    [Array.from({ length: 1001 }, (_, index) => `a${index}=1`).join('&'), 'More than 1000 parameters were sent'],
    ['first_name=Anna&'.padEnd(1100, '&'), 'More than 1000 empty parameters were sent'],
    [`first_name=${'x'.repeat(196_600)}`, 'A parameter is longer than 196608 characters'],
    [`first_name=Anna&a${'[b]'.repeat(5000)}=1`, 'A parameter has more than 10 brackets'],
    ['first_name=Anna&tags[]=a'.padEnd(2000, '&tags[]=a'), 'A list has more than 100 elements'],
    ['first_name=Anna&address=Home&address[town]=X', 'Parameters of the same name contradict each other'],
    ['first_name=Ren%E9&last_name=Berg', 'A parameter is not valid percent-encoded UTF-8'],
  ])('refuses a form rather than leave out a part of it: %.40s', async (raw, message) => {
    const { status, body } = await send(raw, form);
    expect([status, body]).toEqual([400, { error: { type: 'bad_request', message } }]);
  });

  it('starts a new element of a list where a key repeats', async () => {
    const raw =
      'first_name=Anna&last_name=Berg&id_numbers[][type]=ssn&id_numbers[][value]=433-54-3937' +
      '&id_numbers%5B%5D%5Btype%5D=driving_licence&id_numbers[][value]=I1234562&id_numbers[][state_code]=CA';
    const { status, body } = await send(raw, form);
    expect([status, body.id_numbers]).toEqual([
      201,
      [
        { type: 'ssn', value: '433-54-3937', state_code: null },
        { type: 'driving_licence', value: 'I1234562', state_code: 'CA' },
      ],
    ]);
  });

  it('reads bodies up to the limit, and no further', async () => {
    const start = '{"first_name":"Anna","last_name":"Berg","note":"';
    const exact = `${start}${'x'.repeat(BODY_LIMIT - start.length - 2)}"}`;
    expect(Buffer.byteLength(exact)).toBe(BODY_LIMIT);
    expect((await send(exact)).status).toBe(201);
    for (const headers of [json, form, { 'content-type': 'text/plain' }]) {
      const { status, body } = await send(`${exact} `, headers);
      expect([status, body]).toEqual([
        413,
        { error: { type: 'payload_too_large', message: 'The request body is too large' } },
      ]);
    }
  });

  it('refuses other content types with content', async () => {
    const multipart = new FormData();
    multipart.set('first_name', 'Anna');
    for (const answer of [
      await send('<a/>', { 'content-type': 'text/xml' }),
      await send('{"first_name":"Anna","last_name":"Berg"}', { 'content-type': 'text/plain' }),
      await send('{"first_name":"Anna","last_name":"Berg"}', { 'content-type': 'json' }),
      await service.call('POST', `/${version}/applicants`, { form: multipart }),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        415,
        {
          error: {
            type: 'unsupported_media_type',
            message: 'The content type of this request is not supported',
          },
        },
      ]);
    }
  });

  it('takes a content type without a body on any method', async () => {
    const { body } = await send('{"first_name":"Anna","last_name":"Berg"}');
    const types = [
      'application/json; charset=utf-8',
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/xml',
    ];
    for (const type of types) {
      const headers = { 'content-type': type };
      expect((await service.get(body.href, { headers })).status, type).toBe(200);
      expect((await service.get(`/${version}/applicants`, { headers })).status, type).toBe(200);
      expect((await service.call('PUT', body.href, { headers })).status, type).toBe(200);
      expect((await service.del(body.href, { headers })).status, type).toBe(204);
      expect((await service.call('POST', `${body.href}/restore`, { headers })).status, type).toBe(204);
    }
  });

  it('takes a body on GET and DELETE without looking at it', async () => {
    const { body } = await send('{"first_name":"Anna","last_name":"Berg"}');
    const head = (method: string) => [
      `${method} ${body.href} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Token token=${service.sandboxToken}`,
      'Content-Type: application/json',
      'Content-Length: 4',
    ];
    expect((await sendRaw(service, head('GET'), 'null')).status).toBe(200);
    expect((await sendRaw(service, head('DELETE'), 'null')).status).toBe(204);
  });

  it('asks who sends before it reads what is sent', async () => {
    const { status, body } = await service.call('POST', `/${version}/applicants`, {
      token: null,
      raw: '{',
      headers: json,
    });
    expect([status, body.error.type]).toEqual([401, 'authorization_error']);
  });
});

describe('parameters in the query of a POST', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = Fastify();
    validateLazily(app);
    readBodies(app);
    app.setErrorHandler(sendProblem(v3Errors));
    const text = { type: 'string' };
    const properties = {
      type: text,
      async: { type: 'boolean' },
      tags: { type: 'array', items: text },
      reports: { type: 'array', items: { type: 'object', properties: { name: text, variant: text } } },
    };
    const schema = { body: { type: 'object', properties } };
    app.post('/checks', { preValidation: withQuery, schema }, async ({ body }) => body);
  });
  afterAll(() => app.close());

  const post = async (query: string, payload?: string, headers: Record<string, string> = json) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/checks${query}`,
      headers,
      ...(payload ? { payload } : {}),
    });
    return [answer.statusCode, answer.json()];
  };

  it('count as if they were in the body', async () => {
    const query =
      '?type=express&reports[][name]=document&reports%5B%5D%5Bname%5D=identity&reports[][variant]=kyc&async=false';
    const check = {
      type: 'express',
      reports: [{ name: 'document' }, { name: 'identity', variant: 'kyc' }],
      async: false,
    };
    expect(await post(query)).toEqual([200, check]);
    expect(await post(query, '', {})).toEqual([200, check]);
    expect(await post(query, '{"tags":["a"]}')).toEqual([200, { tags: ['a'], ...check }]);
    expect(await post(query, 'tags=a', form)).toEqual([200, { tags: ['a'], ...check }]);
  });

  it("yield to the body's, name by name", async () => {
    const query = '?type=standard&reports[][variant]=kyc&tags[]=b&tags[]=c';
    expect(await post(query, '{"type":"express","reports":[{"name":"identity"}]}')).toEqual([
      200,
      { type: 'express', reports: [{ name: 'identity' }], tags: ['b', 'c'] },
    ]);
    expect(await post(query, 'type=express&tags[]=a&reports[][name]=identity', form)).toEqual([
      200,
      { type: 'express', tags: ['a'], reports: [{ name: 'identity' }] },
    ]);
  });

  it('leave JSON to its types when they add nothing', async () => {
    const refused = [
      422,
      { error: { type: 'validation_error', message: expect.any(String), fields: { async: ['must be a boolean'] } } },
    ];
    for (const query of ['', '?', '?&', '?async=true', '?__proto__[type]=x']) {
      expect(await post(query, '{"async":"true"}'), query).toEqual(refused);
    }
    expect(await post('?type=express', '{"async":"true"}')).toEqual([200, { async: true, type: 'express' }]);
  });

  it('are refused where a form is', async () => {
    for (const query of ['?type=%E9', '?a=1&a[b]=2', `?${'a=1&'.repeat(101)}`]) {
      const [status, body] = await post(query, '{}');
      expect([status, body.error.type], query.slice(0, 20)).toEqual([400, 'bad_request']);
    }
  });
});
