import { X509Certificate } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentSigner, ecdsa } from '../../../../verification/src/chip/testing/issuer.ts';
import {
  ADA,
  issueMdoc,
  issueSdJwt,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { storyOf } from './testing/story.ts';
import { answerOf } from './testing/wallet.ts';
import { reader, readerSettings, registrar, validity } from './testing/wallet-reader.ts';

const ORIGIN = 'https://shop.example';
let service: TestService;
const german = state('DE', { alpha3: 'DEU' });
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on', ...readerSettings() } });
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  const path = '/operator/v1/credential_issuers?source=test';
  await service.call('POST', path, { token: null, headers, raw: german.authority.certificate });
});
afterAll(() => service.close());

async function ask() {
  const story = storyOf(service, 'v3.6');
  const account = { token: service.liveToken };
  const app: Call = await story.sdk(await story.applicant({}, account), account);
  const sdk: Call = { ...app, headers: { ...app.headers, origin: ORIGIN } };
  const { body } = await service.get('/v3.6/digital_credentials/request', sdk);
  return { sdk, asked: body.data };
}

test('a wallet gets a request that the certificate of the operator signed, and may answer either of two', async () => {
  const { sdk, asked } = await ask();
  expect(asked.requests.map(({ protocol }: { protocol: string }) => protocol)).toEqual([
    'openid4vp-v1-signed',
    'openid4vp-v1-unsigned',
  ]);
  const [{ data: signed }, { data: unsigned }] = asked.requests;
  expect(Object.keys(signed)).toEqual(['request']);
  // The wallet knows the authority, so the request has the reader's certificate alone.
  expect(decodeProtectedHeader(signed.request)).toEqual({
    alg: 'ES256',
    typ: 'oauth-authz-req+jwt',
    x5c: [new X509Certificate(reader.certificate).raw.toString('base64')],
  });
  expect(decodeJwt(signed.request)).toMatchObject({ ...unsigned, expected_origins: [ORIGIN] });
  expect(unsigned).not.toHaveProperty('client_id');

  const holder = { ...ADA, country: 'DE', portrait: face('010', 'neutral') };
  const now = service.clock.now();
  const pid = issueSdJwt(german, holder, newDevice());
  const { status, body } = await service.post(
    '/v3.6/digital_credentials',
    await answerOf(asked, pid, { origin: ORIGIN, now }),
    sdk,
  );
  expect([status, body.type]).toEqual([201, 'national_identity_card']);
  const other = await ask();
  const licence = issueMdoc(german, holder, newDevice());
  const plain = { ...other.asked, requests: [other.asked.requests[1]] };
  const answer = await answerOf(plain, licence, { origin: ORIGIN, now });
  expect((await service.post('/v3.6/digital_credentials', answer, other.sdk)).status).toBe(201);
  // A request is for the page whose origin asked.
  await expect(answerOf(asked, pid, { origin: 'https://phishing.example', now })).rejects.toThrow('Refused');
});

test.each([
  ['self', [registrar], registrar, 'signs itself. Wallets require one that an authority has issued'],
  [
    'curve',
    [documentSigner(registrar, { common: 'P-384', signing: ecdsa('secp384r1'), ...validity })],
    undefined,
    'is not on the curve P-256, which wallets require',
  ],
  ['foreign', [reader], registrar, 'does not belong to the certificate'],
] as const)('a certificate that wallets would refuse stops the start: %s', async (_, chain, key, reason) => {
  const settings = readerSettings(chain, key ?? chain[0]);
  await expect(startService({ settings })).rejects.toThrow(reason);
});

test('certificate and key go together', async () => {
  const { walletReaderCert } = readerSettings();
  await expect(startService({ settings: { walletReaderCert } })).rejects.toThrow(
    '--wallet-reader-cert and --wallet-reader-key go together',
  );
});
