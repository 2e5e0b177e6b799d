import { sql } from 'kysely';
import { type Dialect, type ScopedBuilder, scoped } from '../query.ts';
import type { ApplicantRow } from '../schema.ts';

type Columns = Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data' | 'clock_id'>;
const columns = ['id', 'created_at', 'delete_at', 'data', 'clock_id'] as const;

/**
 * Zero where an applicant isn't scheduled for deletion: for queries that find it by its id. For `delete_at is null`
 * PostgreSQL may take the index of all such applicants of an account.
 */
export const scheduledAt = sql<number>`coalesce(delete_at, 0)`;

export const insertApplicant = scoped<Omit<Columns, 'clock_id'>>()((from, p) =>
  from.insert('applicants', {
    id: p.id,
    created_at: p.created_at,
    delete_at: p.delete_at,
    deleted_by: null,
    restored_at: null,
    data: p.data,
    clock_id: null,
  }),
);

/** Puts a new applicant on a clock of the sandbox. */
export const putOnClock = scoped<{ id: string; clock_id: string }>()((from, p) =>
  from.update('applicants').set({ clock_id: p.clock_id }).where('id', '=', p.id),
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

export const unscheduleApplicant = scoped<{ id: string; restored_at: number }>()((from, p) =>
  from
    .update('applicants')
    .set({ delete_at: null, deleted_by: null, restored_at: p.restored_at })
    .where('id', '=', p.id)
    .where('delete_at', 'is not', null),
);

// A page takes its ids from the index alone and reads the rows of these only: OFFSET over whole rows is 70 times
// slower at page 4000.
const page = (from: ScopedBuilder, p: { limit: number; offset: number }, active: boolean) => {
  let ids = from.selectByAccount('applicants').select('id');
  if (active) ids = ids.where('delete_at', 'is', null);
  ids = ids.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(p.limit).offset(p.offset);
  return from.named('applicants', ids).orderBy('applicants.created_at', 'desc').orderBy('applicants.id', 'desc');
};

const rows = (active: boolean) =>
  scoped<{ limit: number; offset: number }>()((from, p) =>
    page(from, p, active).select([
      'applicants.id',
      'applicants.created_at',
      'applicants.delete_at',
      'applicants.data',
      'applicants.clock_id',
    ]),
  );

export const listActiveApplicants = rows(true);
export const listAllApplicants = rows(false);

/** Bytes at the head of sealed data that no other data of any row begins with: version of the key, and nonce. */
export const SEAL_HEAD_BYTES = 14;

const sealHead = (dialect: Dialect) => {
  const head = sql`substr(applicants.data, 1, ${sql.lit(SEAL_HEAD_BYTES)})`;
  return dialect === 'postgres' ? sql<string>`encode(${head}, 'hex')` : sql<string>`lower(hex(${head}))`;
};

/** Content of a page without its data; `version` changes as soon as the data do. */
const versions = (active: boolean) =>
  scoped<{ limit: number; offset: number }>()((from, p, dialect) =>
    page(from, p, active).select(['applicants.id', 'applicants.delete_at', sealHead(dialect).as('version')]),
  );

export const listActiveVersions = versions(true);
export const listAllVersions = versions(false);

/**
 * Applicants by their ids. `versions`: JSON object of the ids, each with the version of its data that is known, or with an empty text. The
 * data of a known version are left out: they are null.
 */
export const findApplicants = scoped<{ versions: string }>()((from, p, dialect) => {
  const pairs = dialect === 'sqlite' ? sql`json_each(${p.versions})` : sql`json_each_text(cast(${p.versions} as json))`;
  const ids = sql<{ id: string }>`(select key as id, value as version from ${pairs})`;
  const head = sealHead(dialect);
  const data = sql<Buffer | null>`case when ${head} = ${sql.ref('named.version')} then null else applicants.data end`;
  return from
    .named('applicants', ids as never)
    .select(['applicants.id', 'applicants.created_at', 'applicants.delete_at', 'applicants.clock_id', data.as('data')]);
});
