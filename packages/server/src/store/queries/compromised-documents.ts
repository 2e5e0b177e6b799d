import { query } from '../query.ts';
import type { CompromisedDocumentRow } from '../schema.ts';

export const insertCompromised = query<CompromisedDocumentRow>()((db, p) =>
  db
    .insertInto('compromised_documents')
    .values({ hash: p.hash, source: p.source, imported_at: p.imported_at })
    .onConflict((conflict) => conflict.columns(['hash', 'source']).doUpdateSet({ imported_at: p.imported_at })),
);

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
