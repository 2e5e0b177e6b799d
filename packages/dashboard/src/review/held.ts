import { useSyncExternalStore } from 'react';
import type { Place } from '../api.ts';

/** Milliseconds in which a decision can be undone before it is sent. */
const UNDO_MS = 10_000;

/** A decision that a reviewer has made on a report, and its way to the service. */
interface Decision {
  /** Id of the report. */
  readonly report: string;
  readonly place: Place;
  readonly label: string;
  /** The outcome of the report, as a sentence; empty while it is unknown. */
  readonly outcome: string;
  readonly note: string;
  /** Short name of the applicant, for pages that do not show the report. */
  readonly applicant: string;
  /** True if the decision leaves the report waiting, as far as the page knows. */
  readonly rest: boolean;
  /** Sends the decision. Resolves once the service has stored it. */
  send(): Promise<void>;
}

/**
 * A decision that is not stored yet. `waits`: it can be undone. `sending`: it is on its way. `failed`: the service has not taken it, and
 * the report still waits.
 */
export interface Held extends Decision {
  readonly state: 'waits' | 'sending' | 'failed';
  /** Time at which the decision is sent, Unix milliseconds. */
  readonly until: number;
  /** Error for which the service has not accepted it. */
  readonly error: unknown;
}

/**
 * Decisions of this tab that are not stored yet. They outlive the page of their report, so that a reviewer can undo each of them from the
 * next report. Closing or leaving the tab sends them at once.
 */
class HeldDecisions {
  #all: readonly Held[] = [];
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();

  constructor() {
    addEventListener('pagehide', () => void this.sendAll());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly Held[] => this.#all;

  /** Keeps a decision for ten seconds, then sends it. It takes the place of an earlier one on the report that failed. */
  hold(decision: Decision): void {
    if (this.#all.some(({ report, state }) => report === decision.report && state === 'sending')) return;
    this.undo(decision.report);
    this.#set([...this.#all, { ...decision, state: 'waits', until: Date.now() + UNDO_MS, error: null }]);
    this.#timers.set(
      decision.report,
      setTimeout(() => void this.send(decision.report), UNDO_MS),
    );
  }

  /** Drops the decision on a report, unless it is on its way already. Answers whether there was one to drop. */
  undo(report: string): boolean {
    const dropped = this.#all.filter((one) => one.report === report && one.state !== 'sending');
    if (dropped.length === 0) return false;
    this.#stop(report);
    this.#set(this.#all.filter((one) => !dropped.includes(one)));
    return true;
  }

  /** Sends the decision on a report now. */
  async send(report: string): Promise<void> {
    const held = this.#all.find((one) => one.report === report);
    if (!held || held.state === 'sending') return;
    this.#stop(report);
    this.#change(report, { state: 'sending', error: null });
    try {
      await held.send();
      this.#set(this.#all.filter((one) => one.report !== report));
    } catch (error) {
      this.#change(report, { state: 'failed', error });
    }
  }

  /** Sends what waits, and resolves once the service has answered. */
  async sendAll(): Promise<void> {
    const waiting = this.#all.filter(({ state }) => state === 'waits');
    await Promise.all(waiting.map(({ report }) => this.send(report)));
  }

  #stop(report: string): void {
    clearTimeout(this.#timers.get(report));
    this.#timers.delete(report);
  }

  #change(report: string, change: Partial<Held>): void {
    this.#set(this.#all.map((one) => (one.report === report ? { ...one, ...change } : one)));
  }

  #set(all: readonly Held[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

export const held = new HeldDecisions();

/** The decisions of this tab that are not stored yet, the earliest first. */
export const useHeld = (): readonly Held[] => useSyncExternalStore(held.subscribe, held.all);

/** Returns whether a decision on a report waits to be sent, or is on its way. */
export const isHeld = (report: string): boolean =>
  held.all().some((one) => one.report === report && one.state !== 'failed');
