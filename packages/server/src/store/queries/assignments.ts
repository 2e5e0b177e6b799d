import { sql } from 'kysely';
import { scoped } from '../query.ts';
import { ofDoubt, ofName, type WaitingFilter } from './review.ts';

/** The value of `assigned_to` of a report that is assigned to nobody. */
export const NOBODY = '';

/** Filter of the waiting reports of one member. `assigned_to` is empty for reports of nobody. */
interface AssignedFilter extends WaitingFilter {
  readonly assigned_to: string;
}

/** The condition of the indexes of waiting reports. */
const waiting = () => sql<boolean>`status = 'awaiting_approval'`;

/** Waiting reports of a member or of nobody, those that have waited longest first. */
export const listAssigned = scoped<AssignedFilter & { after: string }>()((from, p) =>
  from
    .selectByAccount('reports')
    .selectAll()
    .where(waiting())
    .where('assigned_to', '=', p.assigned_to)
    .where('id', '>', p.after)
    .where('id', '<', p.before)
    .where(ofName(p.name))
    .where(ofDoubt(p.doubt))
    .orderBy('id')
    .limit(p.limit),
);

/** Waiting reports of a member or of nobody, those that are due first. */
export const listAssignedDue = scoped<AssignedFilter & { due: number; after: string }>()((from, p) =>
  from
    .selectByAccount('reports')
    .selectAll()
    .where(waiting())
    .where('assigned_to', '=', p.assigned_to)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('due_at', 'id'), '>', tuple<number | null, string>(p.due, p.after)))
    .where('id', '<', p.before)
    .where(ofName(p.name))
    .where(ofDoubt(p.doubt))
    .orderBy('due_at')
    .orderBy('id')
    .limit(p.limit),
);

/** Counts the waiting reports of each member who has any. */
export const countAssigned = scoped()((from) =>
  from
    .selectByAccount('reports')
    .where(waiting())
    .where('assigned_to', '>', '')
    .select((select) => ['assigned_to' as const, select.fn.countAll<number>().as('n')])
    .groupBy('assigned_to'),
);

/** Ids of the waiting reports of a member. */
export const assignedIds = scoped<{ assigned_to: string }>()((from, p) =>
  from.selectByAccount('reports').select('id').where(waiting()).where('assigned_to', '=', p.assigned_to).orderBy('id'),
);

/** Assigns a waiting report to a member, or to nobody (empty); no row changes if it is no longer assigned as in `before`. */
export const changeAssignment = scoped<{ id: string; before: string; after: string }>()((from, p) =>
  from
    .update('reports')
    .set({ assigned_to: p.after })
    .where('id', '=', p.id)
    .where(waiting())
    .where('assigned_to', '=', p.before),
);
