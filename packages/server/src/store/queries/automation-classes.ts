import { query, scoped } from '../query.ts';
import type { AutomationClassRow } from '../schema.ts';

type New = Pick<AutomationClassRow, 'id' | 'created_at' | 'type' | 'country' | 'evidence'>;

/** Adds a class without reviews, unless it is there. */
export const addAutomationClass = scoped<New>()((from, p) =>
  from
    .insert('automation_classes', {
      id: p.id,
      created_at: p.created_at,
      type: p.type,
      country: p.country,
      evidence: p.evidence,
      state: 'closed',
      changed_at: null,
      closed_because: null,
      cleared: 0,
      days: '[]',
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** Writes a class that the transaction has locked. */
export const updateAutomationClass = scoped<
  Pick<AutomationClassRow, 'id' | 'state' | 'changed_at' | 'closed_because' | 'cleared' | 'days'>
>()((from, p) =>
  from
    .update('automation_classes')
    .set({
      state: p.state,
      changed_at: p.changed_at,
      closed_because: p.closed_because,
      cleared: p.cleared,
      days: p.days,
    })
    .where('id', '=', p.id),
);

/** All classes of an account in one environment. */
export const listAutomationClasses = scoped<object>()((from) =>
  from.selectByAccount('automation_classes').selectAll().orderBy('id'),
);

/** Deletes every class of an account. */
export const deleteAutomationClasses = query<{ account_id: string }>()((db, p) =>
  db.deleteFrom('automation_classes').where('account_id', '=', p.account_id),
);
