import { scoped } from '../query.ts';
import type { ResultsFeedbackRow } from '../schema.ts';

type New = Omit<ResultsFeedbackRow, 'account_id' | 'environment'>;

export const insertResultsFeedback = scoped<New>()((from, p) =>
  from.insert('results_feedback', {
    id: p.id,
    applicant_id: p.applicant_id,
    check_id: p.check_id,
    report_id: p.report_id,
    expected_result: p.expected_result,
    created_at: p.created_at,
    data: p.data,
  }),
);

/** All about the checks of one applicant, oldest first. */
export const feedbackOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('results_feedback').selectAll().where('applicant_id', '=', p.applicant_id).orderBy('id'),
);

/** A page of an account in one environment, newest first. */
export const listResultsFeedback = scoped<{ limit: number; offset: number }>()((from, p) =>
  from.selectByAccount('results_feedback').selectAll().orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

export const countResultsFeedback = scoped<object>()((from) =>
  from.selectByAccount('results_feedback').select((select) => select.fn.countAll<number>().as('n')),
);
