import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask, download, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { hideable, shownColumns, useListView } from '../saved-views/use-list-view.ts';
import { ViewBar } from '../saved-views/view-bar.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty } from '../table.tsx';
import { listing, VirtualTable } from '../virtual-table.tsx';
import { words } from '../words.ts';
import { columnsOf } from './columns.tsx';
import { type CheckFilter, Filters, queryOf } from './filters.tsx';

type Checks = Answers['GET /accounts/{account}/{environment}/checks'];

const names = ['q', 'status', 'result', 'report', 'tag', 'from', 'to'] as const;

/** The checks of an account; the filter is part of the address. */
export default function ChecksPage() {
  const place = usePlace();
  const may = useMay();
  const view = useListView('checks', names);
  const filter: CheckFilter = view.filter;
  const query = queryOf(filter).toString();
  const path = `${pathOf(place)}/checks`;
  const list = useInfiniteQuery({
    queryKey: ['checks', place.account, place.environment, query],
    queryFn: ({ pageParam }) =>
      ask<Checks>('GET', `${path}?${query}&limit=100${pageParam ? `&cursor=${pageParam}` : ''}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...listing,
  });
  const file = useMutation({ mutationFn: (kind: string) => download(`${path}/${kind}?${query}`) });
  const rows = list.data?.pages.flatMap(({ checks }) => checks) ?? [];
  const { account, environment } = place;
  const personal = may('data.see');
  const hidden = view.hidden.join();
  const columns = useMemo(() => columnsOf({ account, environment }, personal), [account, environment, personal]);
  const { checks: say } = words;
  const shown = useMemo(() => shownColumns(columns, hidden.split(',')), [columns, hidden]);
  return (
    <>
      <Title text={say.title}>
        {may('data.export') && (
          <button type="button" disabled={file.isPending} onClick={() => file.mutate('export/personal')}>
            {say.exportPersonal}
          </button>
        )}
        <button type="button" className="main" disabled={file.isPending} onClick={() => file.mutate('export')}>
          {say.export}
        </button>
      </Title>
      {file.error && <ErrorPanel error={file.error} />}
      <ViewBar of={view} columns={hideable(columns)} />
      <Filters
        key={query}
        filter={filter}
        personal={personal}
        apply={(given) => view.show({ filter: given as Record<string, string> })}
      />
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && rows.length === 0 && !list.hasNextPage && <Empty title={say.empty} hint={say.emptyHint} />}
      {list.data && <VirtualTable label={say.title} rows={rows} keyOf={({ id }) => id} pages={list} columns={shown} />}
    </>
  );
}
