/** Surroundings of a command: the terminal and its environment, or a test. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Asks the person at the terminal; absent where nobody is there. */
  ask?(question: string): Promise<string>;
  /** True where the output is a terminal that shows colours. */
  readonly colours?: boolean;
  /** Signal that ends a command which runs until the person stops it; absent where nothing stops it. */
  untilStopped?(): AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The command can't do its work, for a reason that the operator can read and correct: exit code 1. */
export class CommandFailed extends Error {}

/** Thrown if no server runs at the address, or if it can't be reached. */
export class NoServer extends CommandFailed {}

/** The server can't do it now, and may later: it has too much to do, is being stopped, or has a fault. */
export class TryAgain extends CommandFailed {}
