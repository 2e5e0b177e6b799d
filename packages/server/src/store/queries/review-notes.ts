import { scoped } from '../query.ts';
import type { ReviewNoteRow } from '../schema.ts';
import { each } from './each.ts';

type New = Omit<ReviewNoteRow, 'account_id' | 'environment'>;

export const insertReviewNote = scoped<New>()((from, p) =>
  from.insert('review_notes', {
    id: p.id,
    applicant_id: p.applicant_id,
    report_id: p.report_id,
    kind: p.kind,
    created_at: p.created_at,
    created_by: p.created_by,
    data: p.data,
  }),
);

/** Notes on some reports (`ids`: JSON), one after the other, the earliest of each first. */
export const reviewNotesOf = scoped<{ ids: string }>()((from, p, dialect) =>
  from
    .select('review_notes')
    .selectAll()
    .where('report_id', 'in', each<string>(p.ids, dialect, 'text'))
    .orderBy('report_id')
    .orderBy('id'),
);

/** Deletes the notes on a report, once they are stored with it. */
export const deleteReviewNotes = scoped<Pick<ReviewNoteRow, 'report_id' | 'kind'>>()((from, p) =>
  from.delete('review_notes').where('report_id', '=', p.report_id).where('kind', '=', p.kind),
);

/** Counts decisions that wait for another one, on reports that wait. */
export const countWaitingDecisions = scoped<object>()((from) =>
  from
    .selectByAccount('review_notes')
    .where('kind', '=', 'decision')
    .where('report_id', 'in', from.selectByAccount('reports').select('id').where('status', '=', 'awaiting_approval'))
    .select((select) => select.fn.countAll<number>().as('n')),
);
