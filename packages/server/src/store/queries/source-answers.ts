import { scoped } from '../query.ts';
import type { SourceAnswerRow } from '../schema.ts';

export const insertSourceAnswer = scoped<Omit<SourceAnswerRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('source_answers', {
    id: p.id,
    report_id: p.report_id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    answered_at: p.answered_at,
    kind: p.kind,
    source: p.source,
    tries: p.tries,
    data: p.data,
  }),
);

export const updateSourceAnswer = scoped<Pick<SourceAnswerRow, 'id' | 'tries' | 'data' | 'answered_at'>>()((from, p) =>
  from
    .update('source_answers')
    .set({ tries: p.tries, data: p.data, answered_at: p.answered_at })
    .where('id', '=', p.id),
);

export const findSourceAnswer = scoped<{ id: string }>()((from, p) =>
  from.select('source_answers').selectAll().where('id', '=', p.id),
);

/** Requests for a report, oldest first. */
export const sourceAnswersOfReport = scoped<{ report_id: string }>()((from, p) =>
  from.select('source_answers').selectAll().where('report_id', '=', p.report_id).orderBy('created_at').orderBy('id'),
);
