import { expect, test } from 'vitest';
import { state } from '../../../../verification/src/credential/testing/issuer.ts';
import { trustedIssuers } from '../../checks/credentials/issuers.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

function operate(method: string, path: string, raw?: Uint8Array) {
  const type = { 'content-type': 'application/octet-stream' };
  const headers = { authorization: `Bearer ${service.operatorKey}`, ...(raw && type) };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(raw && { raw: Buffer.from(raw) }) });
}

test('issuers are loaded, listed, trusted, and removed', async () => {
  const { authority } = state();
  const load = (source: string) => operate('POST', `/credential_issuers?source=${source}`, authority.certificate);
  expect((await load('iaca.pem')).body).toEqual({ source: 'iaca.pem', issuers: 1, known: 0, refused: [] });
  expect((await load('again')).body).toEqual({ source: 'again', issuers: 0, known: 1, refused: [] });
  const { issuers } = (await operate('GET', '/credential_issuers')).body;
  expect(issuers).toEqual([
    {
      kind: 'certificate',
      country: 'USA',
      name: null,
      types: null,
      subject: 'C=US, O=State, CN=IACA',
      valid_from: '2020-01-01T00:00:00Z',
      valid_to: '2035-01-01T00:00:00Z',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      source: 'iaca.pem',
      imported_at: '2026-01-15T09:30:00Z',
      imported_by: { kind: 'operator', id: expect.any(String) },
    },
  ]);
  const trusted = { kind: 'certificate', country: 'USA', name: null, types: null };
  expect(await trustedIssuers(service.services)).toMatchObject([trusted]);
  expect((await operate('DELETE', `/credential_issuers/${issuers[0].fingerprint}`)).body).toEqual({ issuers: 1 });
  expect((await operate('DELETE', '/credential_issuers/iaca.pem')).status).toBe(404);
  expect(await trustedIssuers(service.services)).toEqual([]);
});

test('an issuer can be loaded for types, and for its own country only', async () => {
  const { certificate } = state('US').authority;
  const types = 'org.iso.23220.photoid.1,com.google.wallet.idcard.1';
  expect((await operate('POST', `/credential_issuers?source=google&types=${types}`, certificate)).status).toBe(200);
  const { issuers } = (await operate('GET', '/credential_issuers')).body;
  expect(issuers[0].types).toEqual(types.split(','));
  const refused = await operate('POST', '/credential_issuers?source=a&country=DEU', certificate);
  expect([refused.status, refused.body.error.fields]).toEqual([
    422,
    { file: ['C=US, O=State, CN=IACA: belongs to USA'] },
  ]);
  const nothing = await operate('POST', '/credential_issuers?source=a', Buffer.from('nothing'));
  expect(nothing.body.error.fields).toEqual({ file: ['The file has no issuers that can be read'] });
  expect((await operate('DELETE', '/credential_issuers/google')).body).toEqual({ issuers: 1 });
});
