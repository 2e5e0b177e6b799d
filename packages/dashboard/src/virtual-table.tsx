import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef } from 'react';
import { Cells, type Column } from './table.tsx';
import { words } from './words.ts';

/** Height of a row before it is measured, in pixels: the height of a row of one line in the style sheet. */
const ROW = 41;

/** Rows that the page renders and removes together: between two blocks a scroll changes nothing in the page. */
const BLOCK = 4;

/** Blocks on either side of the view. With more of them the browser takes longer to place the table: 5 drop more frames. */
const OVERSCAN = 2;

/**
 * Cuts rows into blocks; the row `anchor` begins one. So a row that is added before it leaves all other blocks as they are, and the
 * keyboard focus in them. The first block may be short.
 */
function blocksOf(count: number, anchor: number) {
  const lead = anchor % BLOCK || BLOCK;
  const start = (block: number) => (block === 0 ? 0 : lead + (block - 1) * BLOCK);
  return {
    blocks: count === 0 ? 0 : 1 + Math.ceil(Math.max(0, count - lead) / BLOCK),
    start,
    end: (block: number) => Math.min(count, start(block + 1)),
    /** The same for the same rows. */
    key: (block: number) => Math.floor((start(block) - anchor) / BLOCK),
  };
}

/** Pixels that a block takes: with their fraction, which adds up. */
const heightOf = (block: Element): number => block.getBoundingClientRect().height;

/** Rows before the end from which the next page is asked for. */
const AHEAD = 30;

/** The role of an element, which linters take for redundant. */
const as = (role: string) => ({ role });

/** Pages of a list that are asked for again when a member comes back to it; of more, each would be an opening in the audit log. */
const PAGES = 5;

/** Cache options of lists: each request for personal data is recorded as an opening, so focus alone triggers none. */
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
  const anchor = useRef<string | undefined>(undefined);
  let at = rows.findIndex((row) => keyOf(row) === anchor.current);
  if (at === -1) {
    anchor.current = rows[0] && keyOf(rows[0]);
    at = 0;
  }
  const { blocks, start, end, key } = blocksOf(rows.length, at);
  const from = anchor.current;
  // Another function makes the list place all blocks again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys depend on the anchor alone
  const getItemKey = useCallback((block: number) => `${from} ${key(block)}`, [from, at]);
  const shown = useWindowVirtualizer({
    count: blocks,
    estimateSize: (block) => (end(block) - start(block)) * ROW,
    overscan: OVERSCAN,
    useFlushSync: false,
    measureElement: heightOf,
    scrollMargin: table.current?.offsetTop ?? 0,
    getItemKey,
  });
  const items = shown.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  const near = (last ? end(last.index) : 0) >= rows.length - AHEAD;
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
              start={start(index)}
              end={end(index)}
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

/** The rows from `start` to before `end`. A scroll that keeps a block renders none of its rows. */
const Block = memo(
  ({
    index,
    start,
    end,
    columns,
    rows,
    keyOf,
    measure,
  }: {
    index: number;
    start: number;
    end: number;
    columns: readonly Column<unknown>[];
    rows: readonly unknown[];
    keyOf: (row: unknown) => string;
    measure: (block: Element | null) => void;
  }) => (
    <tbody {...as('rowgroup')} data-index={index} ref={measure}>
      {rows.slice(start, end).map((row, n) => (
        <tr key={keyOf(row)} {...as('row')} aria-rowindex={start + n + 2}>
          <Cells columns={columns} row={row} />
        </tr>
      ))}
    </tbody>
  ),
);

/** The place of rows that are not in view. */
const Room = ({ height }: { height: number }) => (
  <tbody {...as('none')}>
    <tr {...as('none')} className="room" style={{ height }} />
  </tbody>
);
