import { problem } from '../base/errors.ts';
import { Link, type Server } from './postgres-link.ts';

/** Transactions written behind each other on a connection before the first of them is answered. */
const PIPELINED = 16;

/** Transactions that wait for a connection at most; more are answered 503. */
export const LONGEST_QUEUE = 5_000;

/** A connection on loan for one transaction. */
export interface Turn {
  readonly link: Link;
  /** The last statement is written: another transaction may write behind it. */
  written(): void;
  /** The last statement is answered. */
  answered(): void;
}

interface Lane {
  readonly link: Link;
  held: boolean;
}

/**
 * Lends connections to transactions. A transaction holds its connection until its last statement is written, not until the
 * statement is answered. Statements of the next transaction follow in the same packet, and the server runs them in order.
 */
export class Writers {
  readonly #lanes: Lane[];
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(server: Server, connections: number) {
    this.#lanes = Array.from({ length: connections }, () => ({ link: new Link(server), held: false }));
  }

  async take(): Promise<Turn> {
    if (this.#waiting.length >= LONGEST_QUEUE) throw problem('unavailable', { retryAfter: 1 });
    const lane = await new Promise<Lane>((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
    let held = true;
    const written = () => {
      if (!held) return;
      held = false;
      lane.held = false;
      this.#serve();
    };
    return {
      link: lane.link,
      written,
      answered: () => {
        lane.link.unanswered -= 1;
        written();
        this.#serve();
      },
    };
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const lane = this.#freest();
      if (!lane) return;
      lane.held = true;
      lane.link.unanswered += 1;
      (this.#waiting.shift() as (lane: Lane) => void)(lane);
    }
  }

  #freest(): Lane | undefined {
    let best: Lane | undefined;
    for (const lane of this.#lanes) {
      if (lane.held || lane.link.unanswered >= PIPELINED) continue;
      if (!best || lane.link.unanswered < best.link.unanswered) best = lane;
    }
    return best;
  }

  get links(): readonly Link[] {
    return this.#lanes.map(({ link }) => link);
  }

  /** Number of transactions that wait for a connection. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Closes every connection once it has answered what it was given. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(({ link }) => link.close()));
  }
}
