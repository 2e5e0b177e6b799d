import type { Cleanup, Options } from '../crash/run.ts';

/** A fault that the service has to survive. */
export interface Fault {
  /** Number in the list of the specification of operations; a fault with several forms has several entries. */
  readonly number: number;
  readonly what: string;
  /** Returns the reason why the fault can't be made on this machine; undefined if it can. */
  hindrance(): string | undefined;
  /** Makes the fault once. */
  make(options: FaultOptions, cleanup: Cleanup): Promise<Made>;
}

export interface FaultOptions extends Options {
  /** Asks for the short form. */
  readonly quick: boolean;
}

/** Findings of one run of a fault. */
export interface Made {
  /** Acknowledged requests that write, or objects that were compared; undefined for tests and measurements. */
  readonly acknowledged?: number;
  /** Acknowledged objects that are missing, changed or unreadable; one line each. Failed tests. */
  readonly lost: readonly string[];
  /** Effects that happened twice, answers that the fault does not explain, and missed goals. */
  readonly unexpected: readonly string[];
  /** Milliseconds until every event had come after the load, or until the slowest process had ended. */
  readonly ms?: number;
  /** Goal for `ms`. */
  readonly goalMs?: number;
}
