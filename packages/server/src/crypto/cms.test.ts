import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../base/clock.ts';
import { issueSigner } from '../tls/issue.ts';
import { signedData } from './cms.ts';
import { chainOf, localSigner } from './signer.ts';

const NOW = Date.now();
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'cms-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('a detached signature', () => {
  /** Verifies the signature of `content`, by `signer`, with OpenSSL. */
  function verify(content: Buffer, signature: Buffer, cert: string) {
    for (const [name, bytes] of Object.entries({ content, signature, 'ca.pem': cert }))
      writeFileSync(join(dir, name), bytes);
    const options = ['-binary', '-inform', 'DER', '-in', 'signature', '-content', 'content', '-CAfile', 'ca.pem'];
    return spawnSync('openssl', ['cms', '-verify', '-cades', '-purpose', 'any', ...options], {
      cwd: dir,
      encoding: 'utf8',
    });
  }

  const digestOf = (content: Buffer) => createHash('sha256').update(content).digest();

  it.skipIf(!hasOpenssl)('holds for the content and for no other, as others read it', async () => {
    const { cert, key } = await issueSigner('verify.example.com', NOW);
    const content = Buffer.from('What was found');
    const signature = await signedData(digestOf(content), localSigner(createPrivateKey(key), chainOf(cert)));
    expect(verify(content, signature, cert)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('successful'),
    });
    expect(verify(Buffer.from('What was lost'), signature, cert).status).not.toBe(0);
    const { cert: stranger } = await issueSigner('Bonafide evidence', NOW);
    expect(verify(content, signature, stranger).status).not.toBe(0);
  });

  it.skipIf(!hasOpenssl)('may be made with a key of RSA', async () => {
    const files = { key: join(dir, 'rsa.key'), cert: join(dir, 'rsa.pem') };
    const subject = ['-subj', '/C=GB/O=Acme Ltd/CN=Acme evidence', '-days', '2'];
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.cert];
    execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
    const cert = execFileSync('openssl', ['x509', '-in', files.cert], { encoding: 'utf8' });
    const key: KeyObject = createPrivateKey(execFileSync('openssl', ['pkey', '-in', files.key]));
    const content = Buffer.from('What was found');
    const signature = await signedData(digestOf(content), localSigner(key, chainOf(cert)));
    expect(verify(content, signature, cert)).toMatchObject({ status: 0 });
  });

  it('needs a certificate', async () => {
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await expect(signedData(digestOf(Buffer.alloc(0)), localSigner(key, []))).rejects.toThrow('needs a certificate');
  });

  it('carries the chain', async () => {
    const { cert } = await issueSigner('Bonafide evidence', NOW);
    const [one, two] = chainOf(`${cert}\n${cert}`).map((bytes) => new X509Certificate(bytes));
    expect([one?.subject, two?.subject]).toEqual(['CN=Bonafide evidence', 'CN=Bonafide evidence']);
    expect(Date.parse(one?.validTo as string)).toBe(Math.floor((NOW + 3650 * DAY_MS) / 1000) * 1000);
  });
});
