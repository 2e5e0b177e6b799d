import { ATTACKERS, type AttackerName, attackerNames, type Cleared } from './attackers.ts';
import type { Validity } from './evidence.ts';
import { RULES, type RuleName } from './validity.ts';

/** A share of sound documents, in words. */
interface ReviewShare {
  readonly share: string;
  readonly basis: Cleared['basis'];
}

const unmeasured: ReviewShare = { share: 'not measured', basis: null };
const every: ReviewShare = { share: '30 of 30', basis: 'measured' };

/**
 * Sound documents without a chip, a signed barcode or a register that went to a reviewer, by the rule that the account asks for:
 * `npm run eval -- --only forgeries --split held --sample 26`.
 */
const REVIEWS: Readonly<Record<RuleName, ReviewShare>> = {
  no_sign: { share: '5 of 30', basis: 'measured' },
  second_place: unmeasured,
  data_proved: unmeasured,
  issuer: every,
  signed: every,
};

/** A choice for documents, with its attackers and manual reviews. */
export interface DocumentChoice {
  /** Value of `decision_validity`. */
  readonly validity: Exclude<Validity, 0>;
  /** Value of `decision_data_proved`. */
  readonly data_proved: 'off' | 'on';
  readonly rule: RuleName;
  /** Sound documents without evidence of the issuer that need a reviewer. */
  readonly reviews: ReviewShare;
  readonly attackers: readonly (Cleared & {
    readonly name: AttackerName;
    readonly words: string;
    /** True if our evaluation has forgeries of this attacker. */
    readonly sampled: boolean;
    readonly excluded: boolean;
  })[];
}

const choice = (rule: RuleName): DocumentChoice => ({
  validity: RULES[rule].validity,
  data_proved: rule === 'data_proved' ? 'on' : 'off',
  rule,
  reviews: REVIEWS[rule],
  attackers: attackerNames.map((name) => {
    const { words, sampled, cleared } = ATTACKERS[name];
    const { share, basis } = cleared[rule];
    // An attack that does not exist against this proof is another attacker of the table.
    return { name, words, sampled, share, basis, excluded: share === '0' || share === '–' };
  }),
});

/** The choices of an account, the weakest first. */
export const documentChoices: readonly DocumentChoice[] = (Object.keys(RULES) as RuleName[]).map(choice);
