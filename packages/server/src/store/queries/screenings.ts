import { scoped } from '../query.ts';
import type { ScreeningRow } from '../schema.ts';

export const insertScreening = scoped<Omit<ScreeningRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('screenings', {
    id: p.id,
    report_id: p.report_id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    set_number: p.set_number,
    data: p.data,
  }),
);

/** The screenings of a report, oldest first. */
export const screeningsOfReport = scoped<{ report_id: string }>()((from, p) =>
  from.select('screenings').selectAll().where('report_id', '=', p.report_id).orderBy('created_at').orderBy('id'),
);
