/** Beginning of the last message of a process that used up the processor time of its task; see `guard.ts`. */
export const TOO_SLOW = 'The analyser used up its processor time: ';

/** Request of a pool to one of its processes. */
export interface Request {
  readonly name: string;
  readonly input: unknown;
}

/** A request as it is sent to the process. */
export interface SentRequest extends Request {
  /** The large buffers of the input that come over the pipe `LARGE_PIPE`: the name and the size in bytes of each, in their order. */
  readonly large: readonly (readonly [string, number])[];
}

/** File descriptor of the pipe for large buffers in a process that runs tasks. */
export const LARGE_PIPE = 4;

/** End of a task. */
export type End = { readonly result: unknown } | { readonly error: ErrorFacts };

/** Answer of a process: the end of the task, and the bytes of memory that the process then holds. */
export type Answer = End & { readonly memory: number };

/** Facts of an error that cross between two processes. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  /** Reason, for errors that distinguish several kinds by one. */
  readonly reason?: string;
}

/** Extracts the facts of a thrown value that may be passed on. */
export function factsOf(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, reason } = thrown as Error & { reason?: unknown };
  return { name, message, ...(typeof reason === 'string' && { reason }) };
}
