import type { Deployment, Disturb } from '../crash/run.ts';

/** A fault that the service has to survive. */
export type Fault = {
  readonly number: number;
  readonly what: string;
} & (UnderLoad | Tested | Measured);

/** The fault is made while clients use the real service. Then every acknowledged object is read and compared. */
interface UnderLoad {
  readonly deployment: Deployment;
  /** @param quick the short form */
  disturb(quick: boolean): Disturb;
  /** Milliseconds in which all checks must be complete after the clients have stopped. */
  readonly settledWithin?: number;
}

/** Tests make the fault on a clock of their own, or at an exact step, where a load would meet it by chance. */
interface Tested {
  /** Test files below `packages/server/src`. */
  readonly tests: readonly string[];
}

/** A measurement of the bench makes the fault. */
interface Measured {
  readonly bench: string;
}
