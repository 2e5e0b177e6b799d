import { MINUTE_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { AFTER_ALL, firstIdAt, timeOfId } from '../../context/time-ids.ts';
import { listEventsAfter } from '../../store/queries/webhooks.ts';
import { type EventFilter, eventMatcher } from './filter.ts';
import { oldestReadable } from './list.ts';
import { type WholeEvent, withFacts } from './whole.ts';

/** Milliseconds of events that are read once more each time: an event with an earlier id may be committed later. */
const OVERLAP_MS = 10_000;

/** Milliseconds between two signs of life: less than the 60 s after which common load balancers hang up. */
const BEAT_MS = 20_000;

/** Milliseconds after which a stream ends. Its client opens a new one, and so is authenticated once more. */
const LONGEST_MS = 15 * MINUTE_MS;

/** Events of one query. */
const PAGE = 200;

/** `ready`: earlier events were sent, and what happens from now on is sent as it happens. `beat`: a sign of life. */
export type Followed = readonly WholeEvent[] | 'ready' | 'beat';

/** Point at which a stream begins; default: now. */
interface Start {
  /** Time of the first events, Unix milliseconds. */
  readonly since?: number | undefined;
  /** Id of the last event that an earlier stream has sent. */
  readonly lastId?: string | undefined;
}

/** Stream of the events of an environment, oldest first. An event can come twice after a reconnect, and is never left out. */
export class EventFollower {
  readonly #ctx: Ctx;
  readonly #fits: ReturnType<typeof eventMatcher>;
  readonly #isBackfilled: boolean;
  /** Ids of events within the overlap that were sent, or are older than the stream. */
  readonly #seen = new Set<string>();
  /** Id after which events are read. */
  #from: string;
  #woken = false;
  #ended = false;
  /** Time of the next sign of life, Unix milliseconds. Counted from the last wait, not from the next, which may begin late. */
  #beatAt: number;
  #wake = () => {};

  constructor(ctx: Ctx, filter: EventFilter, { since, lastId }: Start) {
    this.#isBackfilled = since !== undefined || lastId !== undefined;
    this.#ctx = ctx;
    this.#fits = eventMatcher(filter);
    this.#beatAt = ctx.now() + BEAT_MS;
    const begin = lastId === undefined ? undefined : (timeOfId(lastId) ?? 0) - OVERLAP_MS;
    this.#from = oldestReadable(ctx, begin ?? since ?? ctx.now() - OVERLAP_MS);
  }

  /** Ends the stream: the service stops, or the client is gone. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** @param once ends after `ready` */
  async *follow({ once }: { readonly once: boolean }): AsyncGenerator<Followed> {
    const { services } = this.#ctx;
    const until = this.#ctx.now() + LONGEST_MS;
    const remove = services.events.add(this.#ctx, {
      wake: () => {
        this.#woken = true;
        this.#wake();
      },
      end: () => this.end(),
    });
    try {
      for await (const page of this.#read()) if (this.#isBackfilled && page.length > 0) yield page;
      yield 'ready';
      while (!once) {
        const isWoken = await this.#next();
        if (this.#ended || this.#ctx.now() >= until || !(await this.#mayRead())) return;
        if (!isWoken) yield 'beat';
        for await (const page of this.#read()) if (page.length > 0) yield page;
      }
    } finally {
      remove();
    }
  }

  /** Waits for the next signal. Returns false when a sign of life is due first. */
  async #next(): Promise<boolean> {
    const delay = this.#beatAt - this.#ctx.now();
    if (!this.#woken && !this.#ended && delay > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.#ctx.services.clock.schedule(delay, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
      this.#wake = () => {};
    }
    const isWoken = this.#woken;
    this.#woken = false;
    this.#beatAt = this.#ctx.now() + BEAT_MS;
    return isWoken;
  }

  async #mayRead(): Promise<boolean> {
    const { services, account_id, principal } = this.#ctx;
    const account = await services.accounts.find(account_id);
    return account?.settings.enabled === true && services.tokens.stands(account_id, principal.id);
  }

  /** The events that were not sent yet, by pages. */
  async *#read(): AsyncGenerator<WholeEvent[]> {
    const { read } = this.#ctx;
    for (let after = this.#from; ; ) {
      const rows = await read.all(listEventsAfter, { after, before: AFTER_ALL, limit: PAGE });
      const fresh = rows.filter(({ id }) => !this.#seen.has(id));
      for (const { id } of fresh) this.#seen.add(id);
      yield withFacts(this.#ctx, read, fresh.filter(this.#fits));
      const last = rows.at(-1);
      if (rows.length < PAGE || !last) break;
      after = last.id;
    }
    const overlap = firstIdAt(this.#ctx.now() - OVERLAP_MS);
    if (overlap > this.#from) this.#from = overlap;
    for (const id of this.#seen) if (id < this.#from) this.#seen.delete(id);
  }
}
