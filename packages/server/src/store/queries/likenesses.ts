import { scoped } from '../query.ts';
import type { LikenessRow } from '../schema.ts';

/** Keeps one; a report that is tried again writes it once more. */
export const putLikeness = scoped<Omit<LikenessRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('likenesses', { id: p.id, applicant_id: p.applicant_id, what: p.what, data: p.data })
    .onConflict((conflict) => conflict.columns(['id', 'what']).doUpdateSet({ data: p.data })),
);

/** A page of their ids, from the index alone. */
export const likenessIds = scoped<Pick<LikenessRow, 'what'> & { after: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('likenesses')
    .select(['id'])
    .where('what', '=', p.what)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

/** A page of likenesses of other applicants, in the order of their ids. */
export const otherLikenesses = scoped<Pick<LikenessRow, 'what' | 'applicant_id'> & { after: string; limit: number }>()(
  (from, p) =>
    from
      .selectByAccount('likenesses')
      .selectAll()
      .where('what', '=', p.what)
      .where('id', '>', p.after)
      .where('applicant_id', '!=', p.applicant_id)
      .orderBy('id')
      .limit(p.limit),
);
