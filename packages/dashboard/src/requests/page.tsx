import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Choice, Field } from '../form-fields.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import type { ApiRequest } from '../types.ts';
import { When } from '../value-display.tsx';
import { words } from '../words.ts';

const { requests: say } = words;

type RequestPage = Answers['GET /accounts/{account}/{environment}/requests'];

/** Filter of the log in the address of the page; times as `2026-01-15T09:30`, in the time zone of the reader. */
type Filter = Partial<
  Record<'method' | 'route' | 'status' | 'token' | 'since' | 'until' | 'request_id' | 'object', string>
>;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function queryOf({ since, until, ...same }: Filter, cursor: string | null): string {
  const query = new URLSearchParams(same);
  if (since) query.set('since', new Date(since).toISOString());
  if (until) query.set('until', new Date(until).toISOString());
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}

/** The API requests of an account and environment; the filter is part of the address. */
export default function RequestsPage() {
  const place = usePlace();
  const navigate = useNavigate();
  const filter = useSearch({ strict: false }) as Filter;
  const list = useInfiniteQuery({
    queryKey: ['requests', place, filter],
    queryFn: ({ pageParam }) => ask<RequestPage>('GET', `${pathOf(place)}/requests?${queryOf(filter, pageParam)}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const pages = list.data?.pages ?? [];
  const requests = pages.flatMap((page) => page.requests);
  const dropped = pages.reduce((sum, page) => sum + page.dropped, 0);
  const reached = pages.at(-1)?.searched_until ?? null;
  return (
    <>
      <Title text={say.title}>
        <button type="button" className="main" disabled={list.isFetching} onClick={() => void list.refetch()}>
          {say.refresh}
        </button>
      </Title>
      <p className="quiet">
        {say.kept} {pages[0]?.days ?? 30} {say.days} {say.late}
      </p>
      <Filters
        key={JSON.stringify(filter)}
        filter={filter}
        apply={(given) => void navigate({ to: '.', search: given } as never)}
      />
      {dropped > 0 && (
        <p className="error" role="status">
          {dropped} {say.dropped}
        </p>
      )}
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && requests.length === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {requests.length > 0 && <Requests requests={requests} />}
      {list.hasNextPage && (
        <p>
          <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.older}
          </button>{' '}
          <span className="quiet">
            {say.reached} <When at={reached} />
          </span>
        </p>
      )}
    </>
  );
}

function Requests({ requests }: { requests: readonly ApiRequest[] }) {
  return (
    <Table
      label={say.title}
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        { head: say.at, look: 'short', cell: ({ at }) => <When at={at} exact /> },
        { head: say.request, cell: (one) => <RequestLink request={one} /> },
        { head: say.status, cell: (one) => <Status request={one} /> },
        { head: say.latency, look: 'number', cell: ({ latency_ms }) => `${latency_ms} ms` },
        { head: say.token, cell: ({ token }) => token.label ?? say.ownPages },
        { head: say.client, cell: ({ client }) => client ?? '–' },
      ]}
    />
  );
}

function RequestLink({ request: { id, method, route } }: { request: ApiRequest }) {
  const place = usePlace();
  return (
    <Link className="route" to={`${pathOf(place)}/developers/requests/${id}` as never}>
      <b>{method}</b> {route}
    </Link>
  );
}

export const Status = ({ request: { status, error_type } }: { request: ApiRequest }) => (
  <span className={`chip ${status >= 400 ? 'bad' : 'good'}`}>
    {status} {error_type}
  </span>
);

function Filters({ filter, apply }: { filter: Filter; apply: (filter: Filter) => void }) {
  const text = { required: false };
  return (
    <FilterBar
      apply={apply}
      set={[filter.object, filter.request_id, filter.token, filter.since, filter.until].filter(Boolean).length}
      more={
        <>
          <Field
            {...text}
            label={say.object}
            name="object"
            placeholder={say.objectHint}
            defaultValue={filter.object ?? ''}
          />
          <Field {...text} label={say.requestId} name="request_id" defaultValue={filter.request_id ?? ''} />
          <Field {...text} label={say.tokenId} name="token" defaultValue={filter.token ?? ''} />
          <Field {...text} label={say.since} name="since" type="datetime-local" defaultValue={filter.since ?? ''} />
          <Field {...text} label={say.until} name="until" type="datetime-local" defaultValue={filter.until ?? ''} />
        </>
      }
    >
      <Choice
        label={say.method}
        name="method"
        any={words.any}
        chosen={filter.method}
        options={methods.map((method) => [method, method])}
      />
      <Field {...text} label={say.route} name="route" placeholder="/applicants/:id" defaultValue={filter.route ?? ''} />
      <Field
        {...text}
        label={say.status}
        name="status"
        placeholder={say.statusHint}
        defaultValue={filter.status ?? ''}
      />
    </FilterBar>
  );
}
