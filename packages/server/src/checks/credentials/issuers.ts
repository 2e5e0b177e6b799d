import type { CredentialIssuer, CredentialIssuerFile } from '@bonafide/verification';
import { recordChange } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  deleteCredentialIssuers,
  insertCredentialIssuer,
  listCredentialIssuerRows,
  trustedCredentialIssuers,
} from '../../store/queries/credential-issuers.ts';
import { firstReasons, type Imported, importOf, readTrustFile } from '../reports/trust-files.ts';

/** Most bytes of a file of issuers: a VICAL of the world's issuers has some 1 MB. */
export const ISSUER_BYTES = 16 * 1024 * 1024;

/** A loaded issuer of credentials. */
export interface LoadedIssuer extends Imported, Omit<CredentialIssuer, 'der'> {
  readonly fingerprint: string;
  /** Subject of the certificate; null for a bare key. */
  readonly subject: string | null;
  /** Unix milliseconds; null for a bare key. */
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly source: string;
}

export interface IssuerImport {
  readonly source: string;
  /** Number of issuers that were not there before. */
  readonly issuers: number;
  /** Number of issuers that were already loaded. */
  readonly known: number;
  /** Refused parts, with reasons. */
  readonly refused: string[];
}

interface IssuerOrder {
  readonly file: Uint8Array;
  readonly source: string;
  readonly country?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly signer?: string | undefined;
}

/**
 * Loads the issuers of a file (`readCredentialIssuers` has the rules of trust) under the name `source`, all in one transaction. Throws
 * `validation_error` under `file` where nothing of it can be taken, or `unavailable`.
 */
export async function importIssuers(
  services: Services,
  order: IssuerOrder,
  principal: Principal,
): Promise<IssuerImport> {
  const { file, source } = order;
  if (file.length === 0) throw invalid({ file: ['must not be empty'] });
  const { store, clock } = services;
  const read = await readFile(services, order);
  const refused = firstReasons(read.refused);
  if (read.issuers.length === 0) throw invalid({ file: refused.length > 0 ? refused : ['has no issuers to load'] });
  const kept = { source, imported_at: clock.now(), imported_by: recordOf(principal) };
  const issuers = await store.transaction(async (tx) => {
    let added = 0;
    for (const { der, types, validFrom, validTo, ...issuer } of read.issuers) {
      const period = { valid_from: validFrom, valid_to: validTo };
      const row = { ...issuer, ...kept, ...period, der: Buffer.from(der), types: types && JSON.stringify(types) };
      added += await tx.run(insertCredentialIssuer, row);
    }
    const details = { issuers: added };
    recordChange(services, tx, { action: 'credential_issuers_imported', object_id: source, details, principal });
    return added;
  });
  return { source, issuers, known: read.issuers.length - issuers, refused };
}

async function readFile(
  services: Services,
  { file, source: _, ...options }: IssuerOrder,
): Promise<CredentialIssuerFile> {
  const { analyser, clock } = services;
  return readTrustFile(() => analyser.run('credentialIssuers', { bytes: file, ...options, now: clock.now() }));
}

const typesOf = (types: string | null): readonly string[] | null => (types === null ? null : JSON.parse(types));

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

/** Every loaded issuer, by country. */
export async function listIssuers({ store }: Services): Promise<LoadedIssuer[]> {
  return (await store.system.all(listCredentialIssuerRows, {})).map((row) => ({
    ...row,
    ...importOf(row),
    kind: row.kind as CredentialIssuer['kind'],
    types: typesOf(row.types),
    valid_from: numberOrNull(row.valid_from),
    valid_to: numberOrNull(row.valid_to),
  }));
}

/** Removes the issuer of a fingerprint, or all that were loaded under a name. The answer is how many. Throws `resource_not_found`. */
export async function removeIssuers(
  services: Services,
  named: string,
  principal: Principal,
): Promise<{ issuers: number }> {
  return services.store.transaction(async (tx) => {
    const issuers = await tx.run(deleteCredentialIssuers, { named });
    if (issuers === 0) throw notFound('CredentialIssuers', named);
    const details = { issuers };
    recordChange(services, tx, { action: 'credential_issuers_removed', object_id: named, details, principal });
    return { issuers };
  });
}

/** Every loaded issuer, to verify credentials with. */
export async function trustedIssuers({ store }: Pick<Services, 'store'>): Promise<CredentialIssuer[]> {
  return (await store.system.all(trustedCredentialIssuers, {})).map(({ types, kind, ...row }) => ({
    ...row,
    kind: kind as CredentialIssuer['kind'],
    types: typesOf(types),
  }));
}
