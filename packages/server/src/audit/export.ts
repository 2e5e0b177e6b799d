import { csvLine } from '../base/csv.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { auditEntriesAfter, findAuditHead } from '../store/queries/audit.ts';
import type { AuditEntryRow } from '../store/schema.ts';
import { DEPLOYMENT } from './entry.ts';
import { recordChange } from './record.ts';

export const auditFormats = ['jsonl', 'csv'] as const;

export type AuditFormat = (typeof auditFormats)[number];

const columns = [
  ...(['number', 'at', 'actor', 'address', 'action', 'object_type', 'object_id'] as const),
  ...(['account_id', 'environment', 'details', 'hash'] as const),
] as const;

/** Entries that are read at once. */
const PAGE = 1000;

/**
 * The entries of a chain from the first, a line each, with a first line of column names in CSV. Times are Unix milliseconds and
 * `details` is text, as the hash covers them. The chain has an entry of the export, which is the last of the lines.
 */
export async function openAuditExport(
  services: Services,
  principal: Principal,
  { chain, format }: { readonly chain: string; readonly format: AuditFormat },
): Promise<AsyncGenerator<string>> {
  const accountId = chain === DEPLOYMENT ? {} : { accountId: chain };
  await services.store.transaction(async (tx) =>
    recordChange(services, tx, {
      action: 'audit_exported',
      object_id: chain,
      principal,
      details: { format },
      ...accountId,
    }),
  );
  return lines(services, chain, format);
}

async function* lines(services: Services, chain: string, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns);
  for await (const row of rowsOf(services, chain)) {
    if (format === 'csv') yield csvLine(columns.map((name) => row[name]));
    else yield `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))}\n`;
  }
}

/** The rows of a chain up to its head of now. */
async function* rowsOf({ store }: Services, account_id: string): AsyncGenerator<AuditEntryRow> {
  const head = await store.system.first(findAuditHead, { account_id });
  const end = Number(head?.number ?? 0);
  for (let after = 0; after < end; ) {
    const rows = await store.system.all(auditEntriesAfter, { account_id, after, limit: PAGE });
    if (rows.length === 0) return;
    yield* rows.filter(({ number }) => number <= end);
    after = rows.at(-1)!.number;
  }
}
