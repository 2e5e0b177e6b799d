import type { Services } from '../context/services.ts';
import { entryHash, FIRST_HASH } from '../store/audit-chain.ts';
import { auditEntriesAfter, findAuditHead } from '../store/queries/audit.ts';

/** The last entry of a chain at some time, kept outside of the store. */
export interface AuditAnchor {
  readonly number: number;
  readonly hash: string;
}

/**
 * Reasons why an entry is broken.
 *
 * - `missing`: there is no entry of that number, and there are later ones, or the head or an anchor names it
 * - `changed`: its hash doesn't match its contents and the hash before
 * - `after_head`: the head of the chain is before it
 * - `not_the_head`: it is the last, and the head has another hash
 * - `not_anchored`: an anchor of its number has another hash
 */
type AuditBreak = 'missing' | 'changed' | 'after_head' | 'not_the_head' | 'not_anchored';

/** Result of verifying a chain. */
export interface AuditVerdict {
  /** Entries that were read and are whole, one after the other. */
  readonly entries: number;
  /** The last of them; the anchor to keep. */
  readonly head: AuditAnchor;
  /** The first that is broken; null where the chain is whole. */
  readonly broken: { readonly number: number; readonly reason: AuditBreak } | null;
}

/** Entries that are read at once. */
const PAGE = 1000;

/**
 * Recomputes the chain of an account, or of `DEPLOYMENT`, from its first entry. Entries that others add meanwhile are not a
 * break. A cut end shows only against an anchor.
 */
export async function verifyAudit(
  { store }: Services,
  account_id: string,
  anchors: readonly AuditAnchor[] = [],
): Promise<AuditVerdict> {
  const anchored = new Map<number, Set<string>>();
  for (const { number, hash } of anchors) anchored.set(number, (anchored.get(number) ?? new Set()).add(hash));
  let last: AuditAnchor = { number: 0, hash: FIRST_HASH };
  const broken = (number: number, reason: AuditBreak): AuditVerdict => ({
    entries: last.number,
    head: last,
    broken: { number, reason },
  });
  const headNow = async () =>
    (await store.system.first(findAuditHead, { account_id })) ?? { number: 0, hash: FIRST_HASH };
  for (let head = await headNow(); ; ) {
    const rows = await store.system.all(auditEntriesAfter, { account_id, after: last.number, limit: PAGE });
    // The head was read before the entries, which are written with it.
    if (rows.length === 0 && head.number > last.number) return broken(last.number + 1, 'missing');
    for (const row of rows) {
      if (row.number !== last.number + 1) return broken(last.number + 1, 'missing');
      if (entryHash(row, last.hash) !== row.hash) return broken(row.number, 'changed');
      if ([...(anchored.get(row.number) ?? [])].some((hash) => hash !== row.hash)) {
        return broken(row.number, 'not_anchored');
      }
      last = { number: row.number, hash: row.hash };
    }
    head = await headNow();
    if (rows.length > 0 || head.number > last.number) continue;
    // This one was read after the entries: it can't be behind them.
    if (head.number < last.number) return broken(head.number + 1, 'after_head');
    if (head.hash !== last.hash) return broken(last.number, 'not_the_head');
    const cut = [...anchored.keys()].some((number) => number > last.number);
    return cut ? broken(last.number + 1, 'missing') : { entries: last.number, head: last, broken: null };
  }
}
