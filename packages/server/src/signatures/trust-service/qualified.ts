import { X509Certificate } from 'node:crypto';
import { leadsTo } from '../../crypto/chain.ts';
import { type QualifiedStatements, qualifiedStatements } from '../../crypto/qualified.ts';

/** Legal kind of a qualified signature: of a person, or the seal of a company. */
export type QualifiedKind = 'signature' | 'seal';

interface Measures {
  /** Unix milliseconds of the world's time, by which readers judge a certificate. */
  readonly now: number;
  /** Roots that the certificate must lead to, if there are any. */
  readonly roots: readonly X509Certificate[];
}

/**
 * The obstacle that keeps a certificate from making qualified signatures, in words that follow "The trust service"; else the kind
 * of its signatures.
 * @param chain DER; the certificate of the key comes first
 */
export function judgeQualified(
  chain: readonly Buffer[],
  { now, roots }: Measures,
): { readonly fault: string } | { readonly kind: QualifiedKind } {
  const certificates = chain.map((der) => new X509Certificate(der));
  const [own] = certificates;
  if (!own) return { fault: 'sent no certificate' };
  const fault = (how: string) => ({ fault: `signs with a certificate that ${how}` });
  if (now < Date.parse(own.validFrom)) return fault(`is not valid before ${own.validFrom}`);
  if (now > Date.parse(own.validTo)) return fault(`expired on ${own.validTo}`);
  const statements = qualifiedStatements(own.raw);
  if (!statements.qualified) return fault('does not say that it is qualified (QcCompliance)');
  if (!statements.device) return fault('does not say that its key is in a qualified device (QcSSCD)');
  const kind = kindOf(statements);
  if (!kind) return fault('does not say that it is for electronic signatures or seals (QcType)');
  if (roots.length > 0 && !leadsTo(own, certificates, roots))
    return fault('is not issued by an authority of the setting csc-ca');
  return { kind };
}

/** A certificate is for one purpose (ETSI EN 319 412-5, 4.2.3). */
function kindOf({ purposes: [purpose, ...others] }: QualifiedStatements): QualifiedKind | undefined {
  return purpose !== undefined && purpose !== 'website' && others.length === 0 ? purpose : undefined;
}
