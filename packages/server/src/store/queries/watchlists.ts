import { sql } from 'kysely';
import { query } from '../query.ts';
import type { ListedRecordRow, ListVersionRow, ScreeningSetRow } from '../schema.ts';
import { each } from './each.ts';

/** Begins a version: it is `reading` until all of its records are there. */
export const insertListVersion = query<
  Omit<ListVersionRow, 'state' | 'confirmed_at' | 'activated_at' | 'activated_by' | 'retired_at' | 'retired_by'>
>()((db, p) =>
  db.insertInto('list_versions').values({
    id: p.id,
    list: p.list,
    state: 'reading',
    categories: p.categories,
    published_at: p.published_at,
    touched_at: p.touched_at,
    imported_at: p.imported_at,
    imported_by: p.imported_by,
    files_hash: p.files_hash,
    records: p.records,
    people: p.people,
    facts: p.facts,
    confirmed_at: null,
    activated_at: null,
    activated_by: null,
    retired_at: null,
    retired_by: null,
  }),
);

/** Notes that the import of a version is under way; of one that is discarded nothing is changed. */
export const touchListVersion = query<{ id: string; now: number }>()((db, p) =>
  db.updateTable('list_versions').set({ touched_at: p.now }).where('id', '=', p.id).where('state', '=', 'reading'),
);

/** Ends the reading of a version. */
export const stageListVersion = query<
  Pick<ListVersionRow, 'id' | 'categories' | 'people' | 'facts'> & { now: number }
>()((db, p) =>
  db
    .updateTable('list_versions')
    .set({ state: 'staged', touched_at: p.now, categories: p.categories, people: p.people, facts: p.facts })
    .where('id', '=', p.id)
    .where('state', '=', 'reading'),
);

export const confirmListVersion = query<{ id: string; now: number }>()((db, p) =>
  db.updateTable('list_versions').set({ confirmed_at: p.now }).where('id', '=', p.id),
);

/** Activates a version that is staged or retired; of another one nothing is changed. */
export const activateListVersion = query<{ id: string; now: number; by: string }>()((db, p) =>
  db
    .updateTable('list_versions')
    .set({ state: 'active', activated_at: p.now, activated_by: p.by, retired_at: null, retired_by: null })
    .where('id', '=', p.id)
    .where('state', 'in', ['staged', 'retired']),
);

/** Takes back a version that was never active: from then on nothing activates it, and nothing is added to it. */
export const withdrawListVersion = query<{ id: string }>()((db, p) =>
  db
    .updateTable('list_versions')
    .set({ state: 'discarding' })
    .where('id', '=', p.id)
    .where('state', 'in', ['reading', 'staged']),
);

/** Retires the version of a list that is active, if there is one. */
export const retireListVersion = query<{ list: string; now: number; by: string }>()((db, p) =>
  db
    .updateTable('list_versions')
    .set({ state: 'retired', retired_at: p.now, retired_by: p.by })
    .where('list', '=', p.list)
    .where('state', '=', 'active'),
);

export const listListVersions = query()((db) =>
  db.selectFrom('list_versions').selectAll().orderBy('list').orderBy('imported_at').orderBy('id'),
);

export const versionsOfList = query<{ list: string }>()((db, p) =>
  db.selectFrom('list_versions').selectAll().where('list', '=', p.list).orderBy('imported_at').orderBy('id'),
);

/**
 * Versions that are to be deleted: they are being discarded, or no import is at them, and the last one wrote before a moment,
 * Unix milliseconds.
 */
export const unfinishedListVersions = query<{ before: number }>()((db, p) =>
  db
    .selectFrom('list_versions')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'discarding'),
        eb.and([
          eb('state', '=', 'reading'),
          eb('touched_at', '<', p.before),
          eb.not(
            eb.exists(
              eb
                .selectFrom('watchlist_imports')
                .select('watchlist_imports.id')
                .whereRef('watchlist_imports.id', '=', 'list_versions.id')
                .where('ended_at', 'is', null),
            ),
          ),
        ]),
      ]),
    ),
);

export const deleteListVersion = query<{ id: string }>()((db, p) =>
  db.deleteFrom('list_versions').where('id', '=', p.id),
);

/** Adds records in one statement. `rows`: JSON array of `ListedRecordRow` without the version. */
export const insertListedRecords = query<{ version_id: string; rows: string }>()((db, p, dialect) => {
  const insert =
    dialect === 'sqlite'
      ? sql<ListedRecordRow>`
        insert into listed_records (version_id, ordinal, source_id, content_hash, data)
        select cast(${p.version_id} as text), json_extract(given.value, '$.ordinal'),
          json_extract(given.value, '$.source_id'), json_extract(given.value, '$.content_hash'),
          json_extract(given.value, '$.data')
        from json_each(${p.rows}) as given`
      : sql<ListedRecordRow>`
        insert into listed_records (version_id, ordinal, source_id, content_hash, data)
        select cast(${p.version_id} as text), given.ordinal, given.source_id, given.content_hash, given.data
        from json_to_recordset(cast(${p.rows} as json))
          as given(ordinal integer, source_id text, content_hash text, data text)`;
  return { compile: () => insert.compile(db) };
});

/** Deletes some records of a version, the first ones: all of a long list at once would stop everything else. */
export const deleteListedRecords = query<{ version_id: string; below: number }>()((db, p) =>
  db.deleteFrom('listed_records').where('version_id', '=', p.version_id).where('ordinal', '<', p.below),
);

/** A page of the records of a version, in their order. */
export const pageOfListedRecords = query<{ version_id: string; from: number; below: number }>()((db, p) =>
  db
    .selectFrom('listed_records')
    .select(['ordinal', 'data'])
    .where('version_id', '=', p.version_id)
    .where('ordinal', '>=', p.from)
    .where('ordinal', '<', p.below)
    .orderBy('ordinal'),
);

/**
 * Differences between the records of two versions, by their identifiers in the source: `added`, `changed` in a field that decides
 * a hit, or `gone`; without equal records.
 */
export const diffListVersions = query<{ before: string; after: string; limit: number }>()((db, p) => {
  const diff = sql<{ source_id: string; change: 'added' | 'changed' | 'gone' }>`
    select a.source_id, case when b.source_id is null then 'added' else 'changed' end as change
      from listed_records a
      left join listed_records b on b.version_id = ${p.before} and b.source_id = a.source_id
      where a.version_id = ${p.after} and (b.source_id is null or b.content_hash <> a.content_hash)
    union all
    select b.source_id, 'gone' as change from listed_records b
      left join listed_records a on a.version_id = ${p.after} and a.source_id = b.source_id
      where b.version_id = ${p.before} and a.source_id is null
    order by 2, 1 limit ${p.limit}`;
  return { compile: () => diff.compile(db) };
});

/** Counts records that were added, changed and gone; see `diffListVersions`. */
export const countListDiff = query<{ before: string; after: string }>()((db, p) => {
  const counts = sql<{ added: number; changed: number; gone: number }>`
    select
      (select count(*) from listed_records a
        left join listed_records b on b.version_id = ${p.before} and b.source_id = a.source_id
        where a.version_id = ${p.after} and b.source_id is null) as added,
      (select count(*) from listed_records a
        join listed_records b on b.version_id = ${p.before} and b.source_id = a.source_id
        where a.version_id = ${p.after} and b.content_hash <> a.content_hash) as changed,
      (select count(*) from listed_records b
        left join listed_records a on a.version_id = ${p.after} and a.source_id = b.source_id
        where b.version_id = ${p.before} and a.source_id is null) as gone`;
  return { compile: () => counts.compile(db) };
});

/** Writes the next set. Nothing is written where another activation took the number. */
export const insertScreeningSet = query<ScreeningSetRow>()((db, p) =>
  db
    .insertInto('screening_sets')
    .values({
      number: p.number,
      versions: p.versions,
      sha256: p.sha256,
      storage_key: p.storage_key,
      size: p.size,
      cause: p.cause,
      created_at: p.created_at,
      created_by: p.created_by,
    })
    .onConflict((conflict) => conflict.column('number').doNothing()),
);

/** Gives a set another file of its index, unless it got one meanwhile. */
export const replaceScreeningIndex = query<
  Pick<ScreeningSetRow, 'number' | 'sha256' | 'storage_key' | 'size'> & { from: string }
>()((db, p) =>
  db
    .updateTable('screening_sets')
    .set({ sha256: p.sha256, storage_key: p.storage_key, size: p.size })
    .where('number', '=', p.number)
    .where('storage_key', '=', p.from),
);

/** The set that is active; undefined before the first. */
export const activeScreeningSet = query()((db) =>
  db.selectFrom('screening_sets').selectAll().orderBy('number', 'desc').limit(1),
);

/** The set that was active at a moment, Unix milliseconds. */
export const screeningSetAt = query<{ at: number }>()((db, p) =>
  db.selectFrom('screening_sets').selectAll().where('created_at', '<=', p.at).orderBy('number', 'desc').limit(1),
);

/** Sets whose index may still be read: the newest ones. */
export const newestScreeningSets = query<{ limit: number }>()((db, p) =>
  db.selectFrom('screening_sets').select(['number', 'storage_key']).orderBy('number', 'desc').limit(p.limit),
);

/** Some records of a version. `ordinals`: JSON array of their places. */
export const listedRecordsAt = query<{ version_id: string; ordinals: string }>()((db, p, dialect) =>
  db
    .selectFrom('listed_records')
    .select(['ordinal', 'data'])
    .where('version_id', '=', p.version_id)
    .where('ordinal', 'in', each<number>(p.ordinals, dialect, 'integer')),
);

/** Versions by id, in the order of their lists. `ids`: JSON array. */
export const listVersionsById = query<{ ids: string }>()((db, p, dialect) =>
  db
    .selectFrom('list_versions')
    .selectAll()
    .where('id', 'in', each<string>(p.ids, dialect, 'text'))
    .orderBy('list'),
);
