import { query } from '../query.ts';
import type { SealKeyRow } from '../schema.ts';
import { deleteLoaded } from './loaded-keys.ts';

/** Inserts a key that is not loaded yet. Returns 0 for a loaded key, which does not change. */
export const insertSealKey = query<SealKeyRow>()((db, p) =>
  db
    .insertInto('seal_keys')
    .values({
      scheme: p.scheme,
      fingerprint: p.fingerprint,
      country: p.country,
      source: p.source,
      imported_at: p.imported_at,
      imported_by: p.imported_by,
      der: p.der,
      reference: p.reference,
      subject: p.subject,
      algorithm: p.algorithm,
      valid_from: p.valid_from,
      valid_to: p.valid_to,
    })
    .onConflict((conflict) => conflict.columns(['scheme', 'fingerprint']).doNothing()),
);

export const listSealKeyRows = query()((db) =>
  db
    .selectFrom('seal_keys')
    .select(['scheme', 'fingerprint', 'country', 'reference', 'subject', 'algorithm', 'valid_from', 'valid_to'])
    .select(['source', 'imported_at', 'imported_by'])
    .orderBy('country')
    .orderBy('scheme')
    .orderBy('reference')
    .orderBy('fingerprint'),
);

export const sealKeysOf = query<{ scheme: string }>()((db, p) =>
  db
    .selectFrom('seal_keys')
    .select(['country', 'reference', 'der', 'valid_from', 'valid_to'])
    .where('scheme', '=', p.scheme),
);

export const deleteSealKeys = deleteLoaded('seal_keys');
