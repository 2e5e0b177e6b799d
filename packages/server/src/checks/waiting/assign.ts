import { recordAuditIn } from '../../audit/record.ts';
import type { Ctx } from '../../context/ctx.ts';
import { decidersOf } from '../../context/deciders.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import { changeAssignment, countAssigned, NOBODY } from '../../store/queries/assignments.ts';
import { reviewNotesOf } from '../../store/queries/review-notes.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';

/** A change of an assignment: ids of members, or `NOBODY`. */
interface AssignmentChange {
  readonly before: string;
  readonly after: string;
}

/**
 * Changes the assignment of a waiting report and records the change. Returns false, and changes nothing, if the report no longer waits
 * or is no longer assigned as in `before`.
 */
export async function changeAssignmentIn(
  ctx: Ctx,
  tx: ScopedTx,
  id: string,
  { before, after }: AssignmentChange,
): Promise<boolean> {
  if ((await tx.run(changeAssignment, { id, before, after })) === 0) return false;
  const details = { before: before || null, after: after || null };
  recordAuditIn(ctx, tx, { action: 'report_assigned', object_id: id, details });
  noteUpdate(ctx, tx, 'claim', id);
  return true;
}

/**
 * Assigns a waiting report of nobody by the rule of the account (`review_assignment`): to the member with the fewest assigned reports.
 * Without a permitted member the report stays unassigned.
 * @param except ids of members who have decided the report or passed it on
 */
export async function assignByRule(
  ctx: Ctx,
  tx: ScopedTx,
  id: string,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (ctx.account.settings.review_assignment === 'off') return;
  const members = (await decidersOf(ctx, tx.system)).map((member) => member.id).filter((member) => !except.has(member));
  const counts = new Map((await tx.all(countAssigned, {})).map(({ assigned_to, n }) => [assigned_to, Number(n)]));
  const countOf = (member: string) => counts.get(member) ?? 0;
  const fewest = Math.min(...members.map(countOf));
  const free = members.filter((member) => countOf(member) === fewest);
  // Members with equally many share the reports by the random end of the id, so that a quick team shares them, too.
  const after = free[Number.parseInt(id.slice(-8), 16) % free.length];
  if (after !== undefined) await changeAssignmentIn(ctx, tx, id, { before: NOBODY, after });
}

/**
 * Ends the assignment of a report that another person decides next, in the transaction that stores the decision or the referral of the
 * acting member. The rule of the account may assign the report to the next member.
 */
export async function handOn(ctx: Ctx, tx: ScopedTx, { id, assigned_to }: Pick<ReportRow, 'id' | 'assigned_to'>) {
  const done = await heardFrom(tx, id, ['decision', 'referral']);
  // A report that waits for another member already keeps its member.
  if (assigned_to !== NOBODY && !done.has(assigned_to)) return;
  if (assigned_to !== NOBODY) await changeAssignmentIn(ctx, tx, id, { before: assigned_to, after: NOBODY });
  await assignByRule(ctx, tx, id, done);
}

/** Ids of the members who have decided a waiting report or passed it on. */
export async function heardFrom(tx: ScopedTx, id: string, kinds: readonly string[]): Promise<Set<string>> {
  const notes = await tx.all(reviewNotesOf, { ids: JSON.stringify([id]) });
  return new Set(
    notes.flatMap(({ kind, created_by }) => {
      const principal = recordedPrincipal(created_by);
      return kinds.includes(kind) && principal?.kind === 'member' ? principal.id : [];
    }),
  );
}
