import { sql } from 'kysely';
import { query } from '../query.ts';
import type { SourceEntryRow, SourceTableRow } from '../schema.ts';
import { each, jsonTexts } from './each.ts';

/** Begins a table: it is `reading` until all of its entries are there. Nothing is written where another import took the number. */
export const insertSourceTable = query<Omit<SourceTableRow, 'state'>>()((db, p) =>
  db
    .insertInto('source_tables')
    .values({
      id: p.id,
      name: p.name,
      kind: p.kind,
      country: p.country,
      state: 'reading',
      people: p.people,
      touched_at: p.touched_at,
      imported_at: p.imported_at,
      imported_by: p.imported_by,
      files: p.files,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** The highest number of a table so far. */
export const lastSourceTable = query()((db) =>
  db.selectFrom('source_tables').select((select) => select.fn.max('id').as('id')),
);

export const touchSourceTable = query<{ id: number; now: number }>()((db, p) =>
  db.updateTable('source_tables').set({ touched_at: p.now }).where('id', '=', p.id).where('state', '=', 'reading'),
);

/** Retires the table of a name that is active, if there is one. */
export const retireSourceTable = query<{ name: string }>()((db, p) =>
  db.updateTable('source_tables').set({ state: 'retired' }).where('name', '=', p.name).where('state', '=', 'active'),
);

export const activateSourceTable = query<Pick<SourceTableRow, 'id' | 'people' | 'files'> & { now: number }>()((db, p) =>
  db
    .updateTable('source_tables')
    .set({ state: 'active', people: p.people, files: p.files, touched_at: p.now })
    .where('id', '=', p.id)
    .where('state', '=', 'reading'),
);

export const activeSourceTables = query()((db) =>
  db.selectFrom('source_tables').selectAll().where('state', '=', 'active').orderBy('name'),
);

export const sourceTablesFor = query<{ kind: string; country: string }>()((db, p) =>
  db
    .selectFrom('source_tables')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .where('kind', '=', p.kind)
    .where('country', '=', p.country)
    .orderBy('name'),
);

/** Tables that nobody is to be found in: retired ones, and those whose import last wrote before a moment, Unix milliseconds. */
export const leftSourceTables = query<{ before: number }>()((db, p) =>
  db
    .selectFrom('source_tables')
    .select('id')
    .where((where) =>
      where.or([
        where('state', '=', 'retired'),
        where.and([where('state', '=', 'reading'), where('touched_at', '<', p.before)]),
      ]),
    ),
);

export const deleteSourceTable = query<{ id: number }>()((db, p) =>
  db.deleteFrom('source_tables').where('id', '=', p.id).where('state', '<>', 'active'),
);

/** Adds entries in one statement. `hashes`: JSON array, each once. */
export const insertSourceEntries = query<{ table_id: number; hashes: string }>()((db, p, dialect) => {
  const insert = sql<SourceEntryRow>`
    insert into source_entries (table_id, hash) select cast(${p.table_id} as integer), given.value from ${jsonTexts(p.hashes, dialect)}`;
  return { compile: () => insert.compile(db) };
});

/** Hashes, among the given ones, that a table has. `hashes`: JSON array. */
export const findSourceEntries = query<{ table_id: number; hashes: string }>()((db, p, dialect) =>
  db
    .selectFrom('source_entries')
    .select('hash')
    .where('table_id', '=', p.table_id)
    .where('hash', 'in', each<string>(p.hashes, dialect, 'text')),
);

/** Deletes the first entries of a table: all of a large one at once would stop everything else. */
export const deleteSourceEntries = query<{ table_id: number; limit: number }>()((db, p) =>
  db
    .deleteFrom('source_entries')
    .where('table_id', '=', p.table_id)
    .where('hash', 'in', (select) =>
      select
        .selectFrom('source_entries')
        .select('hash')
        .where('table_id', '=', p.table_id)
        .orderBy('hash')
        .limit(p.limit),
    ),
);
