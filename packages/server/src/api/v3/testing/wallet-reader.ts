import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentSigner, type Issued, issue } from '../../../../../verification/src/chip/testing/issuer.ts';

/** Certificates of a verifier that signs requests to wallets, and the settings that name them. */

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const validity = { from: day(-10), to: day(300) };

export const registrar = issue({ country: 'DE', common: 'Registrar', ...validity });
export const reader = documentSigner(registrar, { common: 'Shop Ltd', ...validity });

const pem = ({ certificate }: Issued) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;

/** The same certificates and key as settings for requests by `org-iso-mdoc`. */
export function mdocReaderSettings(...of: Parameters<typeof readerSettings>) {
  const { walletReaderCert: mdocReaderCert, walletReaderKey: mdocReaderKey } = readerSettings(...of);
  return { mdocReaderCert, mdocReaderKey };
}

/** Writes certificates and a key into a new folder of temporary files, and returns the settings that name them. */
export function readerSettings(chain: readonly Issued[] = [reader, registrar], { signing }: Issued = reader) {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-reader-'));
  const paths = { walletReaderCert: join(folder, 'reader.pem'), walletReaderKey: join(folder, 'reader.key') };
  writeFileSync(paths.walletReaderCert, chain.map(pem).join(''));
  writeFileSync(paths.walletReaderKey, signing.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return paths;
}
