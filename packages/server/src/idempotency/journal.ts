import { deserialize, serialize } from 'node:v8';
import { DAY_MS } from '../base/clock.ts';
import { problem } from '../base/errors.ts';
import { Ctx } from '../context/ctx.ts';
import { isDuplicate } from '../store/duplicates.ts';
import { deleteStepsBefore, insertStep, listSteps } from '../store/queries/idempotency.ts';
import type { ScopedTx } from '../store/store.ts';

/** Time for which a key is remembered. */
export const KEPT_MS = DAY_MS;

/** The step of the answer. The transactions of a request have the numbers from 1 on. */
const ANSWER = '0';

/** A stored answer that can be sent again. */
export interface KeptAnswer {
  readonly status: number;
  /** Headers by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The content of a step: the result of a transaction, or the answer. */
interface StepData {
  /** Digest of the request. */
  readonly fingerprint: string;
  /** The value that the transaction returned: `v8.serialize`, as base64; absent for undefined. */
  readonly result?: string;
  readonly answer?: KeptAnswer;
}

/** A request that carries an idempotency key. */
export interface KeyedRequest {
  /** Keyed hash of the key and its scope, hexadecimal. */
  readonly id: string;
  /** Digest of the request: two requests with one key must be equal. */
  readonly fingerprint: string;
  /** The applicant that a result of the request belongs to, so that erasing the applicant erases it; undefined for none. */
  readonly applicantOf: (result: unknown) => string | undefined;
}

/**
 * The steps of a request with an idempotency key. Each transaction also writes a step with its result. So a request that is sent again
 * after a crash gets the results of the transactions that were committed, runs only the others, and ends in the same answer. The key of
 * the step is unique, so of two requests at once only one commits.
 */
export class Journal {
  readonly #ctx: Ctx;
  readonly #request: KeyedRequest;
  readonly #steps: ReadonlyMap<string, StepData>;
  /** Time of the first request with the key, from which it is remembered. */
  readonly #begun: number;
  /** Transactions that this request has run, and those whose results it got from an earlier request. */
  readonly #done = { run: 0, repeated: 0 };

  private constructor(ctx: Ctx, request: KeyedRequest, steps: ReadonlyMap<string, StepData>, begun: number) {
    this.#ctx = ctx;
    this.#request = request;
    this.#steps = steps;
    this.#begun = begun;
  }

  /** Opens the journal of a request. Throws `idempotency_key_reused` when its key came with another request. */
  static async open(ctx: Ctx, request: KeyedRequest): Promise<Journal> {
    // Most keys are new, which needs no wait for the disk.
    const isNew = (await ctx.committed.all(listSteps, { request: request.id })).length === 0;
    const rows = isNew ? [] : await ctx.read.all(listSteps, { request: request.id });
    const before = ctx.now() - KEPT_MS;
    const kept = rows.filter(({ created_at }) => created_at > before);
    if (kept.length < rows.length) {
      await ctx.transaction((tx) => tx.run(deleteStepsBefore, { request: request.id, before }));
    }
    const steps = new Map(
      kept.map(({ id, data }) => [id, ctx.vault.open<StepData>(contextOf(request, id), data)] as const),
    );
    for (const { fingerprint } of steps.values()) {
      if (fingerprint !== request.fingerprint) throw problem('idempotency_key_reused');
    }
    return new Journal(ctx, request, steps, kept[0]?.created_at ?? ctx.now());
  }

  /** The answer that was kept; undefined for a request that has none yet. */
  get answer(): KeptAnswer | undefined {
    return this.#steps.get(ANSWER)?.answer;
  }

  /** True if this request has committed a transaction, or got the result of one. */
  get hasSteps(): boolean {
    return this.#done.run + this.#done.repeated > 0;
  }

  /** True if an earlier request has committed all transactions of this one, so that this one has changed nothing. */
  get isRepetition(): boolean {
    return this.#done.repeated > 0 && this.#done.run === 0;
  }

  /** The context in which the request runs. */
  context(): Ctx {
    return new JournaledCtx(this.#ctx, this);
  }

  /** The result of a transaction that an earlier request with the key has committed. */
  committed(step: number): { readonly result: unknown } | undefined {
    const data = this.#steps.get(String(step));
    if (!data) return undefined;
    this.#done.repeated += 1;
    return { result: data.result === undefined ? undefined : deserialize(Buffer.from(data.result, 'base64')) };
  }

  /** Counts a transaction that this request has committed. */
  ran(): void {
    this.#done.run += 1;
  }

  /** Writes the result of a transaction, in it. */
  async note(tx: ScopedTx, step: number, result: unknown): Promise<void> {
    const kept = result === undefined ? {} : { result: serialize(result).toString('base64') };
    await this.#insert(tx, String(step), this.#request.applicantOf(result), kept);
  }

  /** Keeps the answer. An answer that another process has kept meanwhile stays. */
  async keep(answer: KeptAnswer): Promise<void> {
    try {
      await this.#ctx.transaction((tx) =>
        this.#insert(tx, ANSWER, this.#request.applicantOf(parsed(answer)), { answer }),
      );
    } catch (error) {
      if (!isDuplicate(error, 'idempotent_steps')) throw error;
    }
  }

  #insert(
    tx: ScopedTx,
    id: string,
    applicantId: string | undefined,
    data: Omit<StepData, 'fingerprint'>,
  ): Promise<number> {
    const { id: request, fingerprint } = this.#request;
    return tx.run(insertStep, {
      request,
      id,
      applicant_id: applicantId ?? null,
      created_at: this.#begun,
      data: this.#ctx.vault.seal(contextOf(this.#request, id), { fingerprint, ...data }),
    });
  }
}

/** The object in the body of an answer; undefined for other bodies. */
function parsed({ body }: KeptAnswer): unknown {
  return body.startsWith('{') ? JSON.parse(body) : undefined;
}

/** The context that a step is sealed for. Source of the form: `store/queries/reseal.ts`. */
function contextOf({ id }: KeyedRequest, step: string): string {
  return `${id}/${step}`;
}

/** A context whose transactions are steps of a journal. */
class JournaledCtx extends Ctx {
  readonly #journal: Journal;
  #step = 0;

  constructor(ctx: Ctx, journal: Journal) {
    super(ctx.services, ctx.account, ctx.environment, ctx.principal);
    this.#journal = journal;
  }

  override async transaction<T>(work: (tx: ScopedTx) => Promise<T>): Promise<T> {
    const step = ++this.#step;
    const committed = this.#journal.committed(step);
    if (committed) return committed.result as T;
    try {
      const result = await super.transaction(async (tx) => {
        const value = await work(tx);
        await this.#journal.note(tx, step, value);
        return value;
      });
      this.#journal.ran();
      return result;
    } catch (error) {
      // Another request with the key has committed first.
      if (isDuplicate(error, 'idempotent_steps')) throw problem('idempotency_key_in_use', { retryAfter: 1 });
      throw error;
    }
  }
}
