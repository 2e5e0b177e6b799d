import type { MemberRole } from '../../base/member-roles.ts';
import type { Ctx } from '../../context/ctx.ts';
import { verdictOn } from '../../context/permissions.ts';
import { recordOf } from '../../context/principal.ts';
import { isSameOperator } from '../../members/named-deciders.ts';
import {
  insidersOf,
  waitingLooksOfApplicants,
  waitingLooksOfChecks,
  waitingLooksOfEnvironment,
  waitingLooksOfReports,
  waitingLooksOfRuns,
} from '../../store/queries/second-looks.ts';
import type { SecondLookRow } from '../../store/schema.ts';
import type { ScopedReader } from '../../store/store.ts';

const queries = {
  applicants: waitingLooksOfApplicants,
  checks: waitingLooksOfChecks,
  reports: waitingLooksOfReports,
  workflow_runs: waitingLooksOfRuns,
} as const;

/** Kinds of objects whose pages reveal the decision on a report. */
export type RevealingKind = keyof typeof queries;

/** A report whose decision is hidden from the acting member. */
export type HiddenReport = Pick<SecondLookRow, 'report_id' | 'applicant_id' | 'check_id' | 'workflow_run_id'>;

/** Returns whether the acting principal is a member who gives second looks in the environment. */
export function givesSecondLooks({ account, environment, principal }: Ctx): boolean {
  if (principal.kind !== 'member' || account.settings.review_second_look_share === 0) return false;
  const about = { role: principal.role as MemberRole, environment, settings: account.settings, proved: true };
  return verdictOn('report.decide', about) === 'permitted';
}

/**
 * Reports whose decision is hidden from the acting member, among the reports of some objects: they wait for a second look, which the
 * member may give. Who has made or seen the decision may not.
 */
export async function hiddenReports(ctx: Ctx, kind: RevealingKind, ids: readonly string[]): Promise<HiddenReport[]> {
  if (ids.length === 0 || !givesSecondLooks(ctx)) return [];
  const rows = await ctx.read.all(queries[kind], { ids: JSON.stringify([...new Set(ids)]) });
  return outsiderOf(ctx, rows);
}

/** Reports of the environment whose decision is hidden from the acting member. */
export async function hiddenInEnvironment(ctx: Ctx): Promise<HiddenReport[]> {
  if (!givesSecondLooks(ctx)) return [];
  return outsiderOf(ctx, await ctx.read.all(waitingLooksOfEnvironment, {}));
}

/** The second looks among some that the acting person may give. */
export async function outsiderOf<T extends Pick<SecondLookRow, 'report_id'>>(
  ctx: Ctx,
  looks: readonly T[],
  reader: Pick<ScopedReader, 'all'> = ctx.read,
): Promise<T[]> {
  if (looks.length === 0) return [];
  const insiders = await reader.all(insidersOf, { ids: JSON.stringify(looks.map(({ report_id }) => report_id)) });
  const mine = new Set<string>();
  for (const { report_id, principal } of insiders) if (await isMe(ctx, principal)) mine.add(report_id);
  return looks.filter(({ report_id }) => !mine.has(report_id));
}

/** A person may have decided with an operator key of theirs. */
async function isMe(ctx: Ctx, principal: string): Promise<boolean> {
  const me = recordOf(ctx.principal);
  // Two members are two people: nothing is to be read.
  if (principal === me || principal.startsWith('member:')) return principal === me;
  return isSameOperator(ctx.services, ctx.services.store.system, principal, me);
}

/** Ids of the hidden ones among some objects of a kind. */
export async function hiddenAmong(ctx: Ctx, kind: RevealingKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const column = (
    { applicants: 'applicant_id', checks: 'check_id', reports: 'report_id', workflow_runs: 'workflow_run_id' } as const
  )[kind];
  return new Set((await hiddenReports(ctx, kind, ids)).map((hidden) => hidden[column] ?? ''));
}

/** Objects of a kind. Those with a decision that is hidden from the acting member are left out. */
export async function withoutHiddenObjects<T extends { readonly id: string }>(
  ctx: Ctx,
  kind: RevealingKind,
  objects: readonly T[],
): Promise<T[]> {
  const hidden = await hiddenAmong(
    ctx,
    kind,
    objects.map(({ id }) => id),
  );
  return objects.filter(({ id }) => !hidden.has(id));
}

/** Rows about applicants. Rows of applicants with a decision that is hidden from the acting member are left out. */
export async function withoutHidden<T extends { readonly applicant_id: string | null }>(
  ctx: Ctx,
  rows: readonly T[],
): Promise<T[]> {
  const hidden = await hiddenAmong(
    ctx,
    'applicants',
    rows.map(({ applicant_id }) => applicant_id).filter((id) => id !== null),
  );
  return rows.filter(({ applicant_id }) => applicant_id === null || !hidden.has(applicant_id));
}
