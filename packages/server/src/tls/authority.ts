import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Clock, DAY_MS } from '../base/clock.ts';
import type { Pair } from './issue.ts';
import { readIfThere, writeWhole } from './pem-file.ts';

export interface LocalCertificate extends Pair {
  /** Path of the authority's certificate, for `NODE_EXTRA_CA_CERTS` and the like. */
  readonly caFile: string;
}

/** A server certificate is renewed at a start this long before its end. */
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** Labels of RFC 1123, the underscore of container names besides, and a wildcard in front. */
const DNS_NAME = /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/i;

const PRIVATE = 0o600;
const PUBLIC = 0o644;

/**
 * The certificate of a server in development, signed by an authority of its own: `ca.pem`, `ca.key`, `server.pem` and
 * `server.key` in `dir`. Made at the first start; the server's one again when it nears its end or lacks a name; the
 * authority only when it is gone or has ended, since every client has to install a new one.
 *
 * The authority isn't constrained to names, because names may be added later without a change at the clients.
 *
 * @param names host names and IP addresses beside localhost, 127.0.0.1, ::1 and the name of this machine
 */
export async function loadOrCreate(
  dir: string,
  { names = [], clock }: { names?: readonly string[]; clock: Clock },
): Promise<LocalCertificate> {
  const hostNames = allNames(names);
  const caFile = join(dir, 'ca.pem');
  const now = clock.now();
  await mkdir(dir, { recursive: true, mode: 0o700 });

  const ca = parsed(await readIfThere(caFile));
  const server = await readPair(dir, 'server');
  if (ca && server && serves(server, ca, hostNames, now)) return { ...server, caFile };

  // Costs 100 ms to load, so only when there is something to issue.
  const { issueAuthority, issueServer } = await import('./issue.ts');
  let authority = await readPair(dir, 'ca');
  if (!authority || endOf(authority.cert) < now + RENEW_BEFORE_MS) {
    authority = await issueAuthority(now);
    await writePair(dir, 'ca', authority);
  }
  const issued = await issueServer(authority, hostNames, now);
  await writePair(dir, 'server', issued);
  return { ...issued, caFile };
}

function allNames(requested: readonly string[]): string[] {
  // The form of IPv6 addresses in URLs.
  const names = requested.map((name) => name.replace(/^\[(.*)\]$/, '$1'));
  for (const name of names) {
    if (!isName(name))
      throw new Error(`"${name}" is neither a host name nor an IP address, so a certificate can't contain it`);
  }
  const machine = [hostname()].filter(isName);
  return [...new Set(['localhost', '127.0.0.1', '::1', ...machine, ...names].map((name) => name.toLowerCase()))];
}

function isName(name: string): boolean {
  return isIP(name) !== 0 || DNS_NAME.test(name);
}

function serves({ cert }: Pair, ca: X509Certificate, names: readonly string[], now: number): boolean {
  const leaf = new X509Certificate(cert);
  return (
    leaf.checkIssued(ca) &&
    leaf.verify(ca.publicKey) &&
    endOf(cert) >= now + RENEW_BEFORE_MS &&
    names.every((name) => (isIP(name) === 0 ? leaf.checkHost(name) : leaf.checkIP(name)) !== undefined)
  );
}

/** Undefined when there is no certificate or a broken one. */
function parsed(cert: string | undefined): X509Certificate | undefined {
  try {
    return cert ? new X509Certificate(cert) : undefined;
  } catch {
    return undefined;
  }
}

function endOf(cert: string): number {
  return Date.parse(new X509Certificate(cert).validTo);
}

/** Undefined when one of the two is missing or broken, or when a crash between writing them left two that don't match. */
async function readPair(dir: string, name: string): Promise<Pair | undefined> {
  const [cert, key] = await Promise.all([readIfThere(join(dir, `${name}.pem`)), readIfThere(join(dir, `${name}.key`))]);
  if (!cert || !key) return undefined;
  try {
    return parsed(cert)?.checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined;
  } catch {
    return undefined;
  }
}

async function writePair(dir: string, name: string, { cert, key }: Pair): Promise<void> {
  await writeWhole(join(dir, `${name}.key`), key, PRIVATE);
  await writeWhole(join(dir, `${name}.pem`), cert, PUBLIC);
}
