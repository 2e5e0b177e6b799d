import type { Ctx } from '../context/ctx.ts';
import { recordedPrincipal } from '../context/principal.ts';
import type { CaseEntryData } from '../review/cases/entry.ts';
import { caseEntriesOf } from '../store/queries/cases.ts';
import type { HistoryEntry } from './history.ts';

/** Entries of a case that are read: a history is of the newest. */
const ENTRIES = 500;

/** Files that members attached to the case of an applicant, and files that they removed. */
export async function caseFileHistory(ctx: Ctx, applicant_id: string): Promise<HistoryEntry[]> {
  const rows = await ctx.read.all(caseEntriesOf, { applicant_id, limit: ENTRIES });
  return rows.flatMap((row): HistoryEntry[] => {
    const { file } = ctx.vault.open<CaseEntryData>(row.id, row.data);
    if (!file) return [];
    const kind = file.event === 'attached' ? 'created' : 'removed';
    const by = recordedPrincipal(row.created_by);
    return [{ at: Number(row.created_at), kind, what: 'case_file', status: null, by, note: null }];
  });
}
