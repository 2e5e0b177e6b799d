import { recordAudit } from '../../audit/record.ts';
import { type ListedKind, type ListName, listedKinds } from '../../base/listed-kinds.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type IdPage, pageByIds } from '../../context/id-pages.ts';
import { listEntriesByAge } from '../../store/queries/list-entries.ts';
import { isInForce, type ListEntry, toListEntry } from './entry.ts';

/** Entries to read: a list, and a kind of them or all. */
interface Choice {
  readonly list: ListName;
  readonly kind?: ListedKind | undefined;
}

/** The entries of a list that count now, newest first. A page may be short. The audit log records that it was opened. */
export async function pageOfList(
  ctx: Ctx,
  { list, kind }: Choice,
  page: IdPage,
): Promise<{ entries: ListEntry[]; next: string | null }> {
  const kinds = JSON.stringify(kind === undefined ? listedKinds : [kind]);
  const { rows, next } = await pageByIds(page, (span) => ctx.read.all(listEntriesByAge, { list, kinds, ...span }));
  await recordAudit(ctx, { action: 'list_entries_opened', object_id: ctx.account_id, details: { list } });
  return { entries: rows.map((row) => toListEntry(ctx, row)).filter((entry) => isInForce(ctx, entry)), next };
}
