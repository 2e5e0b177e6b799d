import { isIssuedBy, names, type StateCertificate } from './certificate.ts';

/** A chain of certificates: the certificate first, the self-signed root last. */
export type Chain = readonly StateCertificate[];

/** Link certificates lead from one key of a state to the previous one (ICAO Doc 9303-12, 3.2); keys change every three to five years. */
const MOST_LINKS = 6;

export type ChainEnd =
  | { readonly chain: Chain }
  /** `unknown`: nothing that is loaded issued it. `forged`: it names a loaded issuer, whose key did not sign it. */
  | { readonly end: 'unknown' | 'forged'; readonly at: StateCertificate };

/** Leads a certificate to a root among those that are loaded, through link certificates where there are any. */
export function chainOf(certificate: StateCertificate, loaded: readonly StateCertificate[]): ChainEnd {
  return extend(
    [certificate],
    loaded.filter(({ authority }) => authority),
  );
}

/** Returns whether a certificate has signed itself. */
export const isRoot = (certificate: StateCertificate): boolean =>
  names(certificate, certificate) && isIssuedBy(certificate, certificate) === true;

function extend(chain: Chain, authorities: readonly StateCertificate[]): ChainEnd {
  const last = chain.at(-1) as StateCertificate;
  if (chain.length > 1 && isRoot(last)) return { chain };
  const candidates = authorities.filter((authority) => !chain.includes(authority) && names(last, authority));
  const issuers = candidates.filter((certificate) => isIssuedBy(last, certificate) === true);
  // The certificate of a key that has signed itself comes before a link to it, which leads further.
  const roots = issuers.filter(isRoot);
  let deepest: ChainEnd | undefined;
  for (const issuer of chain.length <= MOST_LINKS
    ? [...roots, ...issuers.filter((issuer) => !roots.includes(issuer))]
    : []) {
    const found = extend([...chain, issuer], authorities);
    if ('chain' in found) return found;
    deepest = found;
  }
  if (deepest) return deepest;
  const forged = candidates.some(
    (certificate) => last.issuerKeyId === certificate.keyId && isIssuedBy(last, certificate) === false,
  );
  return { end: last.issuerKeyId !== null && forged && issuers.length === 0 ? 'forged' : 'unknown', at: last };
}
