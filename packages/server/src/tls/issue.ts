import { DAY_MS } from '../base/clock.ts';
import 'reflect-metadata';
import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, both PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** An operator installs the authority at each client once, so it lasts. */
const AUTHORITY_DAYS = 3650;

/** Apple's systems refuse server certificates that live longer than 825 days, and browsers public ones beyond 398. */
const SERVER_DAYS = 397;

/** Readers verify documents long after they were signed. */
const SIGNER_DAYS = 3650;

/** Extended key usage of RFC 9336. */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';

/** Clocks of clients may be behind ours. */
const BACKDATED_MS = DAY_MS;

const KEY = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/**
 * Makes an authority that may sign server certificates and nothing else: no further authorities (path length 0), no
 * certificates of persons or code.
 *
 * @param now Unix milliseconds
 */
export async function issueAuthority(now: number): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const suffix = Buffer.from(webcrypto.getRandomValues(new Uint8Array(4))).toString('hex');
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // Two authorities of one machine must not be taken for each other.
    name: [{ CN: [`Bonafide local authority ${suffix}`] }],
    keys,
    signingAlgorithm: SIGNATURE,
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: toPem(certificate), key: toPkcs8(keys.privateKey) };
}

/**
 * Makes a server certificate signed by the authority.
 *
 * @param names host names and IP addresses, at least one
 * @param now Unix milliseconds
 */
export async function issueServer(authority: Pair, names: readonly string[], now: number): Promise<Pair> {
  const issuer = new X509Certificate(authority.cert);
  const der = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, KEY, false, ['sign']);
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const notAfter = Math.min(now + SERVER_DAYS * DAY_MS, issuer.notAfter.getTime());
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: ['Bonafide'] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: SIGNATURE,
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(notAfter),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: toPem(certificate), key: toPkcs8(keys.privateKey) };
}

/**
 * Makes a certificate, signed by itself, for the key that signs documents of this deployment.
 *
 * @param name by which readers of a document know it, at most 64 characters
 * @param now Unix milliseconds
 */
export async function issueSigner(name: string, now: number): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: SIGNATURE,
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(now + SIGNER_DAYS * DAY_MS),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      new ExtendedKeyUsageExtension([DOCUMENT_SIGNING]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: toPem(certificate), key: toPkcs8(keys.privateKey) };
}

function toPem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

function toPkcs8(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }) as string;
}
