import type { Ctx } from '../../context/ctx.ts';
import type { ListEntryRow } from '../../store/schema.ts';
import type { ListedValue } from './values.ts';

/** Sealed data of an entry. */
interface ListEntryData extends Omit<ListedValue, 'kind'> {
  /** Reason for the entry. */
  readonly reason: string;
}

/** A value on the blocklist or the allowlist of an account. It names no applicant and no report. */
export interface ListEntry extends ListEntryData, Omit<ListEntryRow, 'data' | 'hash' | 'account_id' | 'environment'> {}

export function toListEntry(ctx: Ctx, { id, list, kind, created_by, data, ...row }: ListEntryRow): ListEntry {
  const created_at = Number(row.created_at);
  const expires_at = row.expires_at === null ? null : Number(row.expires_at);
  return { id, list, kind, created_by, created_at, expires_at, ...ctx.vault.open<ListEntryData>(id, data) };
}

/** Seals the data of an entry. */
export const sealEntry = (ctx: Ctx, id: string, data: ListEntryData): Buffer => ctx.vault.seal(id, data);

/** Returns whether an entry counts now. */
export const isInForce = (ctx: Ctx, { expires_at }: Pick<ListEntry, 'expires_at'>): boolean =>
  expires_at === null || expires_at > ctx.now();
