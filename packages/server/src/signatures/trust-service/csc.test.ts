import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { signedData } from '../../crypto/cms.ts';
import { TestClock } from '../../testing/clock.ts';
import { type CscOptions, CscTrustService } from './csc.ts';
import { type CertificateOptions, hasOpenssl, sealStatements } from './testing/certificates.ts';
import { byPin, type CscServer, ECDSA_SHA_256, type HeldCredential, startCscServer } from './testing/csc-server.ts';

const RSA = '1.2.840.113549.1.1.1';
const RSA_SHA_256 = '1.2.840.113549.1.1.11';
const RSA_SHA_512 = '1.2.840.113549.1.1.13';
const RSA_PSS = '1.2.840.113549.1.1.10';
const ECDSA_SHA_384 = '1.2.840.10045.4.3.3';

describe.skipIf(!hasOpenssl)('a remote signing service', () => {
  let csc: CscServer;
  const clock = new TestClock();
  beforeAll(async () => {
    csc = await startCscServer();
  });
  afterAll(() => csc.close());
  beforeEach(() => csc.reset());

  type Held = Partial<Omit<HeldCredential, 'key' | 'chain'>>;
  function hold({ key, ...held }: Held & Pick<CertificateOptions, 'key'> = {}, id = 'seal'): void {
    const issued = csc.issuer.issue({ statements: sealStatements, ...(key && { key }) });
    csc.credentials.set(id, { algorithms: [ECDSA_SHA_256], ...issued, ...held });
  }
  const open = (options: Partial<CscOptions> = {}) =>
    new CscTrustService({
      url: `${csc.origin}/csc/v2/`,
      clientId: csc.client.id,
      clientSecret: csc.client.secret,
      credentialId: 'seal',
      pin: undefined,
      totpSecret: undefined,
      roots: [],
      tlsCa: undefined,
      timeoutMs: 10_000,
      clock,
      worldClock: systemClock,
      log: pino({ level: 'silent' }),
      ...options,
    });
  const data = Buffer.from('What is signed');
  const sign = async (service = open()) => (await service.credential('a run')).sign(data);

  it.each<[string, CertificateOptions['key'], Held, string]>([
    ['ECDSA', 'p256', {}, ECDSA_SHA_256],
    ['ECDSA as two numbers', 'p256', { plain: true }, ECDSA_SHA_256],
    ['ECDSA with SHA-384 alone', 'p384', { algorithms: [ECDSA_SHA_384] }, ECDSA_SHA_384],
    ['RSA', 'rsa', { algorithms: [RSA_PSS, RSA_SHA_256] }, RSA_SHA_256],
    ['RSA whose hash function is named beside it', 'rsa', { algorithms: [RSA_PSS, RSA] }, RSA],
    ['RSA with SHA-512 alone', 'rsa', { algorithms: [RSA_SHA_512] }, RSA_SHA_512],
    ['RSASSA-PSS alone', 'rsa', { algorithms: [RSA_PSS] }, RSA_PSS],
  ])('signs by %s, as OpenSSL reads it', async (_, key, held, signAlgo) => {
    hold({ ...(key && { key }), ...held });
    const signer = await open().credential('a run');
    const content = Buffer.from('A document');
    const digest = createHash(signer.algorithm.hash).update(content).digest();
    writeFileSync(join(csc.issuer.dir, 'cms'), await signedData(digest, signer));
    writeFileSync(join(csc.issuer.dir, 'content'), content);
    const files = ['-in', 'cms', '-content', 'content', '-CAfile', 'root.pem', '-out', 'out'];
    csc.issuer.openssl('cms', '-verify', '-binary', '-inform', 'DER', '-cades', '-purpose', 'any', ...files);
    expect(csc.callsOf('signatures/signHash')[0]?.body.signAlgo).toBe(signAlgo);
    // Another document is not what was signed.
    writeFileSync(join(csc.issuer.dir, 'content'), 'Another document');
    expect(() =>
      csc.issuer.openssl('cms', '-verify', '-binary', '-inform', 'DER', '-cades', '-purpose', 'any', ...files),
    ).toThrow();
  });

  it('is asked by the only credential of the client, where the settings name none', async () => {
    hold({}, 'only');
    const service = open({ credentialId: undefined });
    expect(await sign(service)).toBeInstanceOf(Buffer);
    hold({}, 'another');
    await expect(service.credential('a run')).rejects.toThrow(
      'has 2 credentials for this client. Choose one with the setting csc-credential',
    );
    csc.credentials.clear();
    await expect(service.credential('a run')).rejects.toThrow('has 0 credentials for this client');
  });

  it('is not waited for beyond its time', async () => {
    hold();
    const service = open();
    const signer = await service.credential('a run');
    const slow = open({ timeoutMs: 500 });
    csc.reply('info', 'hang');
    await expect(slow.credential('a run')).rejects.toMatchObject({
      type: 'unavailable',
      retryAfter: 30,
      message: 'The trust service could not be reached: No answer within 500 ms',
    });
    csc.reply('signatures/signHash', 'break');
    await expect(signer.sign(data)).rejects.toMatchObject({ type: 'unavailable' });
    expect(await signer.sign(data)).toBeInstanceOf(Buffer);
  });

  describe('lets the client in', () => {
    const tokens = () => csc.callsOf('oauth2/token').length + csc.callsOf('elsewhere/token').length;

    it('by its own credentials, and again when the token has expired', async () => {
      hold();
      const service = open();
      await Promise.all([sign(service), sign(service), sign(service)]);
      expect(tokens()).toBe(1);
      clock.advance(3_569_999);
      await sign(service);
      expect(tokens()).toBe(1);
      clock.advance(1);
      await sign(service);
      expect(tokens()).toBe(2);
      csc.state.lifetime = undefined;
      csc.tokens.clear();
      await sign(service);
      clock.advance(3_569_999);
      await sign(service);
      expect(tokens()).toBe(3);
    });

    it('at the server that its metadata name', async () => {
      hold();
      csc.state.described = { oauth2: undefined, oauth2Issuer: csc.origin };
      await sign();
      expect(csc.calls.slice(0, 3).map(({ method }) => method)).toEqual([
        'info',
        '.well-known/oauth-authorization-server',
        'elsewhere/token',
      ]);
    });

    it('or refuses, or is down', async () => {
      hold();
      await expect(sign(open({ clientSecret: 'wrong' }))).rejects.toThrow(
        'did not issue an access token: its authorisation server answered 401 (invalid_client)',
      );
      csc.reply('oauth2/token', { status: 503, body: 'Maintenance' });
      const service = open();
      await expect(sign(service)).rejects.toMatchObject({ type: 'unavailable' });
      csc.reply('info', { status: 500, body: {} });
      await expect(sign(service)).rejects.toMatchObject({ type: 'unavailable' });
      csc.reply('oauth2/token', { status: 429, body: { error: 'temporarily_unavailable' } });
      await expect(sign(service)).rejects.toMatchObject({ type: 'unavailable' });
      // The next try is a new one.
      expect(await sign(service)).toBeInstanceOf(Buffer);
      csc.reply('oauth2/token', 'break');
      await expect(sign()).rejects.toMatchObject({ type: 'unavailable' });
      csc.reply('oauth2/token', 'hang');
      await expect(sign(open({ timeoutMs: 500 }))).rejects.toMatchObject({ type: 'unavailable' });
    });

    it.each<[string, object, string]>([
      ['an earlier version', { specs: '1.0.4.0' }, 'does not offer version 2 of the CSC API'],
      ['no hashes', { methods: ['credentials/info'] }, 'has no method credentials/authorize, signatures/signHash'],
      ['people alone', { authType: ['oauth2code'] }, 'does not support client credentials (oauth2client)'],
      ['plain HTTP', { oauth2: 'http://oauth.example.com' }, 'has no authorisation server with an https address'],
      ['no server', { oauth2: undefined }, 'has no authorisation server with an https address'],
    ])('but not one that has %s', async (_, described, message) => {
      hold();
      csc.state.described = described;
      await expect(sign()).rejects.toThrow(message);
      // No secret has left.
      expect(tokens()).toBe(0);
    });
  });

  describe('wants an authorisation', () => {
    const SECRET = 'JBSWY3DPEHPK3PXP';
    const PIN = { type: 'Password', id: 'PIN', format: 'N' };
    const OTP = { type: 'Password', id: 'OTP', generator: 'totp' };
    const code = () => new TOTP({ secret: SECRET }).generate({ timestamp: clock.now() });
    const objects = [PIN, OTP];

    it('by PIN and one-time code, each code once', async () => {
      hold({ auth: { mode: 'explicit', objects }, secrets: { PIN: '1234', OTP: code } });
      const service = open({ pin: '1234', totpSecret: SECRET });
      expect(await sign(service)).toBeInstanceOf(Buffer);
      await expect(sign(service)).rejects.toMatchObject({
        message: 'The trust service takes each one-time code once',
        delay: 30_000 - (clock.now() % 30_000),
      });
      clock.advance(30_000 - (clock.now() % 30_000));
      expect(await sign(service)).toBeInstanceOf(Buffer);
    });

    it('by one of them, which the settings give', async () => {
      const auth = { mode: 'explicit', expression: '(SMS AND PIN) OR (PIN XOR OTP)' };
      hold({ auth: { ...auth, objects: [...objects, { type: 'PasswordOOB', id: 'SMS' }] }, secrets: { OTP: code } });
      expect(await sign(open({ totpSecret: SECRET }))).toBeInstanceOf(Buffer);
      await expect(sign(open())).rejects.toThrow(
        'needs authorisation data that the settings do not contain: (SMS AND PIN) OR (PIN XOR OTP)',
      );
    });

    it('of a person, which no setting gives', async () => {
      hold({ auth: { mode: 'explicit', objects: [PIN, { type: 'ChallengeResponseOOB', id: 'Phone' }] } });
      await expect(sign(open({ pin: '1234' }))).rejects.toThrow(
        'needs authorisation data that the settings do not contain: PIN (Password) AND Phone (ChallengeResponseOOB)',
      );
    });

    it('and is asked no more once it has refused a PIN, since it locks the credential after a few', async () => {
      hold(byPin);
      const service = open({ pin: '0000' });
      await expect(sign(service)).rejects.toThrow(
        'answered 400 to credentials/authorize (invalid_authentication_data)',
      );
      const before = csc.calls.length;
      await expect(sign(service)).rejects.toThrow(
        'refused the PIN or one-time code in the settings. Correct the setting and restart; until then no signatures are requested',
      );
      expect(csc.calls.length).toBe(before);
      expect(await sign(open({ pin: byPin.secrets.PIN }))).toBeInstanceOf(Buffer);
    });
  });

  it('is asked over HTTPS, by an authority of the settings where it has one of its own', async () => {
    const secure = await startCscServer({ tls: true });
    try {
      const held = { ...secure.issuer.issue({ statements: sealStatements }), algorithms: [ECDSA_SHA_256] };
      secure.credentials.set('seal', held);
      const at = { url: secure.settings.cscUrl };
      const tlsCa = readFileSync(secure.issuer.root, 'utf8');
      for (const described of [{}, { oauth2: undefined, oauth2Issuer: secure.origin }]) {
        secure.state.described = described;
        expect(await sign(open({ ...at, tlsCa }))).toBeInstanceOf(Buffer);
      }
      const before = secure.calls.length;
      await expect(sign(open(at))).rejects.toMatchObject({
        type: 'unavailable',
        message: expect.stringContaining('unable to verify the first certificate'),
      });
      expect(secure.calls.length).toBe(before);
    } finally {
      await secure.close();
    }
  });

  it('has a certificate that leads to a root in the settings', async () => {
    hold();
    const roots = [new X509Certificate(readFileSync(csc.issuer.root))];
    expect(await sign(open({ roots }))).toBeInstanceOf(Buffer);
    const [, issuer] = (csc.credentials.get('seal') as HeldCredential).chain;
    expect(await sign(open({ roots: [new X509Certificate(Buffer.from(issuer as string, 'base64'))] }))).toBeInstanceOf(
      Buffer,
    );
    const other = join(csc.issuer.dir, 'other.pem');
    const subject = ['-subj', '/CN=Trust root', '-days', '2', '-keyout', join(csc.issuer.dir, 'other.key')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-out', other], {
      stdio: 'ignore',
    });
    await expect(sign(open({ roots: [new X509Certificate(readFileSync(other))] }))).rejects.toThrow(
      'signs with a certificate that is not issued by an authority of the setting csc-ca',
    );
  });
});
