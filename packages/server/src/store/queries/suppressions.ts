import { scoped } from '../query.ts';
import type { SuppressionRow } from '../schema.ts';

type New = Pick<SuppressionRow, 'id' | 'applicant_id' | 'created_at' | 'created_by' | 'state' | 'expires_at' | 'data'>;

export const insertSuppression = scoped<New>()((from, p) =>
  from.insert('suppressions', {
    id: p.id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    created_by: p.created_by,
    state: p.state,
    expires_at: p.expires_at,
    data: p.data,
    ended_at: null,
    ended_by: null,
    ended_because: null,
  }),
);

export const findSuppression = scoped<{ id: string }>()((from, p) =>
  from.select('suppressions').selectAll().where('id', '=', p.id),
);

/** All suppressions of an applicant, newest first. */
export const suppressionsOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('suppressions').selectAll().where('applicant_id', '=', p.applicant_id).orderBy('id', 'desc'),
);

/** Newest first. */
export const listSuppressions = scoped<{ limit: number; offset: number }>()((from, p) =>
  from.selectByAccount('suppressions').selectAll().orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

/** Suppressions with ids below `before`, newest first. */
export const listSuppressionsByAge = scoped<{ before: string; limit: number }>()((from, p) =>
  from.selectByAccount('suppressions').selectAll().where('id', '<', p.before).orderBy('id', 'desc').limit(p.limit),
);

export const countSuppressions = scoped()((from) =>
  from.selectByAccount('suppressions').select((select) => select.fn.countAll<number>().as('n')),
);

type End = Pick<SuppressionRow, 'id' | 'state' | 'ended_at' | 'ended_by' | 'ended_because'>;

/** Ends one that has not ended yet; it never begins again. */
export const endSuppression = scoped<End>()((from, p) =>
  from
    .update('suppressions')
    .set({ state: p.state, ended_at: p.ended_at, ended_by: p.ended_by, ended_because: p.ended_because })
    .where('id', '=', p.id)
    .where('state', '=', 'active'),
);
