import type { Ctx } from '../../context/ctx.ts';
import type { Store, SystemTx } from '../../store/store.ts';

/** Environment of an account. */
type Place = Pick<Ctx, 'account_id' | 'environment'>;

/** Streams at once: of one account, and of all accounts, in one process. Each holds a connection. */
const MOST = { account: 20, all: 500 } as const;

const keyOf = ({ account_id, environment }: Place): string => `${account_id}/${environment}`;

/** Signals new events of an environment to every process, after the commit: one signal, however many events. */
export function signalEvents(ctx: Place, tx: { readonly system: SystemTx }): void {
  tx.system.signal('event', keyOf(ctx));
}

/** An open stream. */
export interface Listener {
  /** New events may have been committed. */
  wake(): void;
  /** The service stops. */
  end(): void;
}

/** Wakes the open streams of this process when events of their environment are committed. */
export class EventFeed {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #stops: (() => void)[];
  #closed = false;

  constructor(store: Pick<Store, 'onSignal'>) {
    this.#stops = [
      store.onSignal('event', (key) => {
        for (const listener of this.#listeners.get(key) ?? []) listener.wake();
      }),
      store.onSignal('gap', () => {
        for (const listener of this.#all()) listener.wake();
      }),
    ];
  }

  /** Returns whether the account may open one more stream. */
  hasRoom({ account_id }: Place): boolean {
    const ofAccount = [...this.#listeners].filter(([key]) => key.startsWith(`${account_id}/`));
    const own = ofAccount.reduce((sum, [, { size }]) => sum + size, 0);
    return !this.#closed && own < MOST.account && this.#all().length < MOST.all;
  }

  /** Adds a stream. Returns a function that removes it. */
  add(place: Place, listener: Listener): () => void {
    const key = keyOf(place);
    const own = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.#listeners.delete(key);
    };
  }

  /** Ends all streams, and takes no more signals. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    for (const listener of this.#all()) listener.end();
  }

  #all(): Listener[] {
    return [...this.#listeners.values()].flatMap((own) => [...own]);
  }
}

declare module '../../context/services.ts' {
  interface Services {
    /** The open streams of events in this process. */
    readonly events: EventFeed;
  }
}
