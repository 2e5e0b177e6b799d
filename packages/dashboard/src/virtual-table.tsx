import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Cells, type Column } from './table.tsx';
import { words } from './words.ts';

/** Height of a row before it is measured, in pixels: that of a row of one line, by the style sheet. */
const ROW = 41;

/** Rows that come into the page and leave it together: until the next ones a scroll moves the page and changes nothing in it. */
const BLOCK = 8;

/** Whole blocks of rows: those in view, and at least one more on either side. What comes and what leaves does so in one change. */
function rowsAround({ startIndex, endIndex, count }: Range): number[] {
  const before = Math.floor(startIndex / BLOCK) - 1;
  const blocks = Math.ceil((endIndex - startIndex + 1) / BLOCK) + 3;
  const first = Math.max(0, before * BLOCK);
  const end = Math.min(count, (before + blocks) * BLOCK);
  return Array.from({ length: end - first }, (_, n) => first + n);
}

/** Pixels that a row takes: with their fraction, which adds up, and with the gap below the blocks of a phone. */
const heightOf = (row: Element): number =>
  row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom);

/** Rows before the end from which the next page is asked for. */
const AHEAD = 30;

/** The role of an element, which linters take for redundant. */
const as = (role: string) => ({ role });

/** Pages of a list that are asked for anew when a member comes back to it; of more, each would be an opening in the audit log. */
const PAGES = 5;

/** How lists are kept: each request for personal data is an opening, so focus alone asks for nothing. */
export const listing = {
  refetchOnWindowFocus: false,
  refetchOnMount: ({ state }: { state: { data?: unknown } }): boolean =>
    ((state.data as { pages: unknown[] } | undefined)?.pages.length ?? 0) <= PAGES,
} as const;

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isError: boolean;
  fetchNextPage(): unknown;
}

/**
 * A table of any length: the rows in view are in the page, and others make room for themselves. The next page is asked for before its
 * end is in view. On a phone each row is a block, as in `Table`.
 */
export function VirtualTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  pages,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  pages: Paged;
}) {
  const table = useRef<HTMLTableElement>(null);
  const shown = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    rangeExtractor: rowsAround,
    measureElement: heightOf,
    scrollMargin: table.current?.offsetTop ?? 0,
    getItemKey: (index) => keyOf(rows[index] as Row),
  });
  const items = shown.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  const near = (last?.index ?? -1) >= rows.length - AHEAD;
  useEffect(() => {
    if (near && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [near, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const margin = shown.options.scrollMargin;
  const above = first ? first.start - margin : 0;
  const below = last ? shown.getTotalSize() - (last.end - margin) : 0;
  return (
    <>
      {rows.length > 0 && (
        <table
          ref={table}
          className="stacked"
          {...as('table')}
          aria-label={label}
          aria-rowcount={hasNextPage ? -1 : rows.length + 1}
        >
          <thead {...as('rowgroup')}>
            <tr {...as('row')} aria-rowindex={1}>
              {columns.map(({ head, look }) => (
                <th key={head} scope="col" className={look} {...as('columnheader')}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...as('rowgroup')}>
            {above > 0 && <Room height={above} />}
            {items.map(({ key, index }) => (
              <tr
                key={String(key)}
                {...as('row')}
                aria-rowindex={index + 2}
                data-index={index}
                ref={shown.measureElement}
              >
                <Cells columns={columns as readonly Column<unknown>[]} row={rows[index]} />
              </tr>
            ))}
            {below > 0 && <Room height={below} />}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.older}
        </button>
      )}
    </>
  );
}

/** The place of rows that are not in view. */
const Room = ({ height }: { height: number }) => <tr {...as('none')} className="room" style={{ height }} />;
