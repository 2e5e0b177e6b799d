import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../base/clock.ts';
import type { Pair } from './issue.ts';

/**
 * Loads a certificate chain and its private key from PEM files. Throws an error that says which file is wrong, and how:
 * unreadable, no PEM, a key of another certificate, not valid yet, or expired.
 */
export async function loadCertificate(files: { certFile: string; keyFile: string }, clock: Clock): Promise<Pair> {
  const cert = await readText('certificate', files.certFile);
  const key = await readText('private key', files.keyFile);
  const leaf = parse('certificate', files.certFile, () => new X509Certificate(cert));
  const privateKey: KeyObject = parse('private key', files.keyFile, () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new Error(`the private key ${files.keyFile} does not belong to the certificate ${files.certFile}`);
  }
  const now = clock.now();
  if (now > Date.parse(leaf.validTo)) throw new Error(`the certificate ${files.certFile} expired on ${leaf.validTo}`);
  if (now < Date.parse(leaf.validFrom)) {
    throw new Error(`the certificate ${files.certFile} is not valid before ${leaf.validFrom}`);
  }
  return { cert, key };
}

/** The certificates of a PEM file of the settings, at least one. Throws an error that says what can't be used, and why. */
export async function readCertificates(file: string): Promise<X509Certificate[]> {
  const text = await readText('certificates', file);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error(`${file} has no certificate (PEM)`);
  return blocks.map((block) => parse('certificate', file, () => new X509Certificate(block)));
}

/** Text of a file of the settings. Throws an error that says what can't be read, and why. */
export async function readText(what: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`cannot read the ${what} ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function parse<T>(what: string, file: string, parser: () => T): T {
  try {
    return parser();
  } catch (error) {
    throw new Error(`${file} contains no ${what} in PEM format: ${(error as Error).message}`, { cause: error });
  }
}
