import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { ListName } from '../../base/listed-kinds.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { getReport } from '../../reports/records/get.ts';
import {
  deleteExpiredListEntries,
  deleteExpiredListEntry,
  deleteListEntry,
  findListEntry,
  insertListEntry,
  listEntriesWith,
} from '../../store/queries/list-entries.ts';
import type { SystemTx } from '../../store/store.ts';
import { checkedValue, type SentValue } from './checked-value.ts';
import { type ListEntry, sealEntry, toListEntry } from './entry.ts';
import { fingerprintOf } from './values.ts';

/** A new entry. */
interface NewListEntry extends SentValue {
  readonly list: ListName;
  readonly reason: string;
  /** Unix milliseconds from which it no longer counts; null for an entry that stays. */
  readonly expires_at: number | null;
  /** The report from which it is added, for the audit log alone. */
  readonly report_id?: string | undefined;
}

/**
 * Adds a value to a list. A value is on one list at most. Throws `validation_error` for a value that is on a list already, or not of its
 * kind; `resource_not_found` or `gone` for the report.
 */
export async function addListEntry(ctx: Ctx, { list, expires_at, report_id, ...sent }: NewListEntry) {
  const { listed, key } = checkedValue(sent);
  const reason = sent.reason.trim();
  if (!/[^\s\p{C}]/u.test(reason)) throw invalid({ reason: [BLANK] });
  const now = ctx.now();
  if (expires_at !== null && expires_at <= now) throw invalid({ expires_at: ['must be in the future'] });
  if (report_id !== undefined) await getReport(ctx, report_id);
  const hash = fingerprintOf(ctx, key);
  const id = ctx.services.ids.uuid();
  const { kind, ...value } = listed;
  const created_by = recordOf(ctx.principal);
  const entry: ListEntry = { id, list, kind, created_at: now, created_by, expires_at, ...value, reason };
  await ctx.transaction(async (tx) => {
    await tx.run(deleteExpiredListEntry, { hash, now });
    const data = sealEntry(ctx, id, { ...value, reason });
    const added = await tx.run(insertListEntry, {
      id,
      list,
      kind,
      hash,
      created_at: now,
      created_by,
      expires_at,
      data,
    });
    if (added === 0) {
      const [other] = await tx.all(listEntriesWith, { hashes: JSON.stringify([hash]) });
      throw invalid({ value: [`is on the ${other?.list ?? list}list already`] });
    }
    const details = { list, kind, ...(report_id !== undefined && { report_id }) };
    recordAuditIn(ctx, tx, { action: 'list_entry_added', object_id: id, details });
  });
  return entry;
}

/** Removes an entry. Throws `resource_not_found`. */
export async function removeListEntry(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await tx.first(findListEntry, { id });
    if (!row || (await tx.run(deleteListEntry, { id })) === 0) throw notFound('ListEntry', id);
    const { list, kind } = toListEntry(ctx, row);
    recordAuditIn(ctx, tx, { action: 'list_entry_removed', object_id: id, details: { list, kind } });
  });
}

/** Deletes the entries of all accounts that have expired; answers how many. */
export const deleteExpiredEntries = (tx: SystemTx, now: number): Promise<number> =>
  tx.run(deleteExpiredListEntries, { now });
