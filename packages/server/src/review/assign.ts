import { invalid, problem } from '../base/errors.ts';
import { changeAssignmentIn, heardFrom } from '../checks/waiting/assign.ts';
import type { Ctx } from '../context/ctx.ts';
import { decidersOf } from '../context/deciders.ts';
import { toMember } from '../members/member.ts';
import { memberNames } from '../members/names.ts';
import { getReport } from '../reports/records/get.ts';
import { NOBODY } from '../store/queries/assignments.ts';
import { DECIDED_BEFORE } from './dual-control/decide.ts';

/** A member to whom reports can be assigned. */
export interface Assignee {
  readonly id: string;
  readonly name: string;
}

/** Change of an assignment: ids of members, null for nobody. */
export interface Assignment {
  /** Member to whom the report is assigned as the acting member knows it. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The members who may decide reports of the environment, the earliest first. */
export async function assigneesOf(ctx: Ctx): Promise<Assignee[]> {
  const rows = await decidersOf(ctx, ctx.services.store.system);
  return rows.map((row) => ({ id: row.id, name: toMember(ctx.services, row).name }));
}

/** Members by their id, with their names, for the reports that are assigned. */
export async function assigneeNames(
  ctx: Ctx,
  reports: readonly { readonly assigned_to: string | null }[],
): Promise<(id: string | null) => Assignee | null> {
  const names = await memberNames(
    ctx.services,
    reports.flatMap(({ assigned_to }) => assigned_to || []),
  );
  return (id) => (id ? { id, name: names.get(id) ?? '' } : null);
}

/**
 * Returns whether a change is one that each member may make who may decide: to take a report of nobody, or to give an own report back.
 * Other changes need the permission `report.assign`.
 */
export const isOwnAssignment = ({ principal }: Ctx, { from, to }: Assignment): boolean =>
  from === to || (from === null && to === principal.id) || (from === principal.id && to === null);

/**
 * Assigns a waiting report. Throws `resource_not_found` or `gone`; `validation_error` for a member who may not decide the report or has
 * decided it; and `assignment_changed` if the report is assigned to another member than `from` or no longer waits. Of several members who
 * assign a report at once, one succeeds.
 */
export async function assignReport(ctx: Ctx, id: string, { from, to }: Assignment): Promise<void> {
  await getReport(ctx, id);
  if (from === to) return;
  const assigned = await ctx.transaction(async (tx) => {
    if (to !== null) {
      if (!(await decidersOf(ctx, tx.system)).some((member) => member.id === to)) {
        throw invalid({ to: ['is not a member who may decide this report'] });
      }
      if ((await heardFrom(tx, id, ['decision'])).has(to)) throw invalid({ to: [DECIDED_BEFORE] });
    }
    return changeAssignmentIn(ctx, tx, id, { before: from ?? NOBODY, after: to ?? NOBODY });
  });
  if (!assigned) throw problem('assignment_changed');
}
