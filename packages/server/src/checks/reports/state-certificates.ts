import type { RevocationListFacts, StateFile, Trusted } from '@bonafide/verification';
import { recordChange } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  allRevocationLists,
  allStateCertificates,
  deleteRevocationList,
  deleteRevocationLists,
  deleteStateCertificates,
  insertRevocationList,
  insertStateCertificate,
  listRevocationLists,
  listStateCertificates,
  revocationListsOf,
  stateCertificatesOf,
} from '../../store/queries/state-certificates.ts';
import type { SystemTx } from '../../store/store.ts';
import { firstReasons, type Imported, importOf, readTrustFile } from './trust-files.ts';

/** Bytes of a file: the ICAO's directory of master lists has some 20 MB. */
export const STATE_FILE_BYTES = 32 * 1024 * 1024;

interface Kept extends Imported {
  readonly fingerprint: string;
  /** Country code of two letters, as in certificates. */
  readonly country: string;
  readonly issuer: string;
  readonly source: string;
}

export interface StateCertificate extends Kept {
  readonly subject: string;
  readonly serial: string;
  /** Unix milliseconds. */
  readonly valid_from: number;
  readonly valid_to: number;
  /** True if the certificate is self-signed; a link certificate is not. */
  readonly root: boolean;
}

export interface StateRevocationList extends Kept {
  /** Unix milliseconds. */
  readonly issued_at: number;
  /** Time of the next list; null where the list does not say. */
  readonly next_at: number | null;
  /** Number of certificates that it names. */
  readonly revoked: number;
}

export interface StateFileImport {
  readonly source: string;
  /** Certificates and lists that were not there before. */
  readonly certificates: number;
  readonly revocation_lists: number;
  /** Number of entries that were already loaded, or lists that a newer one follows. */
  readonly known: number;
  /** Refused parts, with reasons. */
  readonly refused: string[];
}

/**
 * Loads the certificates and revocation lists of a file (`readStateFile` has the rules of trust) under the name `source`. A
 * newer list of one key and scope takes the place of the older ones. The file is read by an analyser, all of it in one transaction.
 *
 * Throws `validation_error` under `file` where nothing of it can be taken, or `unavailable`.
 *
 * @param signer SHA-256 of the certificate of the state that signs a master list, which the operator has compared
 */
export async function importStateFile(
  services: Services,
  { file, source, signer }: { file: Uint8Array; source: string; signer?: string | undefined },
  principal: Principal,
): Promise<StateFileImport> {
  if (file.length === 0) throw invalid({ file: ['must not be empty'] });
  const { store, clock } = services;
  const read = await readFile(services, file, signer);
  const refused = firstReasons(read.refused);
  const all = read.certificates.length + read.revocationLists.length;
  if (all === 0)
    throw invalid({ file: refused.length > 0 ? refused : ['has no certificates or revocation lists to load'] });
  const kept = { source, imported_at: clock.now(), imported_by: recordOf(principal) };
  const added = await store.transaction(async (tx) => {
    let certificates = 0;
    for (const { valid, root, ...certificate } of read.certificates) {
      const row = {
        ...certificate,
        ...kept,
        der: Buffer.from(certificate.der),
        valid_from: valid.from,
        valid_to: valid.to,
      };
      certificates += await tx.run(insertStateCertificate, { ...row, is_root: Number(root) });
    }
    let revocation_lists = 0;
    for (const list of read.revocationLists) revocation_lists += await keepList(tx, list, kept);
    const details = { certificates, revocation_lists };
    recordChange(services, tx, { action: 'state_certificates_imported', object_id: source, details, principal });
    return details;
  });
  return { source, ...added, known: all - added.certificates - added.revocation_lists, refused };
}

async function keepList(
  tx: SystemTx,
  { der, issuedAt, nextAt, follows, followed, ...list }: RevocationListFacts,
  kept: { source: string; imported_at: number; imported_by: string },
): Promise<number> {
  if (followed) return 0;
  for (const fingerprint of follows) await tx.run(deleteRevocationList, { fingerprint });
  const times = { issued_at: issuedAt, next_at: nextAt };
  return tx.run(insertRevocationList, { ...kept, ...list, ...times, der: Buffer.from(der) });
}

async function readFile(services: Services, bytes: Uint8Array, signer?: string): Promise<StateFile> {
  const input = { bytes, ...(await allTrusted(services)), ...(signer !== undefined && { signer }) };
  return readTrustFile(() => services.analyser.run('stateFile', input, { weight: bytes.length }));
}

/** Everything that is loaded, by country. */
export async function listStateFiles({
  store,
}: Services): Promise<{ certificates: StateCertificate[]; revocation_lists: StateRevocationList[] }> {
  const certificates = await store.system.all(listStateCertificates, {});
  const lists = await store.system.all(listRevocationLists, {});
  return {
    certificates: certificates.map(({ is_root, ...row }) => ({
      ...row,
      ...importOf(row),
      root: Number(is_root) === 1,
      valid_from: Number(row.valid_from),
      valid_to: Number(row.valid_to),
    })),
    revocation_lists: lists.map((row) => ({
      ...row,
      ...importOf(row),
      issued_at: Number(row.issued_at),
      revoked: Number(row.revoked),
      next_at: row.next_at === null ? null : Number(row.next_at),
    })),
  };
}

/**
 * Removes the certificate or list of a fingerprint, or all that were loaded under a name. The answer is how many. Throws
 * `resource_not_found`.
 */
export async function removeStateFiles(
  services: Services,
  named: string,
  principal: Principal,
): Promise<{ certificates: number; revocation_lists: number }> {
  return services.store.transaction(async (tx) => {
    const certificates = await tx.run(deleteStateCertificates, { named });
    const revocation_lists = await tx.run(deleteRevocationLists, { named });
    if (certificates + revocation_lists === 0) throw notFound('StateCertificates', named);
    const details = { certificates, revocation_lists };
    recordChange(services, tx, { action: 'state_certificates_removed', object_id: named, details, principal });
    return details;
  });
}

/** All loaded certificates and lists. */
export async function allTrusted({ store }: Pick<Services, 'store'>): Promise<Trusted> {
  return {
    certificates: (await store.system.all(allStateCertificates, {})).map(({ der }) => der),
    revocationLists: (await store.system.all(allRevocationLists, {})).map(({ der }) => der),
  };
}

/** Loaded certificates and lists of the states of these countries, which are two letters each. */
export async function trustedOf({ services: { store } }: Ctx, countries: readonly string[]): Promise<Trusted> {
  const certificates: Buffer[] = [];
  const revocationLists: Buffer[] = [];
  for (const country of new Set(countries)) {
    certificates.push(...(await store.system.all(stateCertificatesOf, { country })).map(({ der }) => der));
    revocationLists.push(...(await store.system.all(revocationListsOf, { country })).map(({ der }) => der));
  }
  return { certificates, revocationLists };
}
