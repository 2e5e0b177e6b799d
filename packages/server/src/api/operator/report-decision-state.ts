import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, nullableEnum, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import { memberNames } from '../../members/names.ts';
import { hitsOf } from '../../reports/records/decision.ts';
import type { Report } from '../../reports/records/report.ts';
import { decidedByBoth, hitKey } from '../../review/dual-control/decision-content.ts';
import { type DecisionState, decisionStatesOf } from '../../review/dual-control/decision-states.ts';
import type { EarlierDecision } from '../../review/dual-control/note.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { Decided, RepeatBody, repeatOf, wholeResults } from './report-decision.ts';
import { RecordedPrincipal, RecordKey } from './schemas.ts';

export const Needs = stringEnum(['first_needed', 'second_needed', 'third_needed'] as const, {
  description: 'The decision that the report needs next; always `first_needed` without `decision_four_eyes`',
});

const said = { at: DateTime, by: RecordedPrincipal, by_name: NullableString, note: Type.String() };

/** State of a report between the people who decide it. */
export const DecisionStateSchema = Type.Object(
  {
    needs: Needs,
    decided: Type.Boolean({ description: 'True if the requesting person has decided it; another person decides next' }),
    referred: Type.Boolean({ description: 'True if the requesting person has passed it on' }),
    decisions: Type.Array(
      Type.Object({
        ...said,
        result: nullableEnum(wholeResults),
        sub_result: NullableString,
        leaves: Type.Record(Type.String(), Decided),
        hits: Type.Array(Type.Object({ list: Type.String(), source_id: Type.String(), decision: Type.String() })),
        repeat: { ...RepeatBody, description: 'The body of `decide` that, with a note added, repeats this decision' },
      }),
      {
        description:
          "Decisions that are not in force: the person's own decision or, for the third person, the two decisions that differ",
      },
    ),
    settles: nullableObject(
      Type.Object(
        { leaves: Type.Array(Type.String()), hits: Type.Array(RecordKey) },
        {
          description:
            'Limit for the third person if one of the first two left something open: the points that both decided. A decision on part of these points ' +
            'may differ from both as long as it leaves the report open. Null: no such limit',
        },
      ),
    ),
    referrals: Type.Array(Type.Object(said), { description: 'Requests for a second opinion' }),
  },
  { title: 'Standing' },
);

/** The answer to a decision that waits for another person. */
export const KeptDecision = Type.Object(
  { id: Id, waits_for: stringEnum(['second', 'third'] as const, { description: 'Person' }) },
  { title: 'Stored decision' },
);

/** Presents the state of a report, as far as the person who asks may see it. */
export async function presentDecisionState(ctx: Ctx, report: Pick<Report, 'id' | 'status'>) {
  const standing = (await decisionStatesOf(ctx, [report]))(report.id);
  const { decisions, referrals, ...rest } = standing;
  const names = await memberNames(ctx.services, membersOf(standing));
  const presentSaid = ({ at, by }: { at: number; by: string }) => {
    const principal = recordedPrincipal(by);
    return { at: isoSeconds(at), by: principal, by_name: names.get(principal?.id ?? '') ?? null };
  };
  return {
    ...rest,
    decisions: decisions.map(({ decision, gist, ...one }) => ({
      ...presentSaid(one),
      note: decision.note,
      result: gist.result,
      sub_result: gist.sub_result,
      leaves: Object.fromEntries(gist.leaves) as Record<string, 'clear' | 'consider'>,
      hits:
        'leaves' in decision
          ? (decision.hits ?? []).map(({ record, decision: verdict }) => ({ ...record, decision: verdict }))
          : [],
      repeat: repeatOf(decision),
    })),
    settles: settlesOf(decisions),
    referrals: referrals.map((one) => ({ ...presentSaid(one), note: one.note })),
  };
}

/** Points that the settling person may decide otherwise than the two earlier decisions; null: anything. */
export function settlesOf([one, other]: readonly Pick<EarlierDecision, 'decision' | 'gist'>[]) {
  const both = one && other ? decidedByBoth([one.gist, other.gist]) : null;
  if (!both || !one || !other) return null;
  const records = new Map(
    [one, other].flatMap(({ decision }) => hitsOf(decision).map(({ record }) => [hitKey(record), record])),
  );
  return { leaves: [...both.leaves], hits: both.hits.flatMap((key) => records.get(key) ?? []) };
}

const membersOf = ({ decisions, referrals }: DecisionState): string[] =>
  [...decisions, ...referrals].flatMap(({ by }) => {
    const principal = recordedPrincipal(by);
    return principal?.kind === 'member' ? [principal.id] : [];
  });
