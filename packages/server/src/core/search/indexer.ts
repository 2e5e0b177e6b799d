import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { Problem } from '../../base/errors.ts';
import { applicantsToIndex, pendingScope, takePending } from '../../store/queries/search.ts';
import type { Store } from '../../store/store.ts';
import { type Applicant, toApplicant } from '../applicants/applicant.ts';
import type { Ctx } from '../ctx.ts';
import { keepApplicantTerms } from './keep.ts';

/** Applicants whose terms one transaction writes: some 2 ms on SQLite, where others wait meanwhile. */
const TURN = 32;

/** Milliseconds to the next turn: with creations since the last one, so that these come first, and without. */
const PAUSE_MS = { busy: 100, quiet: 5 } as const;

/** Milliseconds before a turn that failed is tried again. */
const RETRY_MS = 2_000;

/** Applicants of an account whose terms a search writes at most before it looks: some 0.3 s. */
const MOST_BEFORE_SEARCH = 5_000;

/** Writes the terms of the oldest applicants whose terms are still to be written. Answers how many these were. */
async function indexTurn(ctx: Ctx): Promise<number> {
  return ctx.transaction(async (tx) => {
    const taken = await tx.all(takePending, { limit: TURN });
    const ids = JSON.stringify(taken.map(({ applicant_id }) => applicant_id));
    const rows = taken.length === 0 ? [] : await tx.all(applicantsToIndex, { ids });
    for (const row of rows) {
      const applicant = opened(ctx, row);
      if (applicant) await keepApplicantTerms(ctx, tx, row.id, applicant);
    }
    return taken.length;
  });
}

/** The applicant of a row; undefined where its data are damaged, which must not keep the others from being found. */
function opened(ctx: Ctx, row: Parameters<typeof toApplicant>[1]): Applicant | undefined {
  try {
    return toApplicant(ctx, row);
  } catch (error) {
    // The key is one that this process loads within seconds.
    if (error instanceof Problem) throw error;
    ctx.services.log.error({ err: error, applicant: row.id }, 'an applicant can not be read, so no search finds it');
    return undefined;
  }
}

/** Writes the terms that are still to be written, so that a search finds what was created before it. */
export async function indexBeforeSearch(ctx: Ctx): Promise<void> {
  for (let done = 0; done < MOST_BEFORE_SEARCH; done += TURN) if ((await indexTurn(ctx)) < TURN) return;
}

export interface IndexerServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Writes the search terms of new applicants a moment after their creation. The applicants stand in a list in the store, so that a process
 * that is killed loses none: the next start takes the list up, as does each search for its account.
 */
export class SearchIndexer {
  readonly #services: IndexerServices;
  #ctxOf: ((accountId: string, environment: Ctx['environment']) => Promise<Ctx>) | undefined;
  #cancel: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Whether an applicant was created since the last turn began. */
  #busy = false;

  constructor(services: IndexerServices) {
    this.#services = services;
  }

  /** Begins with what earlier processes have left. `ctxOf` gives the account in an environment. */
  start(ctxOf: (accountId: string, environment: Ctx['environment']) => Promise<Ctx>): void {
    this.#ctxOf = ctxOf;
    this.#plan();
  }

  /** Says that an applicant was created. */
  wake(): void {
    this.#busy = true;
    this.#plan();
  }

  /** Resolves when a turn under way has ended. */
  async stop(): Promise<void> {
    this.#ctxOf = undefined;
    this.#cancel?.();
    await this.#running;
  }

  /** Plans a turn, unless one is planned or under way. */
  #plan(): void {
    if (this.#ctxOf) this.#cancel ??= this.#turnIn(this.#busy ? PAUSE_MS.busy : PAUSE_MS.quiet);
  }

  #turnIn(ms: number): () => void {
    return this.#services.clock.schedule(ms, () => {
      this.#running = this.#turn();
    });
  }

  async #turn(): Promise<void> {
    const { store, log } = this.#services;
    this.#busy = false;
    try {
      const scope = await store.system.first(pendingScope, {});
      if (scope && this.#ctxOf) await indexTurn(await this.#ctxOf(scope.account_id, scope.environment));
      this.#cancel = undefined;
      if (scope) this.#plan();
    } catch (error) {
      log.error({ err: error }, 'search terms of new applicants could not be written');
      this.#cancel = this.#ctxOf && this.#turnIn(RETRY_MS);
    }
  }
}
