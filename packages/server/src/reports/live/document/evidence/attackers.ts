import type { RuleName } from './validity.ts';

/**
 * A proof of a document: a rule of the score `validity`, a reviewer who confirmed what no source does, or an answer of the chip
 * or wallet to a challenge.
 */
export type Proof = RuleName | 'reviewer' | 'challenge';

/** `measured` by `npm run eval`, from `literature`, an `estimate`, or 0 by `construction`: the attacker lacks the issuer's key. */
type Basis = 'measured' | 'literature' | 'estimate' | 'construction';

/** Share of forged documents that a proof would clear. */
export interface Cleared {
  /** Words such as `5–10 %`. `0`: the proof excludes the attacker. `–`: the attack does not exist against this proof. */
  readonly share: string;
  readonly basis: Basis | null;
}

const zero: Cleared = { share: '0', basis: 'construction' };
const absent: Cleared = { share: '–', basis: null };
const unmeasured: Cleared = { share: 'not measured', basis: null };
const estimate = (share: string): Cleared => ({ share, basis: 'estimate' });
const EDITED: Cleared = { share: '18 % (34 of 186), without a specimen mark 32 % (31 of 97)', basis: 'measured' };
const HOLDER: Cleared = { share: 'depends on how the face was compared', basis: null };

export interface Attacker {
  readonly words: string;
  /** True if the sample of `npm run eval` has forgeries of this attacker. */
  readonly sampled: boolean;
  readonly cleared: Readonly<Record<Proof, Cleared>>;
}

/** Attackers, with the share of their forgeries that each proof clears. `not_excluded` and `bonafide assurance` are made of it. */
export const ATTACKERS = {
  edited_picture: {
    words: 'edits a picture of a document and uploads it as a file',
    sampled: true,
    cleared: {
      no_sign: EDITED,
      second_place: zero,
      data_proved: zero,
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  printed_copy: {
    words: 'prints an edited picture on paper and captures the print',
    sampled: true,
    cleared: {
      no_sign: estimate('as an edited picture, with 10–20 % of prints unnoticed'),
      second_place: estimate('5–15 %'),
      data_proved: zero,
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  screen_replay: {
    words: 'shows an edited picture on a screen and captures the screen',
    sampled: true,
    cleared: {
      no_sign: { share: '5–10 %', basis: 'literature' },
      second_place: estimate('2–8 %'),
      data_proved: zero,
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  portrait_exchanged: {
    words: "puts the attacker's own portrait and ghost portrait beside the unchanged data of another person",
    sampled: true,
    cleared: {
      no_sign: estimate('as an edited picture'),
      second_place: estimate('5–15 %'),
      data_proved: estimate('5–15 %'),
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  counterfeit_card: {
    words: 'makes a card of plastic',
    sampled: false,
    cleared: {
      no_sign: estimate('nearly all'),
      second_place: estimate('nearly all'),
      data_proved: estimate('invented people 0; data of a victim: nearly all'),
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  injected_stream: {
    words: 'feeds edited pictures into the camera stream, or changes the capture client',
    sampled: false,
    cleared: {
      no_sign: estimate('as an edited picture'),
      second_place: estimate('as an edited picture'),
      data_proved: estimate('changed data 0; data of a victim: as an edited picture'),
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  generated_document: {
    words: 'generates a whole document without contradictions',
    sampled: false,
    cleared: {
      no_sign: estimate('most'),
      second_place: estimate('most'),
      data_proved: zero,
      issuer: zero,
      signed: zero,
      reviewer: unmeasured,
      challenge: zero,
    },
  },
  copied_signed_data: {
    words: "copies another person's signed data, or a whole chip",
    sampled: false,
    cleared: {
      no_sign: absent,
      second_place: absent,
      // The attacker has to add a portrait of their own: `portrait_exchanged`.
      data_proved: absent,
      issuer: HOLDER,
      signed: HOLDER,
      reviewer: absent,
      challenge: zero,
    },
  },
  other_holder: {
    words: "holds another person's genuine document",
    sampled: false,
    cleared: {
      no_sign: HOLDER,
      second_place: HOLDER,
      data_proved: HOLDER,
      issuer: HOLDER,
      signed: HOLDER,
      reviewer: HOLDER,
      challenge: HOLDER,
    },
  },
} as const satisfies Record<string, Attacker>;

export type AttackerName = keyof typeof ATTACKERS;
export const attackerNames = Object.keys(ATTACKERS) as AttackerName[];

/** Attackers that none of the proofs excludes; every attacker without a proof. */
export function notExcluded(proofs: readonly Proof[]): AttackerName[] {
  return attackerNames.filter((name) => {
    const shares = proofs.map((proof): string => ATTACKERS[name].cleared[proof].share);
    return !shares.includes(zero.share) && (shares.length === 0 || shares.some((share) => share !== absent.share));
  });
}
