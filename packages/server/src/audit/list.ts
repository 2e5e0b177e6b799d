import type { Services } from '../context/services.ts';
import { auditEntriesBy, firstAuditEntryFrom } from '../store/queries/audit.ts';
import { type AuditEntry, toAuditEntry } from './entry.ts';

/** Filter of entries; each given field must match. */
export interface AuditFilter {
  /** `operator:0192…`, as `recordOf` writes it. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Id of the object. */
  readonly object?: string | undefined;
  /** Unix milliseconds, inclusive. */
  readonly since?: number | undefined;
  /** Unix milliseconds, exclusive. */
  readonly until?: number | undefined;
}

/** A page of entries, and the number where the next one begins; null after the last. */
export interface AuditPage {
  readonly entries: AuditEntry[];
  readonly next: number | null;
}

const BEYOND = Number.MAX_SAFE_INTEGER;

/**
 * A page of the audit log of an account, or of `DEPLOYMENT`, newest first.
 *
 * @param after `next` of the previous page
 */
export async function listAudit(
  services: Services,
  accountId: string,
  { filter = {}, limit, after }: { filter?: AuditFilter; limit: number; after?: number | undefined },
): Promise<AuditPage> {
  const { actor, action, object: object_id } = filter;
  const [from, before] = await numbersOf(services, accountId, filter);
  const conditions = {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(object_id !== undefined && { object_id }),
  };
  const range = { account_id: accountId, from, before: Math.min(before, after ?? BEYOND) };
  const rows = await services.store.system.all(auditEntriesBy(conditions), {
    ...range,
    ...conditions,
    limit: limit + 1,
  } as never);
  const shown = rows.slice(0, limit);
  return { entries: shown.map(toAuditEntry), next: rows.length > limit ? (shown.at(-1)?.number ?? null) : null };
}

/** Numbers of the entries in a period: the first number, and the number after the last. Times never decrease as numbers increase. */
async function numbersOf(
  { store }: Services,
  account_id: string,
  { since, until }: AuditFilter,
): Promise<readonly [number, number]> {
  const first = async (at: number) =>
    Number((await store.system.first(firstAuditEntryFrom, { account_id, at }))?.number ?? BEYOND);
  return [since === undefined ? 0 : await first(since), until === undefined ? BEYOND : await first(until)];
}
