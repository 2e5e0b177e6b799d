import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { usePlace } from '../session.ts';
import type { Column } from '../table.tsx';

type Views = Answers['GET /accounts/{account}/{environment}/saved_views'];

export type SavedView = Views['views'][number];

/** Value of `view` in the address for all rows, where a list starts with a saved view. */
const ALL_ROWS = 'all';

/** Filters, columns and open view of a list, as its address names them, and the views that the member can open. */
export interface ListView {
  readonly list: SavedView['list'];
  readonly views: readonly SavedView[];
  /** The view that is open; undefined for none. */
  readonly open: SavedView | undefined;
  /** Filters and order in the address. */
  readonly filter: Readonly<Record<string, string>>;
  /** Names of hidden columns. */
  readonly hidden: readonly string[];
  /** Puts other filters or hidden columns into the address. The open view stays open. */
  show(change: { filter?: Readonly<Record<string, string>>; hidden?: readonly string[] }): void;
  /** Part of the address behind `?` that opens a view; undefined: all rows. */
  searchOf(view: SavedView | undefined): Readonly<Record<string, string>>;
}

const without = (hidden: readonly string[]): Record<string, string> =>
  hidden.length > 0 ? { hide: hidden.join(',') } : {};

/**
 * The filter, hidden columns and open view of a list, which are part of its address. An address that names nothing opens the view with
 * which the member starts.
 * @param names filters of the list
 */
export function useListView(list: SavedView['list'], names: readonly string[]): ListView {
  const place = usePlace();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  // The router reads some texts as numbers.
  const given = (name: string) => (search[name] === undefined ? '' : String(search[name]));
  const { data } = useQuery({
    queryKey: ['saved-views', place.account, place.environment, list],
    queryFn: () => ask<Views>('GET', `${pathOf(place)}/saved_views?list=${list}`),
    staleTime: 60_000,
  });
  const views = data?.views ?? [];
  const start = views.find((view) => view.start);
  const open = views.find(({ id }) => id === given('view'));
  const filter = Object.fromEntries(names.flatMap((name) => (given(name) === '' ? [] : [[name, given(name)]])));
  const hidden = given('hide').split(',').filter(Boolean);
  const searchOf = (view: SavedView | undefined): Record<string, string> => {
    if (!view) return start ? { view: ALL_ROWS } : {};
    return { ...view.filter, ...without(view.hidden_columns), view: view.id };
  };
  const isBare = Object.keys(search).length === 0;
  useEffect(() => {
    if (isBare && start) void navigate({ to: '.', search: searchOf(start), replace: true } as never);
  });
  return {
    list,
    views,
    open,
    filter,
    hidden,
    searchOf,
    show: (change) => {
      const shown = { ...(change.filter ?? filter), ...without(change.hidden ?? hidden) };
      const named = open ? { view: open.id } : searchOf(undefined);
      void navigate({ to: '.', search: { ...shown, ...named } } as never);
    },
  };
}

/** Returns whether the list shows other filters or columns than the open view. */
export const isChanged = ({ open, filter, hidden }: ListView): boolean => {
  const textOf = (of: Readonly<Record<string, string>>, columns: readonly string[]) =>
    JSON.stringify([Object.entries(of).sort(), [...columns].sort()]);
  return open !== undefined && textOf(filter, hidden) !== textOf(open.filter, open.hidden_columns);
};

/** The columns that are not hidden. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], hidden: readonly string[]): readonly Column<Row>[] =>
  columns.filter(({ name }) => name === undefined || !hidden.includes(name));

/** Names and heads of the columns that a member can hide. */
export const hideable = <Row>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ name, head }) => (name === undefined ? [] : [[name, head] as const]));
