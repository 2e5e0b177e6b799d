/** How the last words of a process begin that used up the processor time of its task; see `guard.ts`. */
export const TOO_SLOW = 'The analyser used up its processor time: ';

/** What a pool asks of one of its processes. */
export interface Request {
  readonly name: string;
  readonly input: unknown;
}

/** How a task ended. */
export type End = { readonly result: unknown } | { readonly error: ErrorFacts };

/** What its process answers: the end of the task, and the bytes of memory that it holds then. */
export type Answer = End & { readonly memory: number };

/** What is left of an error between two processes. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  /** Of errors that distinguish several kinds by one. */
  readonly reason?: string;
}

/** What may be said of a thrown value. */
export function factsOf(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, reason } = thrown as Error & { reason?: unknown };
  return { name, message, ...(typeof reason === 'string' && { reason }) };
}
