import { scoped, unsought } from '../query.ts';
import type { CaseEntryRow } from '../schema.ts';

export const insertCaseEntry = scoped<Omit<CaseEntryRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('case_entries', {
    id: p.id,
    applicant_id: p.applicant_id,
    status: p.status,
    created_at: p.created_at,
    created_by: p.created_by,
    data: p.data,
  }),
);

/** The entries of a case, the newest first. */
export const caseEntriesOf = scoped<{ applicant_id: string; limit: number }>()((from, p) =>
  from
    .select('case_entries')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** The status of a case that a member set last; no row if members have set none. */
export const lastCaseStatus = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('case_entries')
    .select('status')
    .where('applicant_id', '=', p.applicant_id)
    // The condition of its index.
    .where('status', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1),
);

/** The reports of an applicant that wait for a reviewer, those that are due first. */
export const waitingReportsOf = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from
    .select('reports')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .where(unsought(dialect, 'status'), '=', 'awaiting_approval')
    .orderBy('due_at')
    .orderBy('id'),
);

/** Keeps the waiting reports of an applicant out of the queue until a time; 0 brings them back. */
export const snoozeReports = scoped<{ applicant_id: string; until: number }>()((from, p, dialect) =>
  from
    .update('reports')
    .set({ snoozed_until: p.until })
    .where('applicant_id', '=', p.applicant_id)
    .where(unsought(dialect, 'status'), '=', 'awaiting_approval'),
);

/** Brings the snoozed reports of an applicant back. Writes no other row: each report that begins to wait does this. */
export const wakeReports = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from
    .update('reports')
    .set({ snoozed_until: 0 })
    .where('applicant_id', '=', p.applicant_id)
    .where(unsought(dialect, 'status'), '=', 'awaiting_approval')
    .where('snoozed_until', '>', 0),
);

/** Ids of the information requests of an applicant that wait for an answer. */
export const openRequestsOfApplicant = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from
    .select('information_requests')
    .select('id')
    .where('applicant_id', '=', p.applicant_id)
    .where(unsought(dialect, 'state'), '=', 'open'),
);
