import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { Cells, type Column } from './table.tsx';
import { words } from './words.ts';

/** Height of a row before it is measured, in pixels: that of a row of one line, by the style sheet. */
const ROW = 41;

/** Rows that come into the page and leave it together: until the next ones a scroll moves the page and changes nothing in it. */
const BLOCK = 4;

/** Pixels that a block takes: with their fraction, which adds up. */
const heightOf = (block: Element): number => block.getBoundingClientRect().height;

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
    count: Math.ceil(rows.length / BLOCK),
    estimateSize: (index) => Math.min(BLOCK, rows.length - index * BLOCK) * ROW,
    // Two blocks on either side are there before they are seen, so that no scroll has to wait for the next.
    overscan: 2,
    useFlushSync: false,
    measureElement: heightOf,
    scrollMargin: table.current?.offsetTop ?? 0,
  });
  const items = shown.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  const near = ((last?.index ?? -1) + 1) * BLOCK >= rows.length - AHEAD;
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
          {above > 0 && <Room height={above} />}
          {items.map(({ key, index }) => (
            <Block
              key={String(key)}
              index={index}
              columns={columns as readonly Column<unknown>[]}
              rows={rows}
              keyOf={keyOf as (row: unknown) => string}
              measure={shown.measureElement}
            />
          ))}
          {below > 0 && <Room height={below} />}
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

/** Rows that come and leave together. A scroll that keeps them renders none of them. */
const Block = memo(
  ({
    index,
    columns,
    rows,
    keyOf,
    measure,
  }: {
    index: number;
    columns: readonly Column<unknown>[];
    rows: readonly unknown[];
    keyOf: (row: unknown) => string;
    measure: (block: Element | null) => void;
  }) => {
    const before = index * BLOCK;
    return (
      <tbody {...as('rowgroup')} data-index={index} ref={measure}>
        {rows.slice(before, before + BLOCK).map((row, n) => (
          <tr key={keyOf(row)} {...as('row')} aria-rowindex={before + n + 2}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    );
  },
);

/** The place of rows that are not in view. */
const Room = ({ height }: { height: number }) => (
  <tbody {...as('none')}>
    <tr {...as('none')} className="room" style={{ height }} />
  </tbody>
);
