import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  documentSigner,
  issue,
  listSigner,
  masterList,
  pem,
  revocationList,
} from '../../../../verification/src/chip/testing/issuer.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { trustedOf } from '../../checks/reports/state-certificates.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { startService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

function operate(method: string, path = '', raw?: Buffer | string, type = 'application/octet-stream') {
  const headers = {
    authorization: `Bearer ${service.operatorKey}`,
    ...(raw !== undefined && { 'content-type': type }),
  };
  const sent = raw === undefined ? {} : { raw };
  return service.call(method, `/operator/v1/state_certificates${path}`, { token: null, headers, ...sent });
}
const load = async (file: Buffer | string, query: Record<string, string> = {}) => {
  const { status, body } = await operate('POST', `?${new URLSearchParams({ source: 'list', ...query })}`, file);
  return status === 200 ? body : [status, body.error.fields];
};

const german = issue({ country: 'DE' });
const dutch = issue({ country: 'NL' });
const signer = listSigner(german);
const list = masterList(signer, [german.certificate, dutch.certificate]);
const fingerprintOf = async (country: string) =>
  (await operate('GET')).body.certificates.find((one: { country: string }) => one.country === country).fingerprint;

/** Counts the certificates and lists that a live report of an account gets for these countries. */
async function trusted(...countries: string[]) {
  const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'live');
  const { certificates, revocationLists } = await trustedOf(ctx, countries);
  return [certificates.length, revocationLists.length];
}

test('a certificate is loaded, then the master list that its state signs; both are listed and removed', async () => {
  expect((await operate('GET')).body).toEqual({ certificates: [], revocation_lists: [] });
  expect(await load(pem(german.certificate), { source: 'csca-germany.cer' })).toEqual({
    source: 'csca-germany.cer',
    certificates: 1,
    revocation_lists: 0,
    known: 0,
    refused: [],
  });
  service.clock.advance(MINUTE_MS);
  expect(await load(list, { source: 'ICAO_ML.ml' })).toEqual({
    source: 'ICAO_ML.ml',
    certificates: 1,
    revocation_lists: 0,
    known: 1,
    refused: [],
  });
  const { certificates } = (await operate('GET')).body;
  expect(certificates).toEqual([
    {
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      country: 'DE',
      root: true,
      source: 'csca-germany.cer',
      subject: 'C=DE, O=State, CN=CSCA',
      issuer: 'C=DE, O=State, CN=CSCA',
      serial: german.serial.toString('hex'),
      valid_from: '2020-01-01T00:00:00Z',
      valid_to: '2035-01-01T00:00:00Z',
      imported_at: '2026-01-15T09:30:00Z',
      imported_by: { kind: 'operator', id: expect.any(String) },
    },
    expect.objectContaining({ country: 'NL', source: 'ICAO_ML.ml', imported_at: '2026-01-15T09:31:00Z' }),
  ]);
  expect([await trusted('DE'), await trusted('NL', 'DE'), await trusted('FR'), await trusted()]).toEqual([
    ...[
      [1, 0],
      [2, 0],
      [0, 0],
      [0, 0],
    ],
  ]);

  expect((await operate('DELETE', `/${await fingerprintOf('DE')}`)).body).toEqual({
    certificates: 1,
    revocation_lists: 0,
  });
  expect(await trusted('DE', 'NL')).toEqual([1, 0]);
  expect((await operate('DELETE', '/ICAO_ML.ml')).body).toEqual({ certificates: 1, revocation_lists: 0 });
  expect((await operate('DELETE', '/ICAO_ML.ml')).status).toBe(404);
  expect((await operate('GET')).body).toEqual({ certificates: [], revocation_lists: [] });
});

test('a master list that vouches for itself alone is refused until its signer is named', async () => {
  const [status, fields] = await load(list);
  expect(status).toBe(422);
  const [, fingerprint] = /SHA-256 of that certificate, ([0-9a-f]{64}),/.exec(fields.file[0]) ?? [];
  expect((await operate('GET')).body.certificates).toEqual([]);
  expect(await load(list, { signer: fingerprint as string })).toMatchObject({ certificates: 2, refused: [] });
  expect(await fingerprintOf('DE')).toBe(fingerprint);
});

test('a newer revocation list takes the place of the previous one, and an older one changes nothing', async () => {
  await load(german.certificate);
  const lists = ['2026-01-01', '2026-01-08', '2025-12-01'].map((at, i) =>
    revocationList(german, [signer, documentSigner(german)].slice(0, i + 1), { at, next: '2026-03-01' }),
  ) as [Buffer, Buffer, Buffer];
  const shown = async () =>
    (await operate('GET')).body.revocation_lists.map((one: Record<string, unknown>) => [one.issued_at, one.revoked]);
  expect(await load(lists[0])).toMatchObject({ revocation_lists: 1, known: 0 });
  expect(await shown()).toEqual([['2026-01-01T00:00:00Z', 1]]);
  expect(await load(lists[1])).toMatchObject({ revocation_lists: 1, known: 0 });
  expect(await shown()).toEqual([['2026-01-08T00:00:00Z', 2]]);
  expect(await load(lists[2])).toMatchObject({ revocation_lists: 0, known: 1 });
  expect(await load(lists[1])).toMatchObject({ revocation_lists: 0, known: 1 });
  expect(await shown()).toEqual([['2026-01-08T00:00:00Z', 2]]);
  expect(await trusted('DE')).toEqual([1, 1]);
});

test('a revocation list of another key or scope stands beside the previous one', async () => {
  const next = issue({ country: 'DE', from: '2025-01-01' });
  await load(`${pem(german.certificate)}${pem(next.certificate)}`);
  const one = revocationList(german, [signer]);
  expect(await load(one)).toMatchObject({ revocation_lists: 1 });
  expect(await load(revocationList(next, [], { at: '2026-01-08' }))).toMatchObject({ revocation_lists: 1 });
  expect(await load(revocationList(german, [], { at: '2026-01-09', only: 'users' }))).toMatchObject({
    revocation_lists: 1,
  });
  expect(await trusted('DE')).toEqual([2, 3]);
  // A list that is followed while others stand beside it takes nothing else with it.
  expect(await load(revocationList(german, [], { at: '2026-01-10' }))).toMatchObject({ revocation_lists: 1, known: 0 });
  expect(await load(one)).toMatchObject({ revocation_lists: 0, known: 1 });
  expect(await trusted('DE')).toEqual([2, 3]);
  expect(await load(revocationList(german, [], { critical: '2.5.29.27' }))).toEqual([
    ...[422, { file: ['Revocation list of C=DE, O=State, CN=CSCA: it contains only the changes to another list'] }],
  ]);
});

test('what can be taken of a file is taken, and what can not is named', async () => {
  const other = documentSigner(dutch);
  expect(await load(`${pem(german.certificate)}${pem(other.certificate)}`)).toMatchObject({
    certificates: 1,
    refused: ['C=NL, O=State, CN=DS: it is not a CA certificate'],
  });
  expect(await load(revocationList(dutch, []))).toEqual([
    ...[422, { file: ['Revocation list of C=NL, O=State, CN=CSCA: no loaded certificate has signed it'] }],
  ]);
});

test('refused: what holds nothing, has no name or is sent otherwise', async () => {
  const unknown = 'The data is not a certificate, revocation list or master list';
  expect(await load('')).toEqual([422, { file: ['must not be empty'] }]);
  expect(await load('noise')).toEqual([422, { file: [unknown] }]);
  const many = pem(Buffer.from('noise')).repeat(30);
  expect(await load(many)).toEqual([422, { file: [...Array.from({ length: 20 }, () => unknown), 'and 10 more'] }]);
  expect(Object.keys((await load(list, { source: '' }))[1])).toEqual(['source']);
  expect(Object.keys((await load(list, { signer: 'abc' }))[1])).toEqual(['signer']);
  expect((await operate('POST', '?source=x', 'noise', 'application/x-pem-file')).status).toBe(415);
});
