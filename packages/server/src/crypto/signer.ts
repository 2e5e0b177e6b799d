import { type KeyObject, X509Certificate } from 'node:crypto';
import { type SignatureAlgorithm, signatureAlgorithms, signWith } from './signature-algorithm.ts';

/** A signer: the chain of its certificate, which comes first, as DER, and a function that signs with its key. */
export interface Signer {
  readonly chain: readonly Buffer[];
  readonly algorithm: SignatureAlgorithm;
  sign(data: Buffer): Promise<Buffer>;
}

/** A signer whose private key, RSA or of an elliptic curve, is in this process. */
export function localSigner(key: KeyObject, chain: readonly Buffer[]): Signer {
  const algorithm = signatureAlgorithms[key.asymmetricKeyType === 'rsa' ? 'rsa-sha256' : 'ecdsa-sha256'];
  return { chain, algorithm, sign: async (data) => signWith(algorithm, key, data) };
}

/** The certificates of a PEM file, as DER. */
export function chainOf(pem: string): Buffer[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block).raw);
}
