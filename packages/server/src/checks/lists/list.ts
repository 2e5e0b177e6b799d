import { recordAudit } from '../../audit/record.ts';
import type { ListName } from '../../base/listed-kinds.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type IdPage, pageByIds } from '../../context/id-pages.ts';
import { listEntriesByAge } from '../../store/queries/list-entries.ts';
import { isInForce, type ListEntry, toListEntry } from './entry.ts';

/** The entries of a list that count now, newest first. A page may be short. The audit log records that it was opened. */
export async function pageOfList(
  ctx: Ctx,
  list: ListName,
  page: IdPage,
): Promise<{ entries: ListEntry[]; next: string | null }> {
  const { rows, next } = await pageByIds(page, (span) => ctx.read.all(listEntriesByAge, { list, ...span }));
  await recordAudit(ctx, { action: 'list_entries_opened', object_id: ctx.account_id, details: { list } });
  return { entries: rows.map((row) => toListEntry(ctx, row)).filter((entry) => isInForce(ctx, entry)), next };
}
