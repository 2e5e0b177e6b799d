import { sql } from 'kysely';
import { query } from '../query.ts';
import type { CompromisedDocumentRow } from '../schema.ts';
import { jsonTexts } from './each.ts';

/** Adds documents to a list in one statement. Documents already on the list get the new time. `hashes`: JSON, without duplicates. */
export const insertCompromised = query<Pick<CompromisedDocumentRow, 'source' | 'imported_at'> & { hashes: string }>()(
  (db, p, dialect) => {
    // Without a condition SQLite would take "on conflict" for a join's condition.
    const insert = sql<CompromisedDocumentRow>`
      insert into compromised_documents (hash, source, imported_at)
      select given.value, cast(${p.source} as text), cast(${p.imported_at} as bigint) from ${jsonTexts(p.hashes, dialect)} where true
      on conflict (hash, source) do update set imported_at = excluded.imported_at`;
    return { compile: () => insert.compile(db) };
  },
);

/** Finds out whether there is any list. */
export const anyCompromised = query()((db) => db.selectFrom('compromised_documents').select('source').limit(1));

/** Either of two marks: with the type of the document, and without. */
export const findCompromised = query<{ one: string; other: string }>()((db, p) =>
  db
    .selectFrom('compromised_documents')
    .select('source')
    .where((where) => where.or([where('hash', '=', p.one), where('hash', '=', p.other)])),
);

export const listCompromisedSources = query()((db) =>
  db
    .selectFrom('compromised_documents')
    .select((select) => [
      'source',
      select.fn.countAll<number>().as('documents'),
      select.fn.max('imported_at').as('imported_at'),
    ])
    .groupBy('source')
    .orderBy('source'),
);

export const deleteCompromisedSource = query<{ source: string }>()((db, p) =>
  db.deleteFrom('compromised_documents').where('source', '=', p.source),
);
