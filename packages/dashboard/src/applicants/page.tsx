import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Field } from '../form-fields.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { type Column, Empty } from '../table.tsx';
import type { ListedApplicant } from '../types.ts';
import { Id, When } from '../value-display.tsx';
import { listing, VirtualTable } from '../virtual-table.tsx';
import { words } from '../words.ts';

type Applicants = Answers['GET /accounts/{account}/{environment}/applicants'];

/** The applicants of an account: all, or those that a search finds; the search is part of the address. */
export default function ApplicantsPage() {
  const place = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const { q } = useSearch({ strict: false }) as { q?: unknown };
  const searched = q === undefined ? '' : String(q);
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
  const columns: (Column<ListedApplicant> | false)[] = [
    personal && {
      head: say.name,
      cell: ({ id, name }) => (
        <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id }}>
          {name}
        </Link>
      ),
    },
    personal && { head: say.dob, look: 'short', cell: ({ dob }) => dob ?? '–' },
    { head: say.created, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
    { head: say.id, look: 'short', cell: ({ id }) => <Id id={id} /> },
  ];
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
      <FilterBar
        key={searched}
        apply={({ q: given }) => void navigate({ to: '.', search: given ? { q: given } : {} } as never)}
      >
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
          columns={columns.filter((column) => column !== false)}
        />
      )}
    </>
  );
}
