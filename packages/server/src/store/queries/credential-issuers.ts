import { query } from '../query.ts';
import type { CredentialIssuerRow } from '../schema.ts';
import { deleteLoaded } from './loaded-keys.ts';

/** Inserts an issuer that is not loaded yet. Returns 0 for a loaded issuer, which does not change. */
export const insertCredentialIssuer = query<CredentialIssuerRow>()((db, p) =>
  db
    .insertInto('credential_issuers')
    .values({
      fingerprint: p.fingerprint,
      country: p.country,
      source: p.source,
      imported_at: p.imported_at,
      imported_by: p.imported_by,
      der: p.der,
      kind: p.kind,
      name: p.name,
      types: p.types,
      subject: p.subject,
      valid_from: p.valid_from,
      valid_to: p.valid_to,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
);

export const listCredentialIssuerRows = query()((db) =>
  db
    .selectFrom('credential_issuers')
    .select(['fingerprint', 'country', 'kind', 'name', 'types', 'subject', 'valid_from', 'valid_to'])
    .select(['source', 'imported_at', 'imported_by'])
    .orderBy('country')
    .orderBy('subject')
    .orderBy('fingerprint'),
);

export const trustedCredentialIssuers = query()((db) =>
  db.selectFrom('credential_issuers').select(['der', 'kind', 'country', 'name', 'types']),
);

export const deleteCredentialIssuers = deleteLoaded('credential_issuers');
