import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mmdb } from '../../locations/testing/mmdb.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';

const directory = mkdtempSync(join(tmpdir(), 'bonafide-locations-'));
const file = join(directory, 'countries.mmdb');

let service: TestService;
beforeAll(async () => {
  // Addresses for documentation (RFC 5737, RFC 3849), in the shapes of several publishers.
  const networks = [
    ['192.0.2.0/24', { country: { iso_code: 'FR' }, registered_country: { iso_code: 'DE' } }],
    ['198.51.100.0/25', { country: 'US' }],
    ['198.51.100.128/25', { country_code: 'xk' }],
    ['203.0.113.0/24', { country: { iso_code: 'Mars' } }],
    ['2001:db8::/32', { country: { iso_code: 'GB' } }],
  ] as const;
  writeFileSync(file, mmdb(networks));
  service = await startService({ settings: { locationDatabase: file } });
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

const names = { first_name: 'Anna', last_name: 'Berg' };

describe.each(['v3.4', 'v3.6'])('the country of residence through %s', (version) => {
  const create = (location: unknown, of = service, call = {}) =>
    of.post(`/${version}/applicants`, { ...names, location }, call);

  it.each([
    ['192.0.2.7', 'FRA'],
    ['198.51.100.7', 'USA'],
    ['198.51.100.200', 'RKS'],
    ['203.0.113.7', null],
    ['2001:db8::7', 'GBR'],
    ['::ffff:192.0.2.7', 'FRA'],
    ['127.0.0.1', null],
    ['10.0.0.1', null],
    ['2001:db9::7', null],
  ])('of %s is %s', async (ip_address, country_of_residence) => {
    const { status, body } = await create({ ip_address });
    expect([status, body.location]).toEqual([201, { ip_address, country_of_residence }]);
    expect((await service.get(`/${version}/applicants/${body.id}`)).body.location).toEqual(body.location);
    const token = service.liveToken;
    expect((await create({ ip_address }, service, { token })).body.location).toEqual(body.location);
    expect((await service.get(`/${version}/applicants/${body.id}`, { token })).status).toBe(404);
  });

  it('is what the client says, and follows each new address', async () => {
    const given = { ip_address: '192.0.2.7', country_of_residence: 'GBR' };
    const { body } = await create(given);
    expect(body.location).toEqual(given);
    const path = `/${version}/applicants/${body.id}`;
    expect((await service.put(path, { first_name: 'Eva' })).body.location).toEqual(given);
    const ip_address = '2001:db8::1';
    const moved = { ip_address, country_of_residence: 'GBR' };
    expect((await service.put(path, { location: { ip_address } })).body.location).toEqual(moved);
    const nowhere = { ip_address: '10.0.0.1', country_of_residence: null };
    expect((await service.put(path, { location: { ip_address: '10.0.0.1' } })).body.location).toEqual(nowhere);
    expect((await service.put(path, { location: null })).body.location).toBeNull();
    expect(outcome(await create({ ip_address: 'example.com' }))).toEqual(
      validationError({ location: [{ ip_address: ['is invalid'] }] }),
    );
  });

  it('decides on the consents that a check needs, of the applicant and of a document', async () => {
    const { body } = await create({ ip_address: '198.51.100.7' });
    const check = { applicant_id: body.id, report_names: ['watchlist_standard'] };
    const refused = await service.post(`/${version}/checks`, check);
    expect([refused.status, refused.body.error.type]).toEqual([422, 'missing_applicant_provided_consents']);
    await storyOf(service, 'v3.6').document(body.id, { 'location[ip_address]': '192.0.2.7' });
    expect((await service.post(`/${version}/checks`, check)).status).toBe(201);
  });
});

describe('without a file of the operator', () => {
  const plain = useService();

  // Networks of RIPE NCC, Google and the root servers, which have not moved for many years.
  it.each([
    ['193.0.6.139', 'NLD'],
    ['8.8.8.8', 'USA'],
    ['2001:67c:2e8:22::c100:68b', 'NLD'],
    ['::ffff:193.0.6.139', 'NLD'],
  ])('the database that is shipped says where %s is', async (ip_address, country_of_residence) => {
    const { status, body } = await plain.post('/v3.6/applicants', { ...names, location: { ip_address } });
    expect([status, body.location]).toEqual([201, { ip_address, country_of_residence }]);
    expect((await plain.get(`/v3.6/applicants/${body.id}`)).body).toEqual(body);
    const given = { ip_address, country_of_residence: 'FRA' };
    expect((await plain.put(`/v3.6/applicants/${body.id}`, { location: given })).body.location).toEqual(given);
  });

  // Private, of documentation, link-local, multicast, unspecified: nobody resides there, whatever the database says.
  it.each(['10.0.0.1', '127.0.0.1', '::1', '192.0.2.7', '198.51.100.7', '203.0.113.7', '2001:db8::1', '100.64.0.1'])(
    'the country of %s stays null',
    async (ip_address) => {
      const { body } = await plain.post('/v3.6/applicants', { ...names, location: { ip_address } });
      expect(body.location).toEqual({ ip_address, country_of_residence: null });
    },
  );

  it('an address in the United States asks for consent', async () => {
    const { body } = await plain.post('/v3.6/applicants', { ...names, location: { ip_address: '8.8.8.8' } });
    const check = { applicant_id: body.id, report_names: ['watchlist_standard'] };
    const refused = await plain.post('/v3.6/checks', check);
    expect([refused.status, refused.body.error.type]).toEqual([422, 'missing_applicant_provided_consents']);
  });
});

it("uses only the operator's file, if one is set", async () => {
  const { body } = await service.post('/v3.6/applicants', { ...names, location: { ip_address: '193.0.6.139' } });
  expect(body.location.country_of_residence).toBeNull();
});

it('is not known in v3.2', async () => {
  const old = await service.post('/v3.2/applicants', { ...names, location: { ip_address: '192.0.2.7' } });
  expect([old.status, old.body.location]).toEqual([201, undefined]);
  expect((await service.get(`/v3.6/applicants/${old.body.id}`)).body.location).toBeNull();
});

it('refuses to start with an invalid file, and names it', async () => {
  const wrong = join(directory, 'wrong.mmdb');
  writeFileSync(wrong, 'no database');
  for (const [locationDatabase, reason] of [
    [wrong, /^--location-database: .*wrong\.mmdb cannot be read as an MMDB file: /],
    [join(directory, 'missing.mmdb'), /^--location-database: .*missing\.mmdb cannot be read as an MMDB file: ENOENT/],
  ] as const) {
    await expect(startService({ settings: { locationDatabase } })).rejects.toThrow(reason);
  }
});

it('knows nothing of an address whose record is damaged', async () => {
  const damaged = join(directory, 'damaged.mmdb');
  const bytes = mmdb([['192.0.2.0/24', { country: { iso_code: 'FR' } }]]);
  // The record itself: a text whose length passes the end of the file.
  const at = bytes.indexOf('FR') - 1;
  bytes[at] = (2 << 5) | 31;
  writeFileSync(damaged, bytes);
  const other = await startService({ settings: { locationDatabase: damaged } });
  try {
    const { status, body } = await other.post('/v3.6/applicants', { ...names, location: { ip_address: '192.0.2.7' } });
    expect([status, body.location.country_of_residence]).toEqual([201, null]);
  } finally {
    await other.close();
  }
});
