import { type KeyObject, X509Certificate } from 'node:crypto';

/** Who signs: a private key, RSA or of an elliptic curve, and the chain of its certificate, which comes first, as DER. */
export interface Signer {
  readonly key: KeyObject;
  readonly chain: readonly Buffer[];
}

/** The certificates of a PEM file, as DER. */
export function chainOf(pem: string): Buffer[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block).raw);
}
