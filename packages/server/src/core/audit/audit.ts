import { countAuditEntries, insertAuditEntry, listAuditEntries } from '../../store/queries/audit.ts';
import type { AuditEntryRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';
import { type RecordedPrincipal, recordedPrincipal, recordOf } from '../principal.ts';

/** That a person opened a part of an object; ids only. */
export interface AuditEntry extends Pick<AuditEntryRow, 'id' | 'at' | 'action' | 'object_id' | 'part'> {
  readonly actor: RecordedPrincipal | null;
}

/** Records what the principal opened, before it is sent. */
export async function recordAudit(
  ctx: Ctx,
  { action, object_id, part }: Pick<AuditEntryRow, 'action' | 'object_id' | 'part'>,
): Promise<void> {
  const id = ctx.services.ids.uuid();
  const entry = { id, at: ctx.now(), actor: recordOf(ctx.principal), action, object_id, part };
  await ctx.transaction((tx) => tx.run(insertAuditEntry, entry));
}

/** A page of the entries of an account in one environment, newest first, and how many there are. `page` is from 1. */
export async function listAudit(
  ctx: Ctx,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const rows = await ctx.read.all(listAuditEntries, { limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(countAuditEntries, {});
  return {
    entries: rows.map(({ id, at, actor, action, object_id, part }) => ({
      ...{ id, at, action, object_id, part },
      actor: recordedPrincipal(actor),
    })),
    total: Number(counted?.n ?? 0),
  };
}
