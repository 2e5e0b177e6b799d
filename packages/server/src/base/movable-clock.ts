import { type Clock, MINUTE_MS } from './clock.ts';

/** Milliseconds after which a clock that was set back shows the time again by itself, so that a demonstration that ends early does no harm. */
const LONGEST_MS = 10 * MINUTE_MS;

/** A clock that can be set back for a while: the demonstration of development lives through the days before today. */
export class MovableClock implements Clock {
  readonly #clock: Clock;
  #offset = 0;
  #cancel = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() - this.#offset;
  }

  schedule(delay: number, task: () => void): () => void {
    return this.#clock.schedule(delay, task);
  }

  /** Shows a time that is `milliseconds` ago, and counts on from there. 0 shows the right time again. */
  setBack(milliseconds: number): void {
    this.#offset = milliseconds;
    this.#cancel();
    this.#cancel = milliseconds === 0 ? () => {} : this.#clock.schedule(LONGEST_MS, () => this.setBack(0));
  }
}
