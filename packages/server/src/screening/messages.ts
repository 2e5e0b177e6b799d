import type { RefusalFacts } from './list-refused.ts';
import type { ListFile, ListSummary, ReadOptions } from './options.ts';

/** What the process of an import is asked. */
export interface ImportRequest {
  readonly files: readonly ListFile[];
  readonly options: ReadOptions;
  /** Path of the file that the records are written to. */
  readonly staging: string;
}

/** How it answers. */
export type ImportAnswer = { readonly summary: ListSummary } | { readonly refused: RefusalFacts };
