import { recordAuditIn } from '../audit/record.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { invalid, problem } from '../base/errors.ts';
import { cursorOf, type QueueFilter, readWaiting } from '../checks/waiting/waiting.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { memberNames } from '../members/names.ts';
import { type Decision, openDoubts } from '../reports/records/decision.ts';
import { NOBODY } from '../store/queries/assignments.ts';
import { waitingReportsOf } from '../store/queries/cases.ts';
import { findReport } from '../store/queries/checks.ts';
import { deleteClaim, findClaim, putClaim } from '../store/queries/review.ts';
import type { ReportClaimRow, ReportRow } from '../store/schema.ts';
import { noteUpdate } from '../updates/note.ts';
import { type DecidedReport, decideReport, type Guard } from './decide.ts';
import { DECIDED_BEFORE } from './dual-control/decide.ts';
import { decisionStatesOf } from './dual-control/decision-states.ts';

/** Milliseconds for which nobody else takes a report that a member works on. */
export const CLAIM_MS = 15 * MINUTE_MS;

/** Reports that one request for the next looks at, at a time. */
const PAGE = 50;

/** Claim of a member on a report. */
export interface Claim {
  readonly member: { readonly id: string; readonly name: string };
  /** Unix milliseconds. */
  readonly until: number;
}

/** Claim on a report that has not lapsed; null for none. */
async function openClaim(ctx: Ctx, id: string): Promise<ReportClaimRow | null> {
  const row = await ctx.read.first(findClaim, { id });
  return row && row.until > ctx.now() ? row : null;
}

/** Claim on a report, with the member's name; null for none. */
export async function claimOf(ctx: Ctx, reportId: string): Promise<Claim | null> {
  const row = await openClaim(ctx, reportId);
  if (!row) return null;
  const name = (await memberNames(ctx.services, [row.member_id])).get(row.member_id) ?? '';
  return { member: { id: row.member_id, name }, until: row.until };
}

/** @param assigned member to whom the report must be assigned; null for nobody, undefined for any */
async function claim(
  ctx: Ctx,
  { id, applicant_id }: Pick<ReportRow, 'id' | 'applicant_id'>,
  assigned?: string | null,
): Promise<boolean> {
  const now = ctx.now();
  const claimed = { id, applicant_id, member_id: ctx.principal.id, until: now + CLAIM_MS, now };
  return ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicant_id });
    const row = activeApplicant && (await tx.first(findReport, { id }));
    // It may have ended or been assigned meanwhile.
    if (row?.status !== 'awaiting_approval' || (assigned !== undefined && row.assigned_to !== (assigned ?? NOBODY)))
      return false;
    if ((await tx.run(putClaim, claimed)) === 0) return false;
    recordAuditIn(ctx, tx, { action: 'report_claimed', object_id: id });
    noteUpdate(ctx, tx, 'claim', id);
    return true;
  });
}

/**
 * Claims a report that waits for a person, or makes one's own claim longer. Throws `resource_not_found`, `claimed` while
 * another member is working on it, and `validation_error` for a member who has decided it: another one is next.
 */
export async function claimReport(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.read.first(findReport, { id });
  if (!row) throw await missing(ctx, 'Report', id);
  if ((await decisionStatesOf(ctx, [row]))(id).decided) throw invalid({ operator: [DECIDED_BEFORE] });
  if (!(await claim(ctx, row))) throw problem('claimed');
}

/**
 * Claims the first report of a queue that nobody is working on: one that is assigned to the member, else one of nobody; undefined
 * without either. Of one applicant (`filter.applicant`), it may also be assigned to another member. Leaves out reports that the member has decided or passed on: another member is next.
 * @param except ids of reports that are left out
 */
export async function takeNext(
  ctx: Ctx,
  filter: QueueFilter,
  except: ReadonlySet<string> = new Set(),
): Promise<string | undefined> {
  if (filter.applicant !== undefined) return takeOfApplicant(ctx, filter.applicant, except);
  const groups = filter.assigned === undefined ? [ctx.principal.id, null] : [filter.assigned];
  for (const assigned of groups) {
    const id = await takeAssigned(ctx, { ...filter, assigned }, except);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Claims the first report of an applicant that the member can decide, so that one member decides a case in one go. */
async function takeOfApplicant(ctx: Ctx, applicant_id: string, except: ReadonlySet<string>) {
  const rows = await ctx.read.all(waitingReportsOf, { applicant_id });
  return claimFirst(ctx, rows, except);
}

/** Claims the first of these reports that nobody is working on and that the member has neither decided nor passed on. */
async function claimFirst(
  ctx: Ctx,
  rows: readonly ReportRow[],
  except: ReadonlySet<string>,
  assigned?: string | null,
): Promise<string | undefined> {
  const decisionStateOf = await decisionStatesOf(ctx, rows);
  for (const row of rows) {
    const { decided, referred } = decisionStateOf(row.id);
    if (decided || referred || except.has(row.id)) continue;
    if (!(await isClaimedByAnother(ctx, row.id)) && (await claim(ctx, row, assigned))) return row.id;
  }
  return undefined;
}

async function takeAssigned(
  ctx: Ctx,
  filter: QueueFilter & { readonly assigned: string | null },
  except: ReadonlySet<string>,
): Promise<string | undefined> {
  for (let last = filter.after; ; ) {
    const rows = await readWaiting(ctx, { ...filter, after: last }, PAGE);
    const id = await claimFirst(ctx, rows, except, filter.assigned);
    if (id !== undefined) return id;
    const row = rows.at(-1);
    if (row) last = cursorOf(filter, row);
    if (rows.length < PAGE) return undefined;
  }
}

/** Gives a report back. Nothing happens where it was not claimed. */
export async function giveBack(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    if ((await tx.run(deleteClaim, { id, member_id: ctx.principal.id })) > 0) noteUpdate(ctx, tx, 'claim', id);
  });
}

/** Throws `claimed` while another member is working on a report. */
export async function assertUnclaimed(ctx: Ctx, id: string): Promise<void> {
  if (await isClaimedByAnother(ctx, id)) throw problem('claimed');
}

async function isClaimedByAnother(ctx: Ctx, id: string): Promise<boolean> {
  const claimed = await openClaim(ctx, id);
  return claimed !== null && claimed.member_id !== ctx.principal.id;
}

/**
 * Decides a report that no other member is at work on, and gives it back once it waits for another person or nothing of it is in
 * doubt. Throws `claimed`, and as `decideReport`.
 */
export async function decideUnclaimed(ctx: Ctx, id: string, decision: Decision, guard?: Guard): Promise<DecidedReport> {
  await assertUnclaimed(ctx, id);
  const decided = await decideReport(ctx, id, decision, guard);
  const { report, proposal, waitsFor } = decided;
  if (waitsFor || (!proposal && openDoubts(report).length === 0)) await giveBack(ctx, id);
  return decided;
}
