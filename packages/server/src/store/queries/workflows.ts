import { query, type ScopedBuilder, type ScopedQuery, scoped } from '../query.ts';
import type { WorkflowRunRow, WorkflowRunStatus, WorkflowTaskRow } from '../schema.ts';

type RunColumns = Omit<WorkflowRunRow, 'account_id' | 'environment' | 'review_due_at'>;
type TaskColumns = Omit<WorkflowTaskRow, 'account_id' | 'environment'>;

export const insertRun = scoped<RunColumns>()((from, p) =>
  from.insert('workflow_runs', {
    id: p.id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    updated_at: p.updated_at,
    status: p.status,
    expires_at: p.expires_at,
    review_due_at: null,
    tags: p.tags,
    data: p.data,
  }),
);

export const findRun = scoped<{ id: string }>()((from, p) =>
  from.select('workflow_runs').selectAll().where('id', '=', p.id),
);

/** Owner of a run: for its link, whose address names no account. */
export const findRunAnywhere = query<{ id: string }>()((db, p) =>
  db.selectFrom('workflow_runs').selectAll().where('id', '=', p.id),
);

/** The runs of an applicant that have not ended; in `review`, which may have, a member may yet answer. */
export const openRunsOf = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('workflow_runs')
    .select('id')
    .where('applicant_id', '=', p.applicant_id)
    .where('status', 'in', ['processing', 'awaiting_input', 'awaiting_client_input', 'review']),
);

/** Updates a run that the transaction has locked. */
export const updateRun = scoped<Pick<WorkflowRunRow, 'id' | 'status' | 'updated_at' | 'data'>>()((from, p) =>
  from.update('workflow_runs').set({ status: p.status, updated_at: p.updated_at, data: p.data }).where('id', '=', p.id),
);

export const insertTask = scoped<TaskColumns>()((from, p) =>
  from.insert('workflow_tasks', {
    id: p.id,
    workflow_run_id: p.workflow_run_id,
    applicant_id: p.applicant_id,
    position: p.position,
    created_at: p.created_at,
    updated_at: p.updated_at,
    completed: p.completed,
    data: p.data,
  }),
);

/** Tasks in the order in which they were begun. */
export const listTasks = scoped<{ workflow_run_id: string }>()((from, p) =>
  from.select('workflow_tasks').selectAll().where('workflow_run_id', '=', p.workflow_run_id).orderBy('position'),
);

export const findTask = scoped<{ workflow_run_id: string; id: string }>()((from, p) =>
  from.select('workflow_tasks').selectAll().where('workflow_run_id', '=', p.workflow_run_id).where('id', '=', p.id),
);

/** Completes a task, once. */
export const completeTaskRow = scoped<Pick<WorkflowTaskRow, 'workflow_run_id' | 'id' | 'updated_at' | 'data'>>()(
  (from, p) =>
    from
      .update('workflow_tasks')
      .set({ completed: 1, updated_at: p.updated_at, data: p.data })
      .where('workflow_run_id', '=', p.workflow_run_id)
      .where('id', '=', p.id)
      .where('completed', '=', 0),
);

/** Updates a task that is not completed, of a run that the transaction has locked. */
export const updateTaskData = scoped<Pick<WorkflowTaskRow, 'workflow_run_id' | 'id' | 'data'>>()((from, p) =>
  from
    .update('workflow_tasks')
    .set({ data: p.data })
    .where('workflow_run_id', '=', p.workflow_run_id)
    .where('id', '=', p.id)
    .where('completed', '=', 0),
);

const statuses = [
  'processing',
  'awaiting_input',
  'awaiting_client_input',
  'approved',
  'declined',
  'review',
  'abandoned',
  'error',
] as const satisfies readonly WorkflowRunStatus[];

/** All that a run can be in, for lists that don't narrow. */
export const runStatuses: readonly WorkflowRunStatus[] = statuses;

/** Conditions of a list; the others cost nothing. */
export interface RunListing {
  readonly applicant: boolean;
  /** Number of tags that a run must have, all of them. */
  readonly tags: number;
  readonly sort: 'asc' | 'desc';
}

/** Parameters: `status0` to `status7`, `tag0` and on, as patterns of `like`; the times are exclusive. */
export type RunFilter = Record<`status${number}` | `tag${number}`, string> & {
  applicant_id?: string;
  after: number;
  before: number;
};

type Page = RunFilter & { limit: number; offset: number };

interface Listing {
  readonly page: ScopedQuery<Page, WorkflowRunRow>;
  readonly count: ScopedQuery<RunFilter, { n: number }>;
}

function listing({ applicant, tags, sort }: RunListing): Listing {
  const narrowed = (from: ScopedBuilder, p: Required<RunFilter>) => {
    const scheduled = from
      .select('applicants')
      .select('applicants.id')
      .whereRef('applicants.id', '=', 'workflow_runs.applicant_id' as never)
      .where('applicants.delete_at', 'is not', null);
    const runs = applicant ? from.select('workflow_runs') : from.selectByAccount('workflow_runs');
    let rows = runs
      .where('status', 'in', statuses.map((_, index) => p[`status${index}`]) as WorkflowRunStatus[])
      .where('created_at', '>', p.after)
      .where('created_at', '<', p.before)
      .where((where) => where.not(where.exists(scheduled)));
    if (applicant) rows = rows.where('applicant_id', '=', p.applicant_id);
    for (let index = 0; index < tags; index++) rows = rows.where('tags', 'like', p[`tag${index}`] as string);
    return rows;
  };
  const page = scoped<Required<Page>>()((from, p) => {
    const ids = narrowed(from, p).select('id').orderBy('created_at', sort).orderBy('id', sort);
    return from
      .named('workflow_runs', ids.limit(p.limit).offset(p.offset))
      .selectAll('workflow_runs')
      .orderBy('workflow_runs.created_at', sort)
      .orderBy('workflow_runs.id', sort);
  });
  const count = scoped<Required<RunFilter>>()((from, p) =>
    narrowed(from, p).select((select) => select.fn.countAll<number>().as('n')),
  );
  return { page, count } as Listing;
}

const listings = new Map<string, Listing>();

/** A page of runs and their number, without runs of applicants that are scheduled for deletion. */
export function runsBy(which: RunListing): Listing {
  const key = `${which.applicant} ${which.tags} ${which.sort}`;
  const known = listings.get(key) ?? listing(which);
  listings.set(key, known);
  return known;
}

/** A run of any account that began before `before` and whose address still leads to its page at `now`. */
export const openRunFromBefore = query<{ before: number; now: number }>()((db, p) =>
  db
    .selectFrom('workflow_runs')
    .select('id')
    .where('created_at', '<', p.before)
    .where('expires_at', '>', p.now)
    .limit(1),
);
