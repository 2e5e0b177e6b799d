import { sql } from 'kysely';
import { scoped } from '../query.ts';
import type { ApplicantRow } from '../schema.ts';

type Columns = Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data'>;
const columns = ['id', 'created_at', 'delete_at', 'data'] as const;

/**
 * Zero where an applicant isn't scheduled for deletion: for queries that find it by its id. For `delete_at is null`
 * PostgreSQL may take the index of all such applicants of an account.
 */
export const scheduledAt = sql<number>`coalesce(delete_at, 0)`;

export const insertApplicant = scoped<Columns>()((from, p) =>
  from.insert('applicants', {
    id: p.id,
    created_at: p.created_at,
    delete_at: p.delete_at,
    deleted_by: null,
    data: p.data,
  }),
);

export const findApplicant = scoped<{ id: string }>()((from, p) =>
  from.select('applicants').select(columns).where('id', '=', p.id),
);

export const updateApplicantData = scoped<{ id: string; data: Buffer }>()((from, p) =>
  from.update('applicants').set({ data: p.data }).where('id', '=', p.id),
);

export const scheduleApplicant = scoped<{ id: string; delete_at: number; deleted_by: string }>()((from, p) =>
  from
    .update('applicants')
    .set({ delete_at: p.delete_at, deleted_by: p.deleted_by })
    .where('id', '=', p.id)
    .where(scheduledAt, '=', 0),
);

export const unscheduleApplicant = scoped<{ id: string }>()((from, p) =>
  from
    .update('applicants')
    .set({ delete_at: null, deleted_by: null })
    .where('id', '=', p.id)
    .where('delete_at', 'is not', null),
);

// A page takes its ids from the index alone and reads the rows of these only: OFFSET over whole rows is 70 times
// slower at page 4000.
const page = (active: boolean) =>
  scoped<{ limit: number; offset: number }>()((from, p) => {
    let ids = from.selectByAccount('applicants').select('id');
    if (active) ids = ids.where('delete_at', 'is', null);
    ids = ids.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(p.limit).offset(p.offset);
    return from
      .named('applicants', ids)
      .select(['applicants.id', 'applicants.created_at', 'applicants.delete_at', 'applicants.data'])
      .orderBy('applicants.created_at', 'desc')
      .orderBy('applicants.id', 'desc');
  });

export const listActiveApplicants = page(true);
export const listAllApplicants = page(false);
