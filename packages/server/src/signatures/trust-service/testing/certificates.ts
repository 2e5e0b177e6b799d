import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * True if OpenSSL is installed, which issues the certificates of the tests, signs in the place of a trust service, and validates.
 */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Statements of a certificate about itself. */
export interface Statements {
  readonly compliance?: boolean;
  readonly device?: boolean;
  readonly type?: 'esign' | 'eseal' | 'web';
  readonly country?: string;
}

/** A qualified certificate for the seals of a company. */
export const sealStatements: Statements = { compliance: true, device: true, type: 'eseal' };

export interface CertificateOptions {
  readonly key?: 'p256' | 'p384' | 'rsa';
  readonly subject?: string;
  readonly statements?: Statements;
  /** Days from today; a negative number makes an expired one. */
  readonly days?: number;
}

const TYPES = { esign: 1, eseal: 2, web: 3 } as const;

/** The extension as OpenSSL writes it, which knows nothing of our reader. */
function extensionsOf({ compliance, device, type, country }: Statements): string {
  const sections = [
    ...(compliance ? [['compliance', 'id = OID:0.4.0.1862.1.1']] : []),
    ...(device ? [['device', 'id = OID:0.4.0.1862.1.4']] : []),
    ...(type
      ? [['type', `id = OID:0.4.0.1862.1.6\nwhat = SEQUENCE:types\n[types]\none = OID:0.4.0.1862.1.6.${TYPES[type]}`]]
      : []),
    ...(country
      ? [['law', `id = OID:0.4.0.1862.1.7\nwhat = SEQUENCE:countries\n[countries]\none = PRINTABLESTRING:${country}`]]
      : []),
  ];
  const named = sections.map(([name]) => `${name} = SEQUENCE:${name}`).join('\n');
  const parts = sections.map(([name, body]) => `[${name}]\n${body}`).join('\n');
  const statements = sections.length === 0 ? '' : '1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements\n';
  return `[leaf]\nbasicConstraints = CA:FALSE\nkeyUsage = critical, nonRepudiation\n${statements}[statements]\n${named}\n${parts}\n`;
}

const KEYS = {
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  p384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  rsa: ['-newkey', 'rsa:2048'],
} as const;

export interface Issued {
  /** File of the private key. */
  readonly key: string;
  /** DER as base64: the certificate, its issuer, the root. */
  readonly chain: readonly string[];
}

/** A root, an issuer below it, and the certificates of signers that it issues. */
export function startIssuer() {
  const dir = mkdtempSync(join(tmpdir(), 'trust-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  const base64 = (file: string) => openssl('x509', '-in', file, '-outform', 'DER').toString('base64');
  writeFileSync(
    join(dir, 'ca.cnf'),
    '[issuer]\nbasicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign\n',
  );
  const root = ['-keyout', 'root.key', '-out', 'root.pem', '-subj', '/C=EU/O=Trust Ltd/CN=Trust root', '-days', '20'];
  openssl('req', '-x509', '-nodes', ...KEYS.p256, ...root);
  const issuer = ['-keyout', 'issuer.key', '-out', 'issuer.csr', '-subj', '/C=EU/O=Trust Ltd/CN=Trust issuer'];
  openssl('req', '-nodes', ...KEYS.p256, ...issuer);
  const byRoot = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '20'];
  openssl(
    'x509',
    '-req',
    '-in',
    'issuer.csr',
    ...byRoot,
    '-extfile',
    'ca.cnf',
    '-extensions',
    'issuer',
    '-out',
    'issuer.pem',
  );
  let made = 0;
  return {
    dir,
    openssl,
    /** PEM file. */
    root: join(dir, 'root.pem'),
    issue({
      key = 'p256',
      subject = '/C=GB/O=Acme Ltd/CN=Acme seal',
      statements = {},
      days = 10,
    }: CertificateOptions): Issued {
      made += 1;
      const name = `signer${made}`;
      openssl('req', '-nodes', ...KEYS[key], '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
      writeFileSync(join(dir, `${name}.cnf`), extensionsOf(statements));
      const by = ['-CA', 'issuer.pem', '-CAkey', 'issuer.key', '-CAcreateserial', '-days', `${days}`];
      const extensions = ['-extfile', `${name}.cnf`, '-extensions', 'leaf', '-out', `${name}.pem`];
      openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...extensions);
      return { key: join(dir, `${name}.key`), chain: [`${name}.pem`, 'issuer.pem', 'root.pem'].map(base64) };
    },
    /** Key and certificate of a server on loopback, PEM: the root has signed it. */
    server(): { key: Buffer; cert: Buffer } {
      const subject = ['-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=127.0.0.1'];
      openssl('req', '-nodes', ...KEYS.p256, ...subject);
      writeFileSync(join(dir, 'server.cnf'), '[server]\nsubjectAltName = IP:127.0.0.1\n');
      const extensions = ['-extfile', 'server.cnf', '-extensions', 'server', '-out', 'server.pem'];
      openssl('x509', '-req', '-in', 'server.csr', ...byRoot, ...extensions);
      return { key: readFileSync(join(dir, 'server.key')), cert: readFileSync(join(dir, 'server.pem')) };
    },
    /** Signs a digest with a key by OpenSSL, which hashes nothing. */
    signDigest(key: string, digest: Buffer, hash: string, options: readonly string[] = []): Buffer {
      writeFileSync(join(dir, 'digest'), digest);
      const by = [`digest:${hash}`, ...options].flatMap((one) => ['-pkeyopt', one]);
      openssl('pkeyutl', '-sign', '-inkey', key, '-in', 'digest', ...by, '-out', 'signature');
      return readFileSync(join(dir, 'signature'));
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export type Issuer = ReturnType<typeof startIssuer>;
