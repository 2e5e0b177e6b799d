import { X509Certificate } from 'node:crypto';
import {
  fitsKey,
  type SignatureAlgorithm,
  type SignatureAlgorithmName,
  signatureAlgorithms,
} from '../../crypto/signature-algorithm.ts';
import { type AuthObject, authObjectsIn } from './csc-authorization.ts';
import { isObject } from './csc-http.ts';
import { TrustServiceRefused } from './trust-service.ts';

/** Certificates that a credential brings along; chains have two to four. */
const MOST_CERTIFICATES = 10;

/** Object identifier of a key, without hash function: the hash function is named beside it. */
const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';

/** Ways in which a credential may sign by the names of the service. PDF readers know the first best. */
const OFFERS: readonly (readonly [signAlgo: string, name: SignatureAlgorithmName])[] = [
  ...(['rsa-sha256', 'ecdsa-sha256'] as const).map((name) => [signatureAlgorithms[name].oid, name] as const),
  [RSA, 'rsa-sha256'],
  ...(['rsa-sha384', 'rsa-sha512', 'ecdsa-sha384', 'ecdsa-sha512'] as const).map(
    (name) => [signatureAlgorithms[name].oid, name] as const,
  ),
  [RSA_PSS, 'rsa-pss-sha256'],
];

/** A credential as `credentials/info` describes it, usable as far as the service says. */
export interface CscCredential {
  /** Chain in DER; the key's certificate comes first. */
  readonly chain: readonly Buffer[];
  readonly algorithm: SignatureAlgorithm;
  /** Names of the algorithm in a call of `signatures/signHash`. */
  readonly signing: Readonly<Record<string, string>>;
  readonly objects: readonly AuthObject[];
  readonly expression: string | undefined;
}

/** Reads the answer of `credentials/info`. Throws `TrustServiceRefused` for a credential that can't sign here. */
export function readCredential(body: Readonly<Record<string, unknown>>): CscCredential {
  const [key, cert, auth] = [body.key, body.cert, body.auth].map((part) => (isObject(part) ? part : {}));
  if (key?.status !== 'enabled') throw new TrustServiceRefused('has disabled the key of the credential');
  if (cert?.status !== undefined && cert.status !== 'valid')
    throw new TrustServiceRefused(`says that the certificate of the credential is ${wordOf(cert.status)}`);
  if (body.signatureQualifier !== undefined && /^eu_eidas_(?!qes$|qeseal$)/.test(String(body.signatureQualifier)))
    throw new TrustServiceRefused(
      `makes signatures of the kind ${wordOf(body.signatureQualifier)}, which are not qualified`,
    );
  if (auth?.mode !== 'explicit' && auth?.mode !== 'implicit')
    throw new TrustServiceRefused(`wants a person to authorise each signature (${wordOf(auth?.mode)})`);
  const chain = certificatesIn(cert?.certificates);
  const { expression } = auth;
  return {
    chain,
    ...algorithmOf(chain[0] as Buffer, Array.isArray(key.algo) ? key.algo : []),
    objects: authObjectsIn(auth.objects),
    expression: typeof expression === 'string' ? expression : undefined,
  };
}

function certificatesIn(value: unknown): Buffer[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CERTIFICATES)
    throw new TrustServiceRefused('returned no certificate for the credential');
  try {
    return value.map((certificate) => new X509Certificate(Buffer.from(String(certificate), 'base64')).raw);
  } catch {
    throw new TrustServiceRefused("returned a certificate that can't be read");
  }
}

function algorithmOf(certificate: Buffer, offered: readonly unknown[]): Pick<CscCredential, 'algorithm' | 'signing'> {
  const { publicKey } = new X509Certificate(certificate);
  const found = OFFERS.find(([oid, name]) => offered.includes(oid) && fitsKey(signatureAlgorithms[name], publicKey));
  if (!found) throw new TrustServiceRefused('offers no signature algorithm that Bonafide supports');
  const [signAlgo, name] = found;
  const algorithm = signatureAlgorithms[name];
  // "Shall be omitted" where the algorithm implies it (CSC API 2.0, 11.10).
  const implied = signAlgo !== RSA && signAlgo !== RSA_PSS;
  const signing = {
    signAlgo,
    ...(!implied && { hashAlgorithmOID: algorithm.hashOid }),
    ...(signAlgo === RSA_PSS && { signAlgoParams: (algorithm.parameters as Buffer).toString('base64') }),
  };
  return { algorithm, signing };
}

/** A word of the service for an error: no other part of its answer is shown. */
const wordOf = (value: unknown): string => (typeof value === 'string' && /^\w{1,40}$/.test(value) ? value : 'unknown');
