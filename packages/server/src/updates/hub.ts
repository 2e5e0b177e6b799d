import type { Store } from '../store/store.ts';
import { decodeUpdate, type Update } from './update.ts';

/** Receiver of updates: one open page of a member. */
export interface Subscriber {
  readonly memberId: string;
  offer(update: Update): void;
  /** The member's permissions may have changed, or their session ended. */
  judgeAgain(): void;
  /** Updates may have been lost. */
  lost(): void;
  end(): void;
}

/** Open pages of one member at once, in one process: each holds a connection. */
const MOST_OF_MEMBER = 12;

/** Open pages of all members at once, in one process. */
const MOST = 2_000;

const WATCHLIST: Update = { account: null, environment: null, kind: 'watchlist', id: null };

/** Hands the signals of all processes to the open pages of this one. */
export class UpdateHub {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #stop: (() => void)[];
  #count = 0;

  constructor(store: Pick<Store, 'onSignal'>) {
    const each = (act: (subscriber: Subscriber) => void) => () => {
      for (const own of this.#subscribers.values()) for (const subscriber of own) act(subscriber);
    };
    this.#stop = [
      store.onSignal('update', (signal) => {
        if (this.#count === 0) return;
        const update = decodeUpdate(signal);
        if (update) each((subscriber) => subscriber.offer(update))();
      }),
      store.onSignal(
        'watchlist_import',
        each((subscriber) => subscriber.offer(WATCHLIST)),
      ),
      store.onSignal(
        'screening_set',
        each((subscriber) => subscriber.offer(WATCHLIST)),
      ),
      // Its settings say what roles may do.
      store.onSignal(
        'account',
        each((subscriber) => subscriber.judgeAgain()),
      ),
      store.onSignal('member', (id) => {
        for (const subscriber of this.#subscribers.get(id) ?? []) subscriber.judgeAgain();
      }),
      store.onSignal(
        'gap',
        each((subscriber) => subscriber.lost()),
      ),
    ];
  }

  /** Returns whether a member may open one more page. */
  hasRoom(memberId: string): boolean {
    return this.#count < MOST && (this.#subscribers.get(memberId)?.size ?? 0) < MOST_OF_MEMBER;
  }

  /** Adds a page; the answer removes it. */
  add(subscriber: Subscriber): () => void {
    const { memberId } = subscriber;
    const own = this.#subscribers.get(memberId) ?? new Set();
    this.#subscribers.set(memberId, own.add(subscriber));
    this.#count += 1;
    return () => {
      if (!own.delete(subscriber)) return;
      this.#count -= 1;
      if (own.size === 0) this.#subscribers.delete(memberId);
    };
  }

  /** Ends all pages' streams, and takes no more signals. */
  close(): void {
    for (const stop of this.#stop) stop();
    for (const own of [...this.#subscribers.values()]) for (const subscriber of [...own]) subscriber.end();
  }
}

declare module '../context/services.ts' {
  interface Services {
    /** The open pages of members that get updates from this process. */
    readonly updates: UpdateHub;
  }
}
