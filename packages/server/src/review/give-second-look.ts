import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import { activeCheckIn } from '../checks/progress.ts';
import { subjectOf, subjectOfReport } from '../checks/subject.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { recordOf } from '../context/principal.ts';
import type { Outcome } from '../reports/outcome.ts';
import { type Decision, decided } from '../reports/records/decision.ts';
import { type Report, toReport } from '../reports/records/report.ts';
import { findReport } from '../store/queries/checks.ts';
import { findSecondLook, giveSecondLook } from '../store/queries/second-looks.ts';
import type { SecondLookRow } from '../store/schema.ts';
import { noteUpdate } from '../updates/note.ts';
import { assertUnclaimed, giveBack } from './claims.ts';
import { GIVEN, KNOWN, NOT_CHOSEN } from './second-look-queue.ts';
import { outsiderOf } from './second-looks/hidden.ts';
import { type ComparedLook, type KeptLook, toComparedLook } from './second-looks/look.ts';
import { undecided } from './second-looks/undecided.ts';

/**
 * Stores the decision of the acting member on a report that another person has decided, and returns both. Nothing else changes: the report
 * keeps its result, clients get no event, and hits are not suppressed. Of two members at once, the second is refused.
 *
 * Throws 404 or 410 for the report, `claimed`, and `validation_error` for a report that waits for no second look, for a member who knows
 * the decision, and for a decision that the report could not have or that leaves something in doubt.
 */
export async function giveLook(ctx: Ctx, id: string, decision: Decision): Promise<ComparedLook> {
  await assertUnclaimed(ctx, id);
  const given = await ctx.transaction(async (tx) => {
    const found = await tx.first(findReport, { id });
    const check = found && (await activeCheckIn(ctx, tx, found.check_id));
    const row = check && (await tx.first(findReport, { id }));
    if (!row) return undefined;
    const look = await tx.first(findSecondLook, { report_id: id });
    if (!look) throw invalid({ report: [NOT_CHOSEN] });
    if (look.looked_at !== null) throw invalid({ report: [GIVEN] });
    if ((await outsiderOf(ctx, [look], tx)).length === 0) throw invalid({ member: [KNOWN] });
    const report = toReport(ctx, row);
    const subject = subjectOfReport(await subjectOf(ctx, tx, check), report);
    const outcome = endOf(undecided(report), decision, subject);
    const kept: KeptLook = { note: decision.note, ...leavesOf(decision) };
    const answer = {
      looked_at: ctx.now(),
      looked_by: recordOf(ctx.principal),
      look_result: outcome.result as NonNullable<Outcome['result']>,
      look_sub_result: outcome.sub_result,
      agrees: Number(look.result === outcome.result && look.sub_result === outcome.sub_result),
      data: ctx.vault.seal(id, kept),
    };
    const stored = await tx.run(giveSecondLook, { report_id: id, ...answer });
    if (stored === 0) throw invalid({ report: [GIVEN] });
    recordAuditIn(ctx, tx, { action: 'second_look_given', object_id: id });
    noteUpdate(ctx, tx, 'report', id);
    return { look: { ...look, ...answer } as SecondLookRow, report };
  });
  if (!given) throw await missing(ctx, 'Report', id);
  await giveBack(ctx, id);
  return toComparedLook(ctx, given.look, given.report);
}

/** The outcome of a decision, which must end the report. */
function endOf(report: Report, decision: Decision, subject: Parameters<typeof decided>[2]): Outcome {
  const outcome = decided(report, decision, subject);
  if (!outcome) throw invalid({ leaves: ['must settle every doubt: a second look is one decision'] });
  return outcome;
}

function leavesOf(decision: Decision): Pick<KeptLook, 'leaves'> {
  if ('leaves' in decision) return { leaves: decision.leaves };
  return { leaves: Object.fromEntries(decision.flagged.map((path) => [path, 'consider' as const])) };
}
