import Type, { type Static } from 'typebox';
import { invalid } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { hitVerdicts } from '../../reports/hit.ts';
import { subResults } from '../../reports/outcome.ts';
import type { Decision, WholeDecision } from '../../reports/records/decision.ts';
import type { HitDecision } from '../../reports/records/hit-decision.ts';
import { suppressionReasons } from '../../reports/records/suppression.ts';
import { RecordKey, SuppressionMonths, suppressionNote, written } from './schemas.ts';

/** Characters of a note. */
const NOTE_LENGTH = 2000;

/** Hits of one decision; more are ruled out with their leaf. */
const MOST_HITS = 500;

export const Decided = stringEnum(['clear', 'consider'] as const);
export const wholeResults = ['clear', 'consider', 'unidentified'] as const;

/** Limits of the note of a decision. */
export const Note = { minLength: 1, maxLength: NOTE_LENGTH } as const;

const HitBody = Type.Object(
  {
    record: RecordKey,
    decision: stringEnum(hitVerdicts),
    reason: Type.Optional(
      stringEnum(suppressionReasons, { description: 'Reason why the listed person is someone else' }),
    ),
    note: Type.Optional(Type.String({ ...Note, description: 'Default: the note of the whole decision' })),
    suppress: Type.Optional(Type.Boolean({ description: 'True if later reports leave this false match out, too' })),
    months: Type.Optional(SuppressionMonths),
  },
  { title: 'Hit to decide' },
);

/** A decision: on the whole report, with the leaves that it flags, or on leaves and hits. */
export const DecisionBody = Type.Object({
  result: Type.Optional(
    stringEnum(wholeResults, {
      description: 'Result of the whole report; only identity reports can be `unidentified`',
    }),
  ),
  sub_result: Type.Optional(stringEnum(subResults)),
  leaves: Type.Optional(
    Type.Unsafe<Record<string, 'clear' | 'consider'>>({
      ...Type.Record(Type.String(), Decided),
      description: 'Results by path of the leaf. With `result`: the leaves that it flags, each `consider`',
    }),
  ),
  hits: Type.Optional(
    Type.Array(HitBody, {
      minItems: 1,
      maxItems: MOST_HITS,
      description: 'Decisions on single hits of a watchlist report',
    }),
  ),
  note: Type.String(Note),
});

type Body = Static<typeof DecisionBody>;

/** A decision on a whole report, with the leaves that it flags. */
export const WholeDecisionBody = Type.Object({
  result: stringEnum(wholeResults, {
    description: 'New result of the report; only identity reports can be `unidentified`',
  }),
  sub_result: Type.Optional(stringEnum(subResults)),
  leaves: Type.Optional(
    Type.Unsafe<Record<string, 'consider'>>({
      ...Type.Record(Type.String(), stringEnum(['consider'] as const)),
      description: 'Leaves that the decision flags, by path, each `consider`; none with the result `clear`',
    }),
  ),
  note: Type.String(Note),
});

/** Body that repeats a decision: the decision's body without the note. Hits keep their own notes. */
export const RepeatBody = Type.Omit(DecisionBody, ['note'], { title: 'Decision to repeat' });

/** The body that asks for a decision, without its note. */
export function repeatOf(decision: Decision): Static<typeof RepeatBody> {
  if ('leaves' in decision) {
    const { leaves, hits } = decision;
    return { leaves: { ...leaves }, ...(hits && { hits: hits.map(hitBodyOf) }) };
  }
  const { result, sub_result, flagged } = decision;
  return {
    result,
    ...(sub_result && { sub_result }),
    ...(flagged.length > 0 && { leaves: Object.fromEntries(flagged.map((path) => [path, 'consider' as const])) }),
  };
}

const hitBodyOf = ({ record, decision, reason, note, suppress_months: months }: HitDecision) => ({
  record,
  decision,
  note,
  ...(reason && { reason }),
  ...(months !== undefined && { suppress: true, months }),
});

const DEFAULT_MONTHS = 12;

/** Parses the decision in a body. Throws `validation_error`. */
export function decisionOf({ result, sub_result, leaves, hits, note }: Body): Decision {
  written(note);
  if (result === undefined) {
    if (leaves === undefined && hits === undefined) throw invalid({ result: ["can't be blank"] });
    if (sub_result !== undefined) throw invalid({ sub_result: ['needs result, the result of the whole report'] });
    return { leaves: leaves ?? {}, note, ...(hits && { hits: hits.map((hit) => hitOf(hit, note)) }) };
  }
  if (hits !== undefined) throw invalid({ hits: ["can't be given together with result"] });
  const decision = wholeDecisionOf({ result, sub_result, leaves, note });
  if (Object.values(leaves ?? {}).includes('clear')) {
    throw invalid({ leaves: ['must be consider when result is given'] });
  }
  return decision;
}

/** Parses the decision on a whole report. Throws `validation_error`. */
export function wholeDecisionOf({
  result,
  sub_result,
  leaves = {},
  note,
}: Pick<Body, 'sub_result' | 'leaves' | 'note'> & { readonly result: WholeDecision['result'] }): WholeDecision {
  written(note);
  const flagged = Object.keys(leaves);
  if (flagged.length > 0 && result === 'clear') throw invalid({ leaves: ["can't be given with the result clear"] });
  return { result, sub_result, flagged, note };
}

function hitOf({ record, decision, reason, note: own, suppress, months }: Static<typeof HitBody>, note: string) {
  const text = own ?? note;
  return {
    record: { list: record.list, source_id: record.source_id },
    decision,
    ...(reason && { reason }),
    note: suppress ? suppressionNote(text) : text,
    ...(suppress && { suppress_months: months ?? DEFAULT_MONTHS }),
  } satisfies HitDecision;
}
