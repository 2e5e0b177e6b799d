import { memo, type ReactNode } from 'react';

/** A column of a table: its head, and the cell of a row. */
export interface Column<Row> {
  /** Name of a column that a member can hide. */
  readonly name?: string;
  readonly head: string;
  /** `short`: never breaks. `number`: also stands at the end. `actions`: buttons, at the end of the row. */
  readonly look?: 'short' | 'number' | 'actions';
  readonly cell: (row: Row) => ReactNode;
}

/** The role of an element, which linters take for redundant. */
const as = (role: string) => ({ role });

/**
 * A table; on a phone each row is a block that repeats the heads. The roles are written out, since screen readers do not announce a
 * table that a style sheet shows as blocks.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}) {
  return (
    <table className="stacked" {...as('table')} aria-label={label}>
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          {columns.map(({ head, look }) => (
            <th key={head} scope="col" className={look} {...as('columnheader')}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...as('row')}>
            <Cells columns={columns as readonly Column<unknown>[]} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The cells of a row, which are only rendered again when the row or the columns change. */
export const Cells = memo(({ columns, row }: { columns: readonly Column<unknown>[]; row: unknown }) =>
  columns.map(({ head, look, cell }) => (
    <td key={head} className={look} {...as('cell')} data-head={head}>
      <div>{cell(row)}</div>
    </td>
  )),
);

/** Placeholder of a table without rows: the reason, and what to do. */
export const Empty = ({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) => (
  <div className="empty">
    <p>
      <strong>{title}</strong>
    </p>
    <p className="quiet">{hint}</p>
    {children}
  </div>
);
