import { sql } from 'kysely';
import { scoped } from '../query.ts';

/** The value of `assigned_to` of a report that is assigned to nobody. */
export const NOBODY = '';

/** The condition of the indexes of waiting reports. */
const waiting = () => sql<boolean>`status = 'awaiting_approval'`;

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
