import { FIRST_ID } from './time-ids.ts';

/**
 * Pages of rows by id, from the first one until the last one or until `stopped`. A page is read once the caller has dealt with the page
 * before it, so the caller may delete its rows.
 *
 * @param size number of rows that a whole page has
 * @param read reads the rows behind an id, in order of their ids
 */
export async function* pagesById<Row extends { readonly id: string }>(
  size: number,
  stopped: () => boolean,
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = FIRST_ID; !stopped(); ) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}
