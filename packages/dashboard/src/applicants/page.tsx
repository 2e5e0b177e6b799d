import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Field } from '../form-fields.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { hideable, shownColumns, useListView } from '../saved-views/use-list-view.ts';
import { ViewBar } from '../saved-views/view-bar.tsx';
import { useMay, usePlace } from '../session.ts';
import { type Column, Empty } from '../table.tsx';
import type { ListedApplicant } from '../types.ts';
import { Id, When } from '../value-display.tsx';
import { listing, VirtualTable } from '../virtual-table.tsx';
import { words } from '../words.ts';

type Applicants = Answers['GET /accounts/{account}/{environment}/applicants'];

const names = ['q'] as const;

/** The applicants of an account: all, or those that a search finds; the search is part of the address. */
export default function ApplicantsPage() {
  const place = usePlace();
  const may = useMay();
  const view = useListView('applicants', names);
  const searched = view.filter.q ?? '';
  const list = useInfiniteQuery({
    queryKey: ['applicants', place.account, place.environment, searched],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '100', q: searched, ...(pageParam && { cursor: pageParam }) });
      return ask<Applicants>('GET', `${pathOf(place)}/applicants?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...listing,
  });
  const rows = list.data?.pages.flatMap(({ applicants }) => applicants) ?? [];
  const personal = may('data.see');
  const { applicants: say } = words;
  const all: (Column<ListedApplicant> | false)[] = [
    personal && {
      head: say.name,
      cell: ({ id, name }) => (
        <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id }}>
          {name}
        </Link>
      ),
    },
    personal && { name: 'dob', head: say.dob, look: 'short', cell: ({ dob }) => dob ?? '–' },
    { name: 'created', head: say.created, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
    { ...(personal && { name: 'id' }), head: say.id, look: 'short', cell: ({ id }) => <Id id={id} /> },
  ];
  const columns = all.filter((column) => column !== false);
  return (
    <>
      <Title text={say.title}>
        {may('verification.start') && (
          <Link className="button" to={`${pathOf(place)}/applicants/import` as '/'}>
            {words.imports.title}
          </Link>
        )}
        {may('verification.start') && (
          <Link className="button main" to={`${pathOf(place)}/applicants/new` as '/'}>
            {words.start.newApplicant}
          </Link>
        )}
      </Title>
      <ViewBar of={view} columns={hideable(columns)} />
      <FilterBar key={searched} apply={(filter) => view.show({ filter })}>
        <Field label={say.search} name="q" placeholder={say.searchHint} required={false} defaultValue={searched} />
      </FilterBar>
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && rows.length === 0 && !list.hasNextPage && <Empty title={say.empty} hint={say.emptyHint} />}
      {list.data && (
        <VirtualTable
          label={say.title}
          rows={rows}
          keyOf={({ id }) => id}
          pages={list}
          columns={shownColumns(columns, view.hidden)}
        />
      )}
    </>
  );
}
