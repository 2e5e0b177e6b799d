import { decodeJwt } from 'jose';
import { FormData } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { type Call, useService } from '../../testing/service.ts';
import { greyPng } from '../v3/testing/files.ts';
import { form, unknownId } from '../v3/testing/story.ts';
import { earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService();
let jane: string;
beforeAll(async () => {
  jane = await earlierStoryOf(service, 'v2').applicant();
});

describe.each(earlierVersions)('%s', (version) => {
  const fields = () => ({ applicant_id: jane, referrer: '*://alice.example/*' });
  const multipart = () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields())) body.set(name, value);
    return body;
  };

  test.each<[string, () => Call]>([
    ['JSON', () => ({ json: fields() })],
    ['a form', () => ({ form: new URLSearchParams(fields()) })],
    ['a multipart form', () => ({ form: multipart() })],
  ])('an SDK token is made from %s', async (_, call) => {
    const { status, body } = await service.call('POST', `/${version}/sdk_token/`, call());
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    expect(decodeJwt(body.token).payload).toMatchObject({ app: jane, ref: '*://alice.example/*', is_sandbox: true });
    const headers = { authorization: `Bearer ${body.token}`, referer: 'https://alice.example/verify' };
    const upload = (more: Call) => service.call('POST', '/v2/documents', { token: null, headers, ...more });
    const file = { name: 'a.png', bytes: await greyPng() };
    expect((await upload({ form: form({ type: 'passport' }, file) })).status).toBe(201);
    const elsewhere = { ...headers, referer: 'https://mallory.example/' };
    const refused = await upload({ form: form({ type: 'passport' }, file), headers: elsewhere });
    expect([refused.status, refused.body.error.type]).toEqual([401, 'bad_referrer']);
  });

  test.each(['', 'alice.example', '*'])('an SDK token is not made for the pages %j', async (referrer) => {
    const { status, body } = await service.post(`/${version}/sdk_token`, { applicant_id: jane, referrer });
    expect([status, body.error.type, Object.keys(body.error.fields)]).toEqual([422, 'validation_error', ['referrer']]);
  });

  test('an SDK token lasts 90 minutes', async () => {
    const { token } = (await service.post(`/${version}/sdk_token`, { applicant_id: jane })).body;
    service.clock.advance(90 * MINUTE_MS);
    const headers = { authorization: `Bearer ${token}` };
    const file = { name: 'a.png', bytes: await greyPng() };
    const body = form({ type: 'passport' }, file);
    const { status, body: error } = await service.call('POST', `/${version}/applicants/${jane}/documents`, {
      token: null,
      headers,
      form: body,
    });
    expect([status, error.error.type]).toEqual([401, 'expired_token']);
  });

  test('no client gets an SDK token for an applicant of another account', async () => {
    const path = `/${version}/sdk_token`;
    for (const token of [service.other.sandboxToken, service.liveToken]) {
      expect((await service.post(path, { applicant_id: jane }, { token })).status).toBe(404);
    }
    expect((await service.post(path, { applicant_id: unknownId })).status).toBe(404);
    const { status, body } = await service.post(path, {});
    const messages = ["can't be blank"];
    expect([status, body.error.fields]).toEqual([422, { applicant_id: version === 'v1' ? { messages } : messages }]);
  });

  const sample = {
    flat_number: '',
    building_number: '100',
    building_name: '',
    street: 'EXAMPLE STREET',
    sub_street: '',
    town: 'LONDON',
    postcode: 'S2 2DF',
    country: 'GBR',
  };
  const paths = version === 'v2' ? ['addresses/pick', 'applicants/addresses/pick'] : ['addresses/pick'];

  test.each(paths)('%s lists the addresses of a postcode', async (path) => {
    const addresses = [sample, { ...sample, flat_number: '10', building_number: '', building_name: 'EXAMPLE COURT' }];
    for (const postcode of ['S2%202DF', 's22df']) {
      const { status, bytes } = await service.get(`/${version}/${path}?postcode=${postcode}`);
      expect([status, bytes.toString()]).toEqual([200, JSON.stringify({ addresses })]);
    }
    expect((await service.get(`/${version}/${path}?postcode=ZZ1`)).body).toEqual({ addresses: [] });
    const { status, body } = await service.get(`/${version}/${path}?postcode=`);
    const messages = ["can't be blank"];
    expect([status, body.error.fields]).toEqual([422, { postcode: version === 'v1' ? { messages } : messages }]);
    expect((await service.get(`/${version}/${path}?postcode=S22DF`, { token: null })).status).toBe(401);
  });
});
