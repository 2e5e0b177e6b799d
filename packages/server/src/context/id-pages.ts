import { AFTER_ALL } from './time-ids.ts';

/** Page of a list by ids, newest first. */
export interface IdPage {
  /** The last id of the page before; absent for the first page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Maximum number of reads for one page. */
const MOST_READS = 20;

interface List<Row> {
  /** Reads rows behind a position. */
  read(after: string, limit: number): Promise<readonly Row[]>;
  /** Leaves out rows that the acting person may not see. */
  visible(rows: readonly Row[]): Promise<readonly Row[]>;
  /** Position of a row. */
  cursorOf(row: Row): string;
}

/**
 * Reads a page of a list from which rows are left out. `next` is the position of the last row of the page: the position of a row that was
 * left out would tell that the row passes the filter of the list. So the page is filled from later rows. After 20 reads it may be short, and
 * only then an empty page names a row that was left out.
 */
export async function visiblePage<Row>(
  { after, limit }: { readonly after: string; readonly limit: number },
  { read, visible, cursorOf }: List<Row>,
): Promise<{ rows: readonly Row[]; next: string | null }> {
  const rows: Row[] = [];
  let position = after;
  let last: Row | undefined;
  for (let reads = 0; reads < MOST_READS; reads++) {
    const found = await read(position, limit + 1);
    rows.push(...(await visible(found)));
    last = found.length > limit ? found.at(-1) : undefined;
    if (last === undefined || rows.length > limit) break;
    position = cursorOf(last);
  }
  const shown = rows.slice(0, limit);
  const end = last === undefined && rows.length <= limit ? undefined : (shown.at(-1) ?? last);
  return { rows: shown, next: end === undefined ? null : cursorOf(end) };
}

/**
 * Reads a page of rows by their ids, newest first. `next` is where the next page begins; null after the last.
 * @param visible leaves out rows that the acting person may not see
 */
export function pageByIds<Row extends { readonly id: string }>(
  { after = AFTER_ALL, limit }: IdPage,
  read: (span: { before: string; limit: number }) => Promise<readonly Row[]>,
  visible: List<Row>['visible'] = async (rows) => rows,
): Promise<{ rows: readonly Row[]; next: string | null }> {
  return visiblePage(
    { after, limit },
    { read: (before, most) => read({ before, limit: most }), visible, cursorOf: ({ id }) => id },
  );
}
