import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signatureOf } from './signature.ts';

/** Validators that know nothing of our code, on files in a folder of their own. */
function inFolder<T>(work: (path: (name: string, bytes: Buffer | string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'validators-'));
  try {
    return work((name, bytes) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns Poppler's report on the signatures of a file. */
export function pdfsig(bytes: Buffer): string {
  return inFolder((path) => spawnSync('pdfsig', ['-nocert', path('signed.pdf', bytes)], { encoding: 'utf8' }).stdout);
}

/**
 * Verifies the CMS of a file with OpenSSL; throws when it doesn't hold.
 *
 * @param root PEM file to which its certificate must lead; by default any certificate is trusted
 */
export function opensslVerify(bytes: Buffer, root?: string): void {
  const text = bytes.toString('latin1');
  const range = [...text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/g)].at(-1);
  const [start, end, length] = [range?.[2], range?.[3], range?.[4]].map(Number) as [number, number, number];
  expect(end + length).toBe(bytes.length);
  inFolder((path) => {
    const content = path('content', Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
    const cms = path('cms', Buffer.from(text.slice(start + 1, end - 1), 'hex'));
    const trusted = root ?? path('own.pem', signatureOf(bytes).certificate.toString());
    const files = ['-in', cms, '-content', content, '-CAfile', trusted, '-out', '/dev/null'];
    const options = ['-verify', '-binary', '-inform', 'DER', '-cades', '-purpose', 'any'];
    execFileSync('openssl', ['cms', ...options, ...files], { stdio: 'pipe' });
  });
}
