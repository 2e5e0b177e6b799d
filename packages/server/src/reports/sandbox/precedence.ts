import type { OutcomePatch } from '../outcome.ts';

/** All that the names and the request say about one report. */
export interface Signals {
  /** Effect of the answer that the client has set; undefined where it leaves the result to the others. */
  readonly set: OutcomePatch | undefined;
  /** Effect of the request's `sub_result`; document family only. */
  readonly subResult: OutcomePatch | undefined;
  /** True if the request's non-empty `consider` names the report; undefined without one. */
  readonly listed: boolean | undefined;
  /** Effect of a `first_name` string on this report. */
  readonly firstName: OutcomePatch | undefined;
  /** Effect of a `last_name` sub-result word on this report. */
  readonly lastName: OutcomePatch | undefined;
  /** True if the `last_name` is `Consider`. */
  readonly considerName: boolean;
  /** Effect of the `last_name` of v1 whom no source knows, on reports that can say so. */
  readonly noMatch: OutcomePatch | undefined;
  /** Effect when the report is to be `consider` and no leaf is named. */
  readonly generic: OutcomePatch;
}

const CLEAR: OutcomePatch = {};

/** Precedence of triggers: the first rule that answers decides. A document type combines with every one but the first. */
const rules: readonly { readonly row: string; decide(signals: Signals): OutcomePatch | undefined }[] = [
  { row: '0: answer set by a call', decide: ({ set }) => set },
  { row: '1: request sub_result', decide: ({ subResult }) => subResult },
  { row: '2: request consider', decide: byList },
  { row: '3: first_name string', decide: ({ firstName }) => firstName },
  { row: '4: last_name sub-result word', decide: ({ lastName }) => lastName },
  { row: '5a: last_name Consider', decide: ({ considerName, generic }) => (considerName ? generic : undefined) },
  { row: 'v1: last_name Unidentified', decide: ({ noMatch }) => noMatch },
  { row: '6: nothing matches', decide: () => CLEAR },
];

/** A listed report is flagged at the leaf that a name asks for, if one does; a report not listed is clear. */
function byList({ listed, firstName, lastName, generic }: Signals): OutcomePatch | undefined {
  if (listed === undefined) return undefined;
  if (!listed) return CLEAR;
  return [firstName, lastName].find((effect) => effect?.result === 'consider') ?? generic;
}

/** The patch that the winning trigger puts on the clear answer. */
export function decide(signals: Signals): OutcomePatch {
  for (const rule of rules) {
    const effect = rule.decide(signals);
    if (effect !== undefined) return effect;
  }
  return CLEAR;
}
