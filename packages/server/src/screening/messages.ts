import type { RefusalFacts } from './list-refused.ts';
import type { ListFile, ListSummary, ReadOptions } from './options.ts';

/** Request to the process of an import. */
export interface ImportRequest {
  readonly files: readonly ListFile[];
  readonly options: ReadOptions;
  /** Path of the file that the records are written to. */
  readonly staging: string;
}

/** Answer of the process. */
export type ImportAnswer = { readonly summary: ListSummary } | { readonly refused: RefusalFacts };
