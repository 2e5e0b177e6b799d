import { query } from '../query.ts';
import type { ThresholdChangeRow } from '../schema.ts';

export const insertThresholdChange = query<ThresholdChangeRow>()((db, p) =>
  db.insertInto('threshold_changes').values({
    id: p.id,
    account_id: p.account_id,
    at: p.at,
    changed_by: p.changed_by,
    setting: p.setting,
    old_value: p.old_value,
    new_value: p.new_value,
    note: p.note,
    figures: p.figures,
  }),
);

/** Newest first. */
export const thresholdChangesOf = query<{ account_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('threshold_changes')
    .selectAll()
    .where('account_id', '=', p.account_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
