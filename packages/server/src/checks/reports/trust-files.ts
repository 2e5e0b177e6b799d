import { AnalysisFailed } from '../../analysis/analyser.ts';
import { isTooSlow } from '../../analysis/given-up.ts';
import { invalid, problem } from '../../base/errors.ts';
import { type RecordedPrincipal, recordedPrincipal } from '../../context/principal.ts';

/** Seconds after which an operator may try again when no analyser was free. */
const RETRY_AFTER = 5;

/** Maximum number of reasons in one answer. */
const NAMED = 20;

/** The import of a certificate, a revocation list or a key. */
export interface Imported {
  /** Unix milliseconds. */
  readonly imported_at: number;
  readonly imported_by: RecordedPrincipal | null;
}

/** The import of a row. PostgreSQL gives large numbers as text. */
export const importOf = (row: { imported_at: number; imported_by: string | null }): Imported => ({
  imported_at: Number(row.imported_at),
  imported_by: recordedPrincipal(row.imported_by),
});

/** The first reasons of many, and the number of the others. */
export function firstReasons(reasons: readonly string[]): string[] {
  const more = reasons.length - NAMED;
  return [...reasons.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
}

/**
 * Reads an operator's file of certificates or keys in an analyser. Throws `validation_error` under `file` where the file can't be read,
 * and `unavailable` where no analyser was free.
 */
export async function readTrustFile<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isTooSlow(error)) throw invalid({ file: ['took too long to read'] });
    if (!(error instanceof AnalysisFailed)) throw error;
    if (error.reason === 'crashed') throw invalid({ file: ['could not be read'] });
    throw problem('unavailable', { retryAfter: RETRY_AFTER });
  }
}
