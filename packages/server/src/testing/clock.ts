import type { Clock } from '../base/clock.ts';

/** A clock that stands still until a test moves it; timers fire as it passes them, in their order. */
export class TestClock implements Clock {
  #now: number;
  #timers: { at: number; task: () => void }[] = [];

  constructor(now = Date.UTC(2026, 0, 15, 9, 30)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  schedule(delay: number, task: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delay), task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves time on by `ms` milliseconds. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      this.#timers = this.#timers.filter((other) => other !== next);
      next.task();
    }
    this.#now = end;
  }

  /** Moves time on as for a machine that slept: each timer that came due meanwhile fires once, and all of them now. */
  wake(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { task } of due) task();
  }
}
