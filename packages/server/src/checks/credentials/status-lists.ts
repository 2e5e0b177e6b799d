import type { CredentialIssuer, CredentialStatus, StatusList, StatusReference } from '@bonafide/verification';
import { recordChange } from '../../audit/record.ts';
import { DAY_MS, isoSeconds } from '../../base/clock.ts';
import { invalid, notFound } from '../../base/errors.ts';
import { type Principal, type RecordedPrincipal, recordedPrincipal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  deleteStatusList,
  findStatusList,
  listStatusListRows,
  putStatusList,
} from '../../store/queries/credential-status-lists.ts';
import { readTrustFile } from '../reports/trust-files.ts';
import { trustedIssuers } from './issuers.ts';

/** Milliseconds for which a list is used that names neither an end nor a time to live. */
const UNDATED_MS = DAY_MS;

/** A loaded list of revoked credentials. Times in Unix milliseconds. */
export interface LoadedStatusList {
  readonly uri: string;
  readonly country: string;
  readonly signer: string;
  /** Number of credentials that the list has a status of. */
  readonly size: number;
  readonly issued_at: number;
  /** Time from which the list is not used any more. */
  readonly expires_at: number;
  readonly loaded_at: number;
  readonly loaded_by: RecordedPrincipal | null;
}

/** Time from which a list is not used any more: its own end, at the latest the time to live after its issue. */
function endOf({ expiresAt, ttl, issuedAt }: StatusList): number {
  if (expiresAt === null) return issuedAt + (ttl ?? UNDATED_MS);
  return ttl === null ? expiresAt : Math.min(expiresAt, issuedAt + ttl);
}

/**
 * Loads a list of revoked credentials that a trusted issuer signed, in place of an older one with the same address. Throws `validation_error`
 * under `file` for a list that is refused, and for one that is older than the loaded list.
 */
export async function loadStatusList(
  services: Services,
  file: Uint8Array,
  principal: Principal,
): Promise<LoadedStatusList> {
  const { analyser, clock, store } = services;
  const trust = { issuers: await trustedIssuers(services), now: clock.now() };
  const list = await readTrustFile(() => analyser.run('statusList', { token: file, trust }));
  if (list.result === 'refused') throw invalid({ file: [list.reason] });
  const { uri, issuer: country, signer, size, issuedAt: issued_at } = list;
  const expires_at = endOf(list);
  if (expires_at <= clock.now()) throw invalid({ file: [`has expired at ${isoSeconds(expires_at)}`] });
  const facts = { uri, country, signer, size, issued_at, expires_at, loaded_at: clock.now() };
  await store.transaction(async (tx) => {
    const row = { ...facts, loaded_by: recordOf(principal), token: Buffer.from(file) };
    if ((await tx.run(putStatusList, row)) === 0) throw invalid({ file: ['is older than the loaded list'] });
    const details = { size, issued_at };
    recordChange(services, tx, { action: 'credential_status_list_loaded', object_id: uri, details, principal });
  });
  return { ...facts, loaded_by: recordedPrincipal(recordOf(principal)) };
}

/** Every loaded list, by address. */
export async function listStatusLists({ store }: Services): Promise<LoadedStatusList[]> {
  return (await store.system.all(listStatusListRows, {})).map((row) => ({
    ...row,
    size: Number(row.size),
    issued_at: Number(row.issued_at),
    expires_at: Number(row.expires_at),
    loaded_at: Number(row.loaded_at),
    loaded_by: recordedPrincipal(row.loaded_by),
  }));
}

/** Removes the list with an address. Throws `resource_not_found`. */
export async function removeStatusList(services: Services, uri: string, principal: Principal): Promise<void> {
  await services.store.transaction(async (tx) => {
    if ((await tx.run(deleteStatusList, { uri })) === 0) throw notFound('CredentialStatusList', uri);
    recordChange(services, tx, { action: 'credential_status_list_removed', object_id: uri, details: {}, principal });
  });
}

/** A credential whose status is asked: the reference in it, and the country of its issuer. */
export interface StatusQuestion {
  readonly reference: StatusReference;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/**
 * The status of a credential by the loaded list that it names, whose signature is verified again with the issuers that are trusted now.
 * `undetermined` with the reason where no current list is loaded.
 */
export async function credentialStatus(
  { store, clock, decoder }: Services,
  { reference, country }: StatusQuestion,
  issuers: readonly CredentialIssuer[],
): Promise<CredentialStatus> {
  const row = await store.system.first(findStatusList, { uri: reference.uri });
  if (!row) return { status: 'undetermined', reason: 'the list of revoked credentials is not loaded' };
  const now = clock.now();
  if (Number(row.expires_at) <= now) {
    return { status: 'undetermined', reason: 'the loaded list of revoked credentials has expired' };
  }
  const found = await decoder.run('credentialStatus', {
    token: row.token,
    reference,
    trust: { issuers, now, country },
  });
  if (found.status !== 'undetermined') return found;
  return { status: 'undetermined', reason: `the loaded list of revoked credentials can't be used: ${found.reason}` };
}
