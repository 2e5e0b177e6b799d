import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../../testing/service.ts';
import { hasOpenssl, sealStatements } from './testing/certificates.ts';
import { byPin, ECDSA_SHA_256, startCscServer } from './testing/csc-server.ts';

test('a service refuses to start with settings of a trust service that it can not use', async () => {
  const refusal = (settings: object) =>
    startService({ settings }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const client = { cscUrl: 'https://sign.example.com/csc/v2', cscClientId: 'acme', cscClientSecret: 'secret' };
  expect(await refusal({ cscUrl: 'http://sign.example.com/csc/v2', cscPin: '1234' })).toBe(
    [
      '--csc-url must be an address over https, or over http on loopback, without user and password',
      '--csc-pin needs --csc-url, the address of the trust service',
    ].join('\n'),
  );
  expect(await refusal({ cscUrl: client.cscUrl })).toBe(
    '--csc-url needs --csc-client-id and --csc-client-secret, the credentials of this service there',
  );
  expect(await refusal({ ...client, cscClientSecret: '@/nowhere/secret' })).toMatch(
    /^cannot read the secret \/nowhere\/secret: ENOENT/,
  );
  expect(await refusal({ ...client, cscCa: '/nowhere/ca.pem' })).toMatch(/^cannot read the certificates .+ ENOENT/);
  expect(await refusal({ ...client, cscTotpSecret: 'not base32!' })).toBe('--csc-totp-secret must be base32');
});

test('secrets of a trust service may come from files, and the operator sees none of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const csc = hasOpenssl ? await startCscServer() : undefined;
  const secrets = {
    cscClientSecret: csc?.client.secret ?? 'secret',
    cscPin: '246810',
    cscTotpSecret: 'JBSWY3DPEHPK3PXP',
  };
  const files = Object.entries(secrets).map(([name, value]) => {
    writeFileSync(join(folder, name), `${value}\n`);
    return [name, `@${join(folder, name)}`];
  });
  const url = csc?.settings.cscUrl ?? 'https://sign.example.com/csc/v2';
  const given = { cscUrl: url, cscClientId: 'bonafide', ...Object.fromEntries(files) };
  const service = await startService({ settings: given });
  try {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body, bytes } = await service.get('/operator/v1/health', { token: null, headers });
    expect(body.settings).toMatchObject({ cscUrl: url, cscClientSecret: 'set', cscPin: 'set', cscTotpSecret: 'set' });
    for (const secret of Object.values(secrets)) expect(bytes.includes(secret)).toBe(false);
    if (!csc) return;
    const held = { ...csc.issuer.issue({ statements: sealStatements }), ...byPin, algorithms: [ECDSA_SHA_256] };
    csc.credentials.set('seal', held);
    const signer = await service.services.trustServices.live?.credential('a run');
    expect(await signer?.sign(Buffer.from('What is signed'))).toBeInstanceOf(Buffer);
  } finally {
    await service.close();
    await csc?.close();
    rmSync(folder, { recursive: true });
  }
});
