import type { LeafFindings } from '../../../outcome.ts';
import type { AssuranceFacts, Evidence, Presence, Validity } from './evidence.ts';
import { hasDataProved, isContradicted, missingFor, RULES, type RuleName, rulesMet, validityOf } from './validity.ts';

/** The score `binding`: 0 no face was compared; 1 a photo; 2 a film; 3 either, against a portrait that the issuer signed. */
export type Binding = 0 | 1 | 2 | 3;

/** The score `record`: 0 none; 1 a register knows the person; 2 the issuer's register knows the document. */
export type RegisterScore = 0 | 1 | 2;

/** Scores of a document report. */
export interface Scores {
  readonly validity: Validity;
  readonly data_proved: boolean;
  readonly clone_resistant: boolean;
  readonly strength: 2 | 3 | 4;
  readonly presence: Presence;
  readonly binding: Binding;
  readonly record: RegisterScore;
}

/** Rules that a document meets, by evidence or by a reviewer. */
export interface Met {
  readonly rules: readonly RuleName[];
  /** True if a reviewer confirmed everything that the rule `issuer` lacks. */
  readonly reviewed: boolean;
}

/** Strength of a document by its type: the effort to make one. */
function strengthOf({ type, carriesChip }: Pick<AssuranceFacts, 'type' | 'carriesChip'>): Scores['strength'] {
  if (type === 'passport') return 4;
  if (type === 'national_identity_card' || type === 'residence_permit') return carriesChip ? 4 : 3;
  return type === 'driving_licence' ? 3 : 2;
}

/** The rules that a report meets, and whether a reviewer has confirmed what no source does. */
function metBy(leaves: LeafFindings, evidence: Evidence, { reviewedWhole, chipAlone }: AssuranceFacts): Met {
  // A reviewer who decides the whole has settled its doubts, too.
  const settled = reviewedWhole ? withoutDoubts(leaves) : leaves;
  if (isContradicted(settled)) return { rules: [], reviewed: false };
  if (chipAlone) return { rules: ['no_sign', 'data_proved', 'issuer', 'signed'], reviewed: reviewedWhole === true };
  const missing = missingFor(RULES.issuer.accepts, evidence);
  const areReviewed = missing.length > 0 && missing.every(({ leaf }) => leaves[leaf]?.reviewed === true);
  return { rules: rulesMet(settled, evidence), reviewed: reviewedWhole === true || areReviewed };
}

const withoutDoubts = (leaves: LeafFindings): LeafFindings =>
  Object.fromEntries(Object.entries(leaves).map(([path, { doubt: _, ...finding }]) => [path, finding]));

/** The scores of a document report before its check ends: `binding` is not known yet. */
export function scoresOf(
  leaves: LeafFindings,
  evidence: Evidence,
  facts: AssuranceFacts,
): Scores & { readonly met: Met } {
  const met = metBy(leaves, evidence, facts);
  const registered = evidence.found.some(({ confirmed_by }) =>
    confirmed_by.some(({ source }) => source === 'issuer_record'),
  );
  return {
    met,
    validity: met.reviewed ? (Math.max(3, validityOf(met.rules)) as Validity) : validityOf(met.rules),
    data_proved: (hasDataProved(evidence) || facts.chipAlone !== undefined) && met.rules.length > 0,
    clone_resistant: facts.cloneResistant && met.rules.includes('signed'),
    strength: strengthOf(facts),
    presence: facts.presence,
    binding: 0,
    record: registered && met.rules.length > 0 ? 2 : 0,
  };
}
