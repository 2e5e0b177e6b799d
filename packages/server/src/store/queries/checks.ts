import { query, scoped, unsought } from '../query.ts';
import type { CheckRow, ReportRow } from '../schema.ts';

type CheckColumns = Omit<CheckRow, 'account_id' | 'environment' | 'decided_by'>;
type ReportColumns = Omit<
  ReportRow,
  'account_id' | 'environment' | 'step' | 'doubt' | 'due_at' | 'assigned_to' | 'snoozed_until' | 'decided_by'
>;

export const insertCheck = scoped<CheckColumns>()((from, p) =>
  from.insert('checks', {
    id: p.id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    status: p.status,
    result: p.result,
    decided_by: null,
    data: p.data,
  }),
);

export const findCheck = scoped<{ id: string }>()((from, p) =>
  from.select('checks').selectAll().where('id', '=', p.id),
);

export const listChecks = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('checks')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

export const listChecksPage = scoped<{ applicant_id: string; limit: number; offset: number }>()((from, p) =>
  from
    .select('checks')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

export const countChecks = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('checks')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('applicant_id', '=', p.applicant_id),
);

/** Changes a check only from the status it was read with, so that of two who would change it one loses. */
export const moveCheck = scoped<
  Pick<CheckRow, 'id' | 'status' | 'result' | 'decided_by'> & { from: CheckRow['status'] }
>()((from, p) =>
  from
    .update('checks')
    .set({ status: p.status, result: p.result, decided_by: p.decided_by })
    .where('id', '=', p.id)
    .where('status', '=', p.from),
);

/** Checks that have begun and not ended, oldest first. One that waits for its applicant may wait for ever: it is not among them. */
export const listUnfinishedChecks = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from
    .select('checks')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .where('status', 'in', ['in_progress', 'reopened', 'paused'])
    .orderBy(unsought(dialect, 'id')),
);

export const countChecksAwaitingApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('checks')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('applicant_id', '=', p.applicant_id)
    .where('status', '=', 'awaiting_applicant'),
);

/** Checks that wait for the applicant, or may do so once they are resumed. */
export const listWaitingChecks = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('checks')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .where('status', 'in', ['awaiting_applicant', 'paused']),
);

export const insertReport = scoped<ReportColumns>()((from, p) =>
  from.insert('reports', {
    id: p.id,
    check_id: p.check_id,
    applicant_id: p.applicant_id,
    position: p.position,
    name: p.name,
    created_at: p.created_at,
    completed_at: p.completed_at,
    status: p.status,
    result: p.result,
    sub_result: p.sub_result,
    step: null,
    decided_by: null,
    doubt: null,
    due_at: null,
    assigned_to: '',
    snoozed_until: 0,
    data: p.data,
  }),
);

export const findReport = scoped<{ id: string }>()((from, p) =>
  from.select('reports').selectAll().where('id', '=', p.id),
);

export const listReports = scoped<{ check_id: string }>()((from, p) =>
  from.select('reports').selectAll().where('check_id', '=', p.check_id).orderBy('position'),
);

/** A page of the reports of a status, those that have waited longest first. */
/** The complete reports of an applicant, the newest first. */
export const completedReportsOf = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from
    .select('reports')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .where(unsought(dialect, 'status'), '=', 'complete')
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc'),
);

export const listReportsByStatus = scoped<{ status: ReportRow['status']; limit: number; offset: number }>()(
  (from, p) => {
    // Ids first, then the rows of these only: sealed reports are large, and a deep page passes over many.
    const ids = from
      .selectByAccount('reports')
      .select('id')
      .where('status', '=', p.status)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset);
    return from.named('reports', ids).selectAll('reports').orderBy('reports.id');
  },
);

export const countReportsByStatus = scoped<{ status: ReportRow['status'] }>()((from, p) =>
  from
    .selectByAccount('reports')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('status', '=', p.status),
);

/** Number of times that the analysis of a report was begun; no row once it has come to its end. */
export const findReportJob = query<{ id: string }>()((db, p) =>
  db.selectFrom('jobs').select('attempts').where('ref', '=', p.id).where('kind', '=', 'report'),
);

/** Changes a report only from the status it was read with. */
export const moveReport = scoped<
  Pick<ReportRow, 'id' | 'status' | 'result' | 'sub_result' | 'completed_at' | 'decided_by' | 'data'> & {
    from: ReportRow['status'];
  }
>()((from, p) =>
  from
    .update('reports')
    .set({
      status: p.status,
      result: p.result,
      sub_result: p.sub_result,
      completed_at: p.completed_at,
      decided_by: p.decided_by,
      data: p.data,
    })
    .where('id', '=', p.id)
    .where('status', '=', p.from),
);

/** Owner of a check: for a form, whose address names no account. */
export const findCheckAnywhere = query<{ id: string }>()((db, p) =>
  db.selectFrom('checks').selectAll().where('id', '=', p.id),
);

/** Finds out whether an object of that id was erased, in any account. */
export const findTombstoneAnywhere = query<{ id: string }>()((db, p) =>
  db.selectFrom('tombstones').select('erasure_id').where('id', '=', p.id),
);

/** Updates the data of a check that the transaction has locked: another change of it would be lost. */
export const updateCheckData = scoped<Pick<CheckRow, 'id' | 'data'>>()((from, p) =>
  from.update('checks').set({ data: p.data }).where('id', '=', p.id),
);

/** Says what an analyser is at. */
export const updateReportStep = scoped<{ id: string; step: string }>()((from, p) =>
  from.update('reports').set({ step: p.step }).where('id', '=', p.id).where('status', '=', 'awaiting_data'),
);

/** Changes the evidence of a report; a report that has ended is left alone. */
export const updateReportData = scoped<Pick<ReportRow, 'id' | 'data'>>()((from, p) =>
  from
    .update('reports')
    .set({ data: p.data })
    .where('id', '=', p.id)
    .where('status', 'not in', ['complete', 'withdrawn', 'cancelled']),
);
