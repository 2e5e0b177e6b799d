import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';

/** True if OpenSSL is installed, which is the authority and the validator of the tests. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/**
 * Object identifier of a time stamp as the content of a message (RFC 3161, 2.4.2); the next constant is the status of an answer
 * that has one.
 */
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const GRANTED = Buffer.from('3003020100', 'hex');

const CONFIG = `
[tsa]
default_tsa = authority
[authority]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[authority_certificate]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[other_certificate]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, codeSigning
`;

/** A time-stamp authority of OpenSSL on loopback, with a root certificate of its own. */
export async function startAuthority() {
  const dir = mkdtempSync(join(tmpdir(), 'authority-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  writeFileSync(join(dir, 'tsa.cnf'), CONFIG);
  writeFileSync(join(dir, 'serial'), '01\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Time root', '-days', '2');
  openssl('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Time');
  for (const [file, section] of Object.entries({ tsa: 'authority_certificate', other: 'other_certificate' })) {
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
    const extensions = ['-extfile', 'tsa.cnf', '-extensions', section];
    openssl('x509', '-req', '-in', 'tsa.csr', ...by, ...extensions, '-out', `${file}.pem`);
  }
  const rsa = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'rsa.key', '-out', 'rsa.csr', '-subj', '/CN=Time by RSA'];
  openssl('req', ...rsa);
  const byRoot = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'tsa.cnf'];
  openssl('x509', '-req', '-in', 'rsa.csr', ...byRoot, '-extensions', 'authority_certificate', '-out', 'rsa.pem');

  const answer = async (query: Buffer): Promise<Buffer> => {
    writeFileSync(join(dir, 'query'), query);
    const files = ['-queryfile', 'query', '-signer', 'tsa.pem', '-inkey', 'tsa.key', '-config', 'tsa.cnf'];
    const run = promisify(execFile)('openssl', ['ts', '-reply', ...files], { cwd: dir, encoding: 'buffer' });
    return (await run).stdout;
  };
  /**
   * An answer whose time stamp is signed again, by `openssl cms`: `openssl ts` signs with certificates for time stamps alone, and
   * never with RSASSA-PSS.
   */
  const signedAnew = async (query: Buffer, [certificate, key]: readonly [string, string], ...options: string[]) => {
    writeFileSync(join(dir, 'first'), await answer(query));
    openssl('ts', '-reply', '-in', 'first', '-token_out', '-out', 'first.token');
    openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', 'first.token', '-out', 'info');
    const signing = ['-sign', '-cades', '-binary', '-nodetach', '-outform', 'DER', '-md', 'sha256'];
    const by = ['-econtent_type', TST_INFO, '-in', 'info', '-signer', certificate, '-inkey', key];
    const message = openssl('cms', ...signing, ...by, ...options);
    const inner = Buffer.concat([GRANTED, message]);
    return Buffer.concat([Buffer.from([0x30, 0x82, inner.length >> 8, inner.length & 0xff]), inner]);
  };
  const state = { queries: 0, mode: 'works' as 'works' | 'down' | 'nonsense' };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      state.queries += 1;
      if (state.mode === 'down') response.writeHead(503).end();
      else if (state.mode === 'nonsense') response.end('Come back later');
      else {
        const whole = Buffer.concat(parts);
        void answer(whole).then((bytes) =>
          response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes),
        );
      }
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  /** Returns whether the signature of a CMS message (DER) has a time stamp of the authority, as OpenSSL reads it. */
  const isStamped = (cms: Buffer): boolean => {
    const [signer] = AsnConvert.parse(AsnConvert.parse(cms, ContentInfo).content, SignedData).signerInfos;
    const [token] = signer?.unsignedAttrs ?? [];
    if (!signer || !token) return false;
    writeFileSync(join(dir, 'value'), Buffer.from(signer.signature.buffer));
    writeFileSync(join(dir, 'token'), Buffer.from(token.attrValues[0] as ArrayBuffer));
    const files = ['-data', 'value', '-in', 'token', '-token_in', '-CAfile', 'ca.pem'];
    return openssl('ts', '-verify', ...files)
      .toString()
      .includes('Verification: OK');
  };
  return {
    dir,
    state,
    isStamped,
    answer,
    signedAnew,
    openssl,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ca: join(dir, 'ca.pem'),
    async close() {
      await new Promise((done) => {
        server.close(done);
      });
      rmSync(dir, { recursive: true });
    },
  };
}

export type Authority = Awaited<ReturnType<typeof startAuthority>>;
