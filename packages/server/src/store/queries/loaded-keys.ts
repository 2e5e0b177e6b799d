import { query } from '../query.ts';

/** Tables of keys, certificates and lists that an operator has loaded from files. */
type LoadedTable = 'seal_keys' | 'credential_issuers' | 'state_certificates' | 'state_revocation_lists';

/** A query that deletes rows by their fingerprint, or by the name under which they were loaded. */
export const deleteLoaded = (table: LoadedTable) =>
  query<{ named: string }>()((db, p) =>
    db
      .deleteFrom(table)
      .where((where) => where.or([where('fingerprint', '=', p.named), where('source', '=', p.named)])),
  );
