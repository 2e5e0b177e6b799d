import { type ApplicantTable, erasedTables, jobSubjects } from '../ownership.ts';
import { query, type ScopedQuery, scoped, unsought } from '../query.ts';
import type { ErasureRow, ScopedTable } from '../schema.ts';

export const insertTombstone = scoped<{ id: string; erasure_id: string }>()((from, p) =>
  from
    .insert('tombstones', { id: p.id, erasure_id: p.erasure_id })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const findTombstone = scoped<{ id: string }>()((from, p) =>
  from.select('tombstones').select('erasure_id').where('id', '=', p.id),
);

export const insertErasure = scoped<Omit<ErasureRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('erasures', {
    id: p.id,
    applicant_id: p.applicant_id,
    check_id: p.check_id,
    requested_at: p.requested_at,
    erased_at: p.erased_at,
    counts: p.counts,
    requested_by: p.requested_by,
  }),
);

/** Receipts of an account, newest first; for the operator. */
export const listErasures = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('erasures').selectAll().where('account_id', '=', p.account_id).orderBy('id', 'desc').limit(500),
);

// What belongs to an applicant, by the declarations of `ownership.ts`. Their ids stay as tombstones; nothing else does.

interface OfApplicant {
  applicant_id: string;
}

/** Table of an erasing. `media` stands for any table in the types: the generic name defeats Kysely's inference. */
type AnyTable = 'media';

export interface Erasing extends Pick<ApplicantTable, 'table' | 'counted'> {
  /** Ids of the rows, and what they are counted by; undefined where nobody asks for a row by its id. */
  readonly list: ScopedQuery<OfApplicant, { id: string; countedBy: string }> | undefined;
  readonly erase: ScopedQuery<OfApplicant, unknown>;
}

function erasing({ table, by, parent, counted, tombstoned }: ApplicantTable): Erasing {
  const name = table as AnyTable;
  const column = by as 'applicant_id';
  const countedBy = (counted && 'byColumn' in counted ? counted.byColumn : 'id') as 'kind';
  const list = scoped<OfApplicant>()((from, p) =>
    from
      .select(name)
      .select(['id', `${countedBy} as countedBy`])
      .where(column, '=', p.applicant_id),
  );
  return {
    table,
    counted,
    list: tombstoned ? list : undefined,
    erase: scoped<OfApplicant>()((from, p) => {
      const rows = from.delete(name);
      if (!parent) return rows.where(column, '=', p.applicant_id);
      const parents = from
        .select(parent as AnyTable)
        .select('id')
        .where('applicant_id', '=', p.applicant_id);
      return rows.where(column, 'in', parents);
    }),
  };
}

/** Erasings of the rows of an applicant in each table; in this order. */
export const erasings: readonly Erasing[] = erasedTables.map(erasing);

const kindsOf = new Map<ScopedTable, string[]>();
for (const [kind, table] of Object.entries(jobSubjects)) {
  if (table !== null) kindsOf.set(table, [...(kindsOf.get(table) ?? []), kind]);
}

/** Deletes the jobs that are about an applicant or anything of it. */
export const eraseJobs = query<OfApplicant & { account_id: string }>()((db, p, dialect) =>
  db.deleteFrom('jobs').where((where) =>
    where.or(
      [...kindsOf].map(([table, kinds]) => {
        const by = (table === 'applicants' ? 'id' : 'applicant_id') as 'applicant_id';
        const rows = db
          .selectFrom(table as AnyTable)
          .select('id')
          .where(by, '=', p.applicant_id)
          .where(unsought(dialect, `${table}.account_id`), '=', p.account_id);
        return where.and([where('kind', 'in', kinds), where('ref', 'in', rows)]);
      }),
    ),
  ),
);

/** Objects in the storage of an applicant. */
export const objectsOfApplicant = scoped<OfApplicant>()((from, p) =>
  from.select('media').select(['id', 'storage_key']).where('applicant_id', '=', p.applicant_id),
);
