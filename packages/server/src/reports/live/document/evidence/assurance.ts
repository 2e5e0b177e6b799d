import type { Assessment, ClearedByClass, Properties } from '../../../outcome.ts';
import { type AttackerName, notExcluded } from './attackers.ts';
import type { AssuranceFacts, Evidence, SourceFound } from './evidence.ts';
import { type Scores, scoresOf } from './scores.ts';
import type { EvidenceSource } from './table.ts';

/** Version of the shape of `properties.assurance`. */
const VERSION = 1;

/** Something that a source proved. */
interface Proved {
  readonly by: EvidenceSource | 'credential' | 'reviewer';
  /** Fields of the document, `portrait`, or `other_side`. */
  readonly what: readonly string[];
  /** ISO 3166-1 alpha-3 of the issuer of signed data. */
  readonly issuer?: string;
  /** Reference of the key that signed the data. */
  readonly key?: string;
  readonly measure?: number;
}

/** `properties.assurance` of a document report. */
export interface Assurance extends Scores {
  readonly version: typeof VERSION;
  /** Validity that the account asks for. */
  readonly required: number;
  readonly proved: readonly Proved[];
  /** The class of audited automation that cleared the report. It proves nothing about this document. */
  readonly cleared_by?: ClearedByClass & { readonly by: 'audited_automation' };
  /** Attackers that none of it excludes. */
  readonly not_excluded: readonly AttackerName[];
}

/** Parts of the document that rows of the evidence are about, by leaf, in the words of `proved`. */
export const WHAT: Readonly<Record<string, string>> = {
  'data_consistency.first_name': 'first_name',
  'data_consistency.last_name': 'last_name',
  'data_consistency.date_of_birth': 'date_of_birth',
  'data_consistency.document_numbers': 'document_number',
  'data_consistency.date_of_expiry': 'date_of_expiry',
  'visual_authenticity.picture_face_integrity': 'portrait',
  'image_integrity.conclusive_document_quality': 'other_side',
};

/**
 * Returns `properties.assurance` of a document report: its scores, what was proved by which source, and the attackers that are not
 * excluded. Undefined where the account doesn't show it. `binding` is 0 until the check ends: see `withCheckScores`.
 */
export function assuranceOf({ leaves, evidence, assurance, automation }: Assessment): Assurance | undefined {
  if (!assurance) return undefined;
  const found: Evidence = evidence ?? { kind: 'card', found: [] };
  const { met, ...scores } = scoresOf(leaves, found, assurance);
  const proofs = [
    ...met.rules,
    ...(met.reviewed ? ['reviewer' as const] : []),
    ...(scores.clone_resistant ? ['challenge' as const] : []),
  ];
  const reviewed = Object.keys(leaves).filter((path) => assurance.reviewedWhole || leaves[path]?.reviewed);
  return {
    version: VERSION,
    ...scores,
    required: assurance.required.validity,
    proved:
      met.rules.length > 0 || met.reviewed ? [...byChip(assurance), ...provedBy(found), ...byReviewer(reviewed)] : [],
    ...(automation && { cleared_by: { by: 'audited_automation', ...automation } }),
    not_excluded: notExcluded(proofs),
  };
}

const byChip = ({ chipAlone }: AssuranceFacts): Proved[] => (chipAlone ? [{ by: 'chip', ...chipAlone }] : []);

/** Each source with the parts that it proved, the issuer's first. */
function provedBy({ found }: Evidence): Proved[] {
  const proved = new Map<string, { by: SourceFound; what: Set<string> }>();
  for (const { leaf, confirmed_by } of found) {
    for (const by of confirmed_by) {
      if (!WHAT[leaf]) continue;
      const known = proved.get(by.source) ?? { by, what: new Set() };
      known.what.add(WHAT[leaf]);
      proved.set(by.source, known);
    }
  }
  const isIssuer = ({ by }: { by: SourceFound }) => Number(by.grade === 'issuer');
  return [...proved.values()]
    .sort((a, b) => isIssuer(b) - isIssuer(a))
    .map(({ by: { source, issuer, key, measure }, what }) => ({
      by: source,
      what: [...what],
      ...(issuer !== undefined && { issuer }),
      ...(key !== undefined && { key }),
      ...(measure !== undefined && { measure }),
    }));
}

/** Parts of the document behind the leaves that a reviewer decided. */
function byReviewer(paths: readonly string[]): Proved[] {
  const what = [...new Set(paths.flatMap((path) => WHAT[path] ?? []))];
  return paths.length > 0 ? [{ by: 'reviewer', what }] : [];
}

/** Returns the properties of a document report with the scores that other reports of its check decide. */
export function withCheckScores(
  properties: Properties,
  { binding, record }: Pick<Scores, 'binding' | 'record'>,
): Properties {
  const assurance = properties.assurance as Assurance | undefined;
  if (!assurance) return properties;
  return { ...properties, assurance: { ...assurance, binding, record: Math.max(record, assurance.record) } };
}
