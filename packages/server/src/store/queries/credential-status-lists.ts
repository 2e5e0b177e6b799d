import { query } from '../query.ts';
import type { CredentialStatusListRow } from '../schema.ts';

/** Stores a list in place of an older one with the same address. Returns 0 where the stored list is newer. */
export const putStatusList = query<CredentialStatusListRow>()((db, p) =>
  db
    .insertInto('credential_status_lists')
    .values({
      uri: p.uri,
      country: p.country,
      signer: p.signer,
      size: p.size,
      issued_at: p.issued_at,
      expires_at: p.expires_at,
      loaded_at: p.loaded_at,
      loaded_by: p.loaded_by,
      token: p.token,
    })
    .onConflict((conflict) =>
      conflict
        .column('uri')
        .doUpdateSet((row) => ({
          country: row.ref('excluded.country'),
          signer: row.ref('excluded.signer'),
          size: row.ref('excluded.size'),
          issued_at: row.ref('excluded.issued_at'),
          expires_at: row.ref('excluded.expires_at'),
          loaded_at: row.ref('excluded.loaded_at'),
          loaded_by: row.ref('excluded.loaded_by'),
          token: row.ref('excluded.token'),
        }))
        .whereRef('credential_status_lists.issued_at', '<=', 'excluded.issued_at'),
    ),
);

export const listStatusListRows = query()((db) =>
  db
    .selectFrom('credential_status_lists')
    .select(['uri', 'country', 'signer', 'size', 'issued_at', 'expires_at', 'loaded_at', 'loaded_by'])
    .orderBy('uri'),
);

export const findStatusList = query<{ uri: string }>()((db, p) =>
  db.selectFrom('credential_status_lists').select(['token', 'expires_at']).where('uri', '=', p.uri),
);

export const deleteStatusList = query<{ uri: string }>()((db, p) =>
  db.deleteFrom('credential_status_lists').where('uri', '=', p.uri),
);
