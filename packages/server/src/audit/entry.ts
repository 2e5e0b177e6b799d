import { type RecordedPrincipal, recordedPrincipal } from '../context/principal.ts';
import type { AuditEntryRow, Environment } from '../store/schema.ts';

/** The chain of events that belong to no account: operator keys, watchlists, lists of documents and certificates. */
export const DEPLOYMENT = 'deployment';

/** Facts of an entry: ids, names of fields, counts; no personal data. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A recorded action or opening and its principal; ids only. */
export interface AuditEntry {
  /** Number from 1 in each chain, without a gap. */
  readonly number: number;
  /** Unix milliseconds; never before the entry that precedes it. */
  readonly at: number;
  readonly actor: RecordedPrincipal;
  /** Network address of the request; null if no request caused the entry. */
  readonly address: string | null;
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  /** Null for the chain of the deployment. */
  readonly account_id: string | null;
  /** Null for an action on both environments. */
  readonly environment: Environment | null;
  readonly details: AuditDetails;
  /** SHA-256 over the entry and the hash before, in hexadecimal digits. */
  readonly hash: string;
}

export function toAuditEntry(row: AuditEntryRow): AuditEntry {
  const { number, at, actor, address, action, object_type, object_id, account_id, environment, details, hash } = row;
  return {
    number,
    at,
    address,
    action,
    environment,
    hash,
    actor: recordedPrincipal(actor) as RecordedPrincipal,
    object: { type: object_type, id: object_id },
    account_id: account_id === DEPLOYMENT ? null : account_id,
    details: JSON.parse(details) as AuditDetails,
  };
}
