import type { X509Certificate } from 'node:crypto';

/** Returns whether a certificate leads over the accompanying certificates to a trusted one, or is trusted itself. */
export function leadsTo(
  own: X509Certificate,
  known: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): boolean {
  const issued = (by: X509Certificate, certificate: X509Certificate) =>
    certificate.checkIssued(by) && certificate.verify(by.publicKey);
  let current = own;
  for (let step = 0; step <= known.length; step += 1) {
    const last = current;
    if (roots.some((root) => root.fingerprint256 === last.fingerprint256 || issued(root, last))) return true;
    const next = known.find(
      (certificate) =>
        certificate.ca && certificate.fingerprint256 !== last.fingerprint256 && issued(certificate, last),
    );
    if (!next) return false;
    current = next;
  }
  return false;
}
