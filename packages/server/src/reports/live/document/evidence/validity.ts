import type { LeafFindings } from '../../../outcome.ts';
import { lacksEvidence } from '../../missing-evidence.ts';
import type { Evidence, EvidenceFound, Required, SourceFound, Validity } from './evidence.ts';
import type { Forgery } from './forgery.ts';
import { SIGNED } from './table.ts';

/**
 * Sources that a rule accepts for a forgery: `any` of the table, `issuer` for sources of this grade, `signed` for sources with the
 * issuer's signature.
 */
export type Acceptance = 'any' | 'issuer' | 'signed';

/** Requirement for a validity: a source for each of these forgeries, and nothing that contradicts it. */
export interface Rule {
  readonly validity: Exclude<Validity, 0>;
  readonly accepts: Readonly<Partial<Record<Forgery, Acceptance>>>;
}

const WHOLE = { side_missing: 'any' } as const;
const TWICE = { ...WHOLE, data_in_one_place: 'any', portrait: 'any' } as const;
const ORIGINAL = { not_a_document: 'any', copy: 'any' } as const;

/** The rules of the score `validity`, by name. They decide, and `bonafide assurance` prints them. */
export const RULES = {
  /** No sign of forgery was found. */
  no_sign: { validity: 1, accepts: WHOLE },
  /** Every datum in a second place, a second portrait, and a live capture. */
  second_place: { validity: 2, accepts: { ...TWICE, uploaded_file: 'any' } },
  /** Data of the issuer, and a second portrait. */
  data_proved: { validity: 2, accepts: { ...TWICE, data_everywhere: 'issuer', pasted_text: 'issuer' } },
  /** Data of the issuer, and its portrait. */
  issuer: {
    validity: 3,
    accepts: { ...TWICE, ...ORIGINAL, data_everywhere: 'issuer', pasted_text: 'issuer', portrait_and_ghost: 'issuer' },
  },
  /** Data and portrait that the issuer signed. */
  signed: {
    validity: 4,
    accepts: { ...TWICE, ...ORIGINAL, data_everywhere: 'signed', pasted_text: 'signed', portrait_and_ghost: 'signed' },
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export const ruleNames = Object.keys(RULES) as RuleName[];

/** The rule that an account asks for with each value of `decision_validity`. */
const RULE_OF: Readonly<Record<Exclude<Validity, 0>, RuleName>> = {
  1: 'no_sign',
  2: 'second_place',
  3: 'issuer',
  4: 'signed',
};

/** Sources of a row of the evidence that a rule accepts. */
export function acceptedOf({ confirmed_by }: EvidenceFound, acceptance: Acceptance): readonly SourceFound[] {
  if (acceptance === 'any') return confirmed_by;
  const issued = confirmed_by.filter(({ grade }) => grade === 'issuer');
  return acceptance === 'issuer' ? issued : issued.filter(({ source }) => SIGNED.includes(source));
}

export type Accepts = Rule['accepts'];

/** Rows of the evidence that have no source which the rule accepts. */
export const missingFor = (accepts: Accepts, { found }: Evidence): EvidenceFound[] =>
  found.filter((row) => {
    const acceptance = accepts[row.forgery];
    return acceptance !== undefined && acceptedOf(row, acceptance).length === 0;
  });

/**
 * Returns whether the evidence meets a rule. A document without pictures meets none. A rule that asks for a live capture is not met
 * where nobody looked for it.
 */
function meets(rule: RuleName, evidence: Evidence): boolean {
  const accepts: Accepts = RULES[rule].accepts;
  const looked =
    accepts.uploaded_file === undefined || evidence.found.some(({ forgery }) => forgery === 'uploaded_file');
  return evidence.found.length > 0 && looked && missingFor(accepts, evidence).length === 0;
}

/** Returns whether the issuer signed the document's data and portrait, and the pictures agree with both. */
export const isSigned = (evidence: Evidence): boolean => meets('signed', evidence);

/** Returns whether the data come from the issuer, whatever proves the portrait. */
export const hasDataProved = ({ found }: Evidence): boolean => {
  const rows = found.filter(({ forgery }) => forgery === 'data_everywhere');
  return rows.length > 0 && rows.every((row) => acceptedOf(row, 'issuer').length > 0);
};

/** Sources of each forgery that an account accepts, after its settings. */
export function acceptsOf({ validity, presence, dataProved }: Required, evidence: Evidence): Accepts {
  const { uploaded_file: live, ...accepts }: Accepts = RULES[RULE_OF[validity]].accepts;
  const proved = dataProved ? ({ data_everywhere: 'issuer', pasted_text: 'issuer' } as const) : {};
  // Data of the issuer make up for pictures that were uploaded as files.
  const file = presence > 0 || (live !== undefined && !dataProved && !meets('data_proved', evidence));
  return { ...proved, ...accepts, ...(file && { uploaded_file: 'any' }) };
}

/** Breakdowns that say whether a document is genuine. The others compare it with the applicant. */
const ABOUT_THE_DOCUMENT: readonly string[] = [
  'image_integrity',
  'visual_authenticity',
  'data_validation',
  'data_consistency',
  'compromised_document',
  'issuing_authority',
];

/** Returns whether a leaf flags the document, or doubts it for another reason than missing evidence. */
function isAgainst([path, finding]: [string, LeafFindings[string]]): boolean {
  const { result, doubt } = finding;
  const isFlagged = result !== null && result !== 'clear';
  return ABOUT_THE_DOCUMENT.includes(path.split('.')[0]!) && (isFlagged || (doubt === true && !lacksEvidence(finding)));
}

/** Returns whether anything is against the document: a sign of forgery, a contradiction, its expiry, or data that were not read. */
export const isContradicted = (leaves: LeafFindings): boolean => Object.entries(leaves).some(isAgainst);

/** The rules that a document meets; none if anything is against it. */
export function rulesMet(leaves: LeafFindings, evidence: Evidence): RuleName[] {
  if (isContradicted(leaves)) return [];
  return ruleNames.filter((rule) => meets(rule, evidence));
}

/** The highest validity of some rules; 0 without any. */
export const validityOf = (rules: readonly RuleName[]): Validity =>
  Math.max(0, ...rules.map((rule) => RULES[rule].validity)) as Validity;
