import { AFTER_ALL } from './time-ids.ts';

/** Page of a list by ids, newest first. */
export interface IdPage {
  /** The last id of the page before; absent for the first page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Reads a page of rows by their ids, newest first. `next` is where the next page begins; null after the last. */
export async function pageByIds<Row extends { readonly id: string }>(
  { after, limit }: IdPage,
  read: (span: { before: string; limit: number }) => Promise<readonly Row[]>,
): Promise<{ rows: readonly Row[]; next: string | null }> {
  const found = await read({ before: after ?? AFTER_ALL, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
