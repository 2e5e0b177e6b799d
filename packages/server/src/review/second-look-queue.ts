import type { Applicant } from '../applicants/applicant.ts';
import { invalid, problem } from '../base/errors.ts';
import { toCheck } from '../checks/check.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { getReport } from '../reports/records/get.ts';
import { findCheck } from '../store/queries/checks.ts';
import { putClaim } from '../store/queries/review.ts';
import { findSecondLook, listWaitingLooks, someWaitingLooks } from '../store/queries/second-looks.ts';
import type { SecondLookRow } from '../store/schema.ts';
import { noteUpdate } from '../updates/note.ts';
import { assertUnclaimed, CLAIM_MS, type Claim, claimOf } from './claims.ts';
import { givesSecondLooks, outsiderOf } from './second-looks/hidden.ts';

/** A report that waits for a second look. */
export interface WaitingLook {
  readonly report_id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  /** Name of the report. */
  readonly name: string;
  /** Applicant as at the creation of the check. */
  readonly applicant: Pick<Applicant, 'first_name' | 'last_name'>;
  /** Time of the first decision, Unix milliseconds. */
  readonly decided_at: number;
  readonly claim: Claim | null;
}

/** Second looks that one request for the next looks at, at a time. */
const PAGE = 50;

type Position = readonly [at: number, id: string];
const START: Position = [0, ''];
const positionOf = ({ decided_at, report_id }: SecondLookRow): Position => [Number(decided_at), report_id];

/** Second looks behind a position that the acting member may give, and the position of the next page; undefined after the last. */
async function pageOf(ctx: Ctx, [at, id]: Position, limit: number) {
  const rows = await ctx.read.all(listWaitingLooks, { at, id, principal: recordOf(ctx.principal), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { looks: await outsiderOf(ctx, shown), next: last && positionOf(last) };
}

/**
 * A page of the second looks that the acting member may give, the earliest decision first; `next` is null after the last. A page may be
 * short.
 *
 * @param after `next` of the previous page
 */
export async function listSecondLooks(
  ctx: Ctx,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ looks: WaitingLook[]; next: string | null }> {
  if (!givesSecondLooks(ctx)) return { looks: [], next: null };
  const [at = '0', id = ''] = after?.split('_') ?? [];
  const { looks, next } = await pageOf(ctx, [Number(at), id], limit);
  return { looks: await Promise.all(looks.map((row) => toWaitingLook(ctx, row))), next: next?.join('_') ?? null };
}

/** Maximum number of second looks that are counted, since the queue counts them for each member at each opening. */
const MOST_COUNTED = 100;

/** Number of second looks that the acting member may give, at most 100; 0 for who gives none. */
export async function countSecondLooks(ctx: Ctx): Promise<number> {
  if (!givesSecondLooks(ctx)) return 0;
  const rows = await ctx.read.all(someWaitingLooks, { principal: recordOf(ctx.principal), most: MOST_COUNTED });
  return rows.length;
}

async function toWaitingLook(
  ctx: Ctx,
  { report_id, check_id, applicant_id, name, decided_at }: SecondLookRow,
): Promise<WaitingLook> {
  const check = await ctx.read.first(findCheck, { id: check_id });
  if (!check) throw new Error(`The report ${report_id} has no check`);
  const { applicant } = toCheck(ctx, check);
  const claim = await claimOf(ctx, report_id);
  return { report_id, check_id, applicant_id, name, applicant, decided_at: Number(decided_at), claim };
}

/** A second look that the acting member may give. Throws 404 or 410 for the report, and `validation_error` for any other report. */
async function secondLookOf(ctx: Ctx, reportId: string): Promise<SecondLookRow> {
  const row = await ctx.read.first(findSecondLook, { report_id: reportId });
  if (!row) {
    await getReport(ctx, reportId);
    throw invalid({ report: [NOT_CHOSEN] });
  }
  if (row.looked_at !== null) throw invalid({ report: [GIVEN] });
  if ((await outsiderOf(ctx, [row])).length === 0) throw invalid({ member: [KNOWN] });
  return row;
}

/** Reasons against a second look at a report. */
export const NOT_CHOSEN = 'waits for no second look';
export const GIVEN = 'has its second look already';
export const KNOWN = 'knows the decision. Another member gives the second look';

/**
 * Claims the first second look that nobody is working on for 15 minutes; undefined without any.
 *
 * @param except ids of reports that are left out
 */
export async function takeSecondLook(ctx: Ctx, except: ReadonlySet<string>): Promise<WaitingLook | undefined> {
  if (!givesSecondLooks(ctx)) return undefined;
  for (let position: Position | undefined = START; position; ) {
    const { looks, next } = await pageOf(ctx, position, PAGE);
    for (const look of looks) {
      if (!except.has(look.report_id) && (await claim(ctx, look))) return toWaitingLook(ctx, look);
    }
    position = next;
  }
  return undefined;
}

/** Claims a second look for 15 minutes, or makes the member's own claim longer. Throws as `secondLookOf`, and `claimed`. */
export async function claimSecondLook(ctx: Ctx, reportId: string): Promise<WaitingLook> {
  const look = await secondLookOf(ctx, reportId);
  await assertUnclaimed(ctx, reportId);
  if (!(await claim(ctx, look))) throw problem('claimed');
  return toWaitingLook(ctx, look);
}

async function claim(ctx: Ctx, { report_id: id, applicant_id }: SecondLookRow): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicant_id });
    const row = activeApplicant && (await tx.first(findSecondLook, { report_id: id }));
    // It may have been given or ended meanwhile.
    if (row?.looked_at !== null) return false;
    const now = ctx.now();
    const claimed = { id, applicant_id, member_id: ctx.principal.id, until: now + CLAIM_MS, now };
    if ((await tx.run(putClaim, claimed)) === 0) return false;
    noteUpdate(ctx, tx, 'claim', id);
    return true;
  });
}
