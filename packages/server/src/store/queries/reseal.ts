import { sql } from 'kysely';
import { ownership } from '../ownership.ts';
import { type Query, query } from '../query.ts';
import type { Database } from '../schema.ts';

/** Table of a statement. `applicants` stands for any table in the types: the generic name defeats Kysely's inference. */
type AnyTable = 'applicants';

/** A row that is sealed with an earlier key than the newest. */
export interface EarlierRow {
  /** First part of the row's key, empty for most tables, and its id (`idColumns`). */
  readonly parent: string;
  readonly id: string;
  readonly data: Buffer;
}

/** The statements that find and change the sealed rows of one table. */
export interface Resealing {
  readonly table: keyof Database;
  /** Purpose under which a row is sealed. */
  sealedAs(row: EarlierRow): string;
  /** Rows of an account after one of them whose seal does not begin with `head`, by their key. */
  readonly list: Query<{ account_id: string; head: Buffer; parent: string; id: string; limit: number }, EarlierRow>;
  /** Number of rows of an account whose seal begins with `head`. */
  readonly count: Query<{ account_id: string; head: Buffer }, { n: number }>;
  /** Replaces a seal unless it has changed since it was read. */
  readonly update: Query<EarlierRow & { account_id: string; sealed: Buffer }, unknown>;
}

/** Tables whose rows have an id that is unique within another column only. */
const parents: Partial<Record<keyof Database, string>> = {
  workflow_tasks: 'workflow_run_id',
  idempotent_steps: 'request',
};

/** Columns with the id under which a row is sealed, where it is not `id`. */
export const idColumns: Partial<Record<keyof Database, string>> = {
  second_looks: 'report_id',
};

/** Batches of the request log have no personal data, so their `data` is not sealed. */
const OPEN: readonly (keyof Database)[] = ['request_batches'];

const isSealed = (table: keyof Database): boolean => {
  const { owner, personal, plain } = ownership[table];
  const columns: readonly string[] = [...personal, ...plain];
  return (owner === 'applicant' || owner === 'account') && columns.includes('data') && !OPEN.includes(table);
};

const head = sql<Buffer>`substr(data, 1, 2)`;

function resealing(table: keyof Database): Resealing {
  const name = table as AnyTable;
  const parent = parents[table];
  const id = sql.ref<string>(idColumns[table] ?? 'id');
  const parentColumn = parent === undefined ? sql<string>`''` : sql<string>`${sql.ref(parent)}`;
  return {
    table,
    sealedAs: (row) => (parent === undefined ? row.id : `${row.parent}/${row.id}`),
    list: query<{ account_id: string; head: Buffer; parent: string; id: string; limit: number }>()((db, p) => {
      const rows = db
        .selectFrom(name)
        .select(['data', id.as('id'), parentColumn.as('parent')])
        .where('account_id', '=', p.account_id)
        .where(head, '<>', p.head)
        .limit(p.limit);
      if (parent === undefined) return rows.where(id, '>', p.id).orderBy(id);
      const after = sql<boolean>`(${parentColumn}, ${id}) > (${p.parent}, ${p.id})`;
      return rows.where(after).orderBy(parentColumn).orderBy(id);
    }),
    count: query<{ account_id: string; head: Buffer }>()((db, p) =>
      db
        .selectFrom(name)
        .select((select) => select.fn.countAll<number>().as('n'))
        .where('account_id', '=', p.account_id)
        .where(head, '=', p.head),
    ),
    update: query<EarlierRow & { account_id: string; sealed: Buffer }>()((db, p) => {
      const row = db
        .updateTable(name)
        .set({ data: p.sealed })
        .where('account_id', '=', p.account_id)
        .where(id, '=', p.id)
        .where('data', '=', p.data);
      return parent === undefined ? row : row.where(parentColumn, '=', p.parent);
    }),
  };
}

/** Every table with rows that the key of their account seals. */
export const resealings: readonly Resealing[] = (Object.keys(ownership) as (keyof Database)[])
  .filter(isSealed)
  .map(resealing);
