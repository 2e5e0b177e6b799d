import { expect, test } from 'vitest';
import { documentSigner, issue } from '../../../../verification/src/chip/testing/issuer.ts';
import { sealIssuer } from '../../../../verification/src/seal/testing.ts';
import { sealTrustOf } from '../../checks/reports/seal-keys.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

function operate(method: string, path: string, raw?: Uint8Array, type = 'application/octet-stream') {
  const headers = { authorization: `Bearer ${service.operatorKey}`, ...(raw && { 'content-type': type }) };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(raw && { raw: Buffer.from(raw) }) });
}

const load = async (file: Uint8Array, scheme: string, country: string, source = 'keys') => {
  const { status, body } = await operate(
    'POST',
    `/seal_keys?${new URLSearchParams({ source, scheme, country })}`,
    file,
  );
  return status === 200 ? body : [status, body.error.fields];
};

/** Loaded keys and certificates of states that a live report gets for a seal. */
async function trusted(environment: 'live' | 'sandbox', scheme: 'aadhaar' | 'icao_vds', issuer: string) {
  const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, environment);
  const { keys, certificates } = await sealTrustOf(ctx, [{ scheme, issuer }]);
  return [keys.map(({ country, reference }) => [country, reference]), certificates.length];
}

test('keys of issuers are loaded, listed, used by reports of every environment, and removed', async () => {
  const { key } = sealIssuer('aadhaar');
  expect(await load(key.der, 'aadhaar', 'IND', 'uidai.pem')).toEqual({
    source: 'uidai.pem',
    keys: 1,
    known: 0,
    refused: [],
  });
  expect(await load(key.der, 'aadhaar', 'IND', 'again')).toEqual({ source: 'again', keys: 0, known: 1, refused: [] });
  const { keys } = (await operate('GET', '/seal_keys')).body;
  expect(keys).toEqual([
    {
      scheme: 'aadhaar',
      country: 'IND',
      reference: null,
      subject: null,
      algorithm: 'RSA 2048',
      valid_from: null,
      valid_to: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      source: 'uidai.pem',
      imported_at: '2026-01-15T09:30:00Z',
      imported_by: { kind: 'operator', id: expect.any(String) },
    },
  ]);
  for (const environment of ['live', 'sandbox'] as const) {
    expect(await trusted(environment, 'aadhaar', 'IND')).toEqual([[['IND', null]], 0]);
  }
  expect((await operate('DELETE', `/seal_keys/${keys[0].fingerprint}`)).body).toEqual({ keys: 1 });
  expect((await operate('DELETE', '/seal_keys/uidai.pem')).status).toBe(404);
  expect(await trusted('live', 'aadhaar', 'IND')).toEqual([[], 0]);
});

test('a signer of a state is loaded once the certificate of the state is', async () => {
  const state = issue({ country: 'DE' });
  const signer = documentSigner(state, { common: 'TS' });
  expect(await load(signer.certificate, 'icao_vds', 'DEU')).toEqual([
    422,
    { file: [expect.stringMatching(/the state certificate that issued C=DE, O=State, CN=TS is not loaded$/)] },
  ]);
  expect((await operate('POST', '/state_certificates?source=csca', state.certificate)).status).toBe(200);
  expect(await load(signer.certificate, 'icao_vds', 'DEU')).toMatchObject({ keys: 1, refused: [] });
  const serial = signer.serial.toString('hex').replace(/^0+/, '').toUpperCase();
  expect(await trusted('live', 'icao_vds', 'DEU')).toEqual([[['DEU', `DETS${serial}`]], 1]);
});

test('anything else is refused with the reason', async () => {
  const { key } = sealIssuer('philsys_v1');
  expect(await load(key.der, 'aadhaar', 'PHL')).toEqual([422, { file: ['Keys of aadhaar belong to IND'] }]);
  expect(await load(Buffer.from('nothing'), 'claim_169', 'TGO')).toEqual([
    422,
    { file: ['The file has no keys that can be read'] },
  ]);
  expect((await operate('POST', '/seal_keys?source=a&scheme=other&country=IND', key.der)).status).toBe(422);
  expect(
    (await operate('POST', '/seal_keys?source=a&scheme=claim_169&country=TGO', key.der, 'application/json')).status,
  ).toBe(400);
});
