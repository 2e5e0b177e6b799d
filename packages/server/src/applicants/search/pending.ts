import type { Ctx } from '../../context/ctx.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { openVault } from '../../crypto/vault.ts';
import { listAccountKeys } from '../../store/queries/accounts.ts';
import {
  applicantsToIndex,
  lastPending,
  pendingScopeAfter,
  takePending,
  takePendingTo,
} from '../../store/queries/search.ts';
import type { Environment } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Applicant, toApplicant } from '../applicant.ts';
import { keepApplicantTerms } from './keep.ts';

/** Applicants whose terms one transaction writes: some 2 ms on SQLite, where others wait meanwhile. */
const TURN = 32;

/** Sorts before every account. */
const BEFORE_ALL: { readonly account_id: string; readonly environment: Environment } = {
  account_id: '',
  environment: 'live',
};

/** Writes the terms of the applicants that `take` takes from the list. Answers how many these were. */
async function indexTurn(ctx: Ctx, take: (tx: ScopedTx) => Promise<{ applicant_id: string }[]>): Promise<number> {
  return ctx.transaction(async (tx) => {
    const taken = await take(tx);
    const ids = JSON.stringify(taken.map(({ applicant_id }) => applicant_id));
    const rows = taken.length === 0 ? [] : await tx.all(applicantsToIndex, { ids });
    const addTerms = async (row: Row) => {
      const applicant = await opened(ctx, tx, row);
      if (applicant) await keepApplicantTerms(ctx, tx, row.id, applicant);
    };
    // At once: PostgreSQL gets all terms in one packet.
    await Promise.all(rows.map(addTerms));
    return taken.length;
  });
}

type Row = Parameters<typeof toApplicant>[1];

/** The applicant of a row; undefined where its data are damaged, which must not keep the others from being found. */
async function opened(ctx: Ctx, tx: ScopedTx, row: Row): Promise<Applicant | undefined> {
  try {
    return toApplicant(ctx, row);
  } catch {
    return openedAnew(ctx, tx, row);
  }
}

/** The same with the keys as the store has them now: another process may have made one that this process doesn't know yet. */
async function openedAnew(ctx: Ctx, tx: ScopedTx, row: Row): Promise<Applicant | undefined> {
  const { master, clock, log } = ctx.services;
  const keys = await tx.system.all(listAccountKeys, { account_id: ctx.account_id });
  try {
    return toApplicant({ vault: openVault(master, clock, keys), sandbox: ctx.sandbox }, row);
  } catch (error) {
    log.error({ err: error, applicant: row.id }, 'an applicant can not be read, so no search finds it');
    return undefined;
  }
}

/**
 * Writes the pending search terms, so that a search finds every applicant that was created before. On SQLite this takes about 70 µs per
 * applicant: after an import of many thousands a search waits rather than misses some.
 */
export async function indexBeforeSearch(ctx: Ctx): Promise<void> {
  const newest = await ctx.read.first(lastPending, {});
  if (!newest) return;
  const limits = { last: newest.applicant_id, limit: TURN };
  while ((await indexTurn(ctx, (tx) => tx.all(takePendingTo, limits))) === TURN);
}

/**
 * The work of the indexer. Each turn writes the terms of some applicants of one account and environment, and the next turn goes to the
 * next one: a large import makes no other account wait. A turn answers whether there were any applicants.
 */
export function indexingTurns(services: Services): () => Promise<boolean> {
  let last = BEFORE_ALL;
  return async () => {
    const { system } = services.store;
    const next = await system.first(pendingScopeAfter, last);
    const scope = next ?? (last === BEFORE_ALL ? undefined : await system.first(pendingScopeAfter, BEFORE_ALL));
    last = scope ?? BEFORE_ALL;
    if (!scope) return false;
    const ctx = await ctxIn(services, systemPrincipal('search'), scope.account_id, scope.environment);
    await indexTurn(ctx, (tx) => tx.all(takePending, { limit: TURN }));
    return true;
  };
}
