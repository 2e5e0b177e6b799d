import { useInfiniteQuery } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';

/** A page of a list of the interface: its rows under the name of the list, and where the next page begins. */
type Page<Name extends string, Row> = { readonly [Key in Name]: readonly Row[] } & { readonly next: string | null };

/** A list of the environment, newest first: the pages that were asked for, as rows. */
export function useListPages<Name extends string, P extends Page<Name, unknown>>(name: Name) {
  const place = usePlace();
  const list = useInfiniteQuery({
    queryKey: [name, place.account, place.environment],
    queryFn: ({ pageParam }) =>
      ask<P>('GET', `${pathOf(place)}/${name}?limit=20${pageParam ? `&cursor=${pageParam}` : ''}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = list.data?.pages.flatMap((page) => page[name]) as P[Name][number][] | undefined;
  return { ...list, rows };
}

/** The button that asks for the next page; none after the last. */
export function Older({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}) {
  if (!hasNextPage) return null;
  return (
    <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {words.older}
    </button>
  );
}
