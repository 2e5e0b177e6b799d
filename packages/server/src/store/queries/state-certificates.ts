import { query } from '../query.ts';
import type { StateCertificateRow, StateRevocationListRow } from '../schema.ts';
import { deleteLoaded } from './loaded-keys.ts';

/** Inserts a certificate that is not loaded yet. Returns 0 for a loaded certificate, which does not change. */
export const insertStateCertificate = query<StateCertificateRow>()((db, p) =>
  db
    .insertInto('state_certificates')
    .values({
      fingerprint: p.fingerprint,
      country: p.country,
      source: p.source,
      imported_at: p.imported_at,
      imported_by: p.imported_by,
      der: p.der,
      subject: p.subject,
      issuer: p.issuer,
      serial: p.serial,
      valid_from: p.valid_from,
      valid_to: p.valid_to,
      is_root: p.is_root,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
);

/** Inserts a revocation list that is not loaded yet. Returns 0 for a loaded list, which does not change. */
export const insertRevocationList = query<StateRevocationListRow>()((db, p) =>
  db
    .insertInto('state_revocation_lists')
    .values({
      fingerprint: p.fingerprint,
      country: p.country,
      source: p.source,
      imported_at: p.imported_at,
      imported_by: p.imported_by,
      der: p.der,
      issuer: p.issuer,
      issued_at: p.issued_at,
      next_at: p.next_at,
      revoked: p.revoked,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
);

/** Forgets a list that another one follows. */
export const deleteRevocationList = query<{ fingerprint: string }>()((db, p) =>
  db.deleteFrom('state_revocation_lists').where('fingerprint', '=', p.fingerprint),
);

export const listStateCertificates = query()((db) =>
  db
    .selectFrom('state_certificates')
    .select(['fingerprint', 'country', 'subject', 'issuer', 'serial', 'valid_from', 'valid_to', 'is_root'])
    .select(['source', 'imported_at', 'imported_by'])
    .orderBy('country')
    .orderBy('valid_from')
    .orderBy('fingerprint'),
);

export const listRevocationLists = query()((db) =>
  db
    .selectFrom('state_revocation_lists')
    .select([
      'fingerprint',
      'country',
      'issuer',
      'issued_at',
      'next_at',
      'revoked',
      'source',
      'imported_at',
      'imported_by',
    ])
    .orderBy('country')
    .orderBy('issuer')
    .orderBy('fingerprint'),
);

/** End of the certificate that ends next, Unix milliseconds; null without one. */
export const nextEndOfStateCertificates = query<{ now: number }>()((db, p) =>
  db
    .selectFrom('state_certificates')
    .select((select) => select.fn.min('valid_to').as('ends'))
    .where('valid_to', '>', p.now),
);

/** Time by which the earliest revocation list says that the next is due, Unix milliseconds; null without one. */
export const nextEndOfRevocationLists = query()((db) =>
  db.selectFrom('state_revocation_lists').select((select) => select.fn.min('next_at').as('ends')),
);

export const allStateCertificates = query()((db) => db.selectFrom('state_certificates').select('der'));

export const allRevocationLists = query()((db) => db.selectFrom('state_revocation_lists').select('der'));

export const stateCertificatesOf = query<{ country: string }>()((db, p) =>
  db.selectFrom('state_certificates').select('der').where('country', '=', p.country),
);

export const revocationListsOf = query<{ country: string }>()((db, p) =>
  db.selectFrom('state_revocation_lists').select('der').where('country', '=', p.country),
);

export const deleteStateCertificates = deleteLoaded('state_certificates');

export const deleteRevocationLists = deleteLoaded('state_revocation_lists');
