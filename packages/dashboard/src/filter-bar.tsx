import type { ReactNode } from 'react';
import { valuesOf } from './form-fields.tsx';
import { words } from './words.ts';

/**
 * The filter of a list in one row. Rarely used fields are behind a disclosure, which is open if one of them is set. The values
 * that are set are given to `apply`, which puts them into the address of the page.
 * @param more fields behind the disclosure
 * @param set how many of those are set
 */
export function FilterBar({
  apply,
  more,
  set = 0,
  children,
}: {
  apply: (filter: Record<string, string>) => void;
  more?: ReactNode;
  set?: number;
  children: ReactNode;
}) {
  const given = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values)
        .map(([name, value]) => [name, value.trim()] as const)
        .filter(([, value]) => value !== ''),
    );
  return (
    <form className="filters" onSubmit={(event) => apply(given(valuesOf(event)))}>
      {children}
      <div className="buttons">
        <button type="submit">{words.filter}</button>
        <button type="button" className="bare" onClick={() => apply({})}>
          {words.clearFilter}
        </button>
      </div>
      {more && (
        <details className="more" open={set > 0}>
          <summary>
            {words.moreFilters}
            {set > 0 && ` (${set})`}
          </summary>
          <div>{more}</div>
        </details>
      )}
    </form>
  );
}
