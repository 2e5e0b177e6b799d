import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Choice, Field } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { Chip, Id, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { useWebhooks } from './webhooks.tsx';

type Page = Answers['GET /accounts/{account}/{environment}/events'];

/** Events of the environment; type and object are part of the address. */
export function Events() {
  const place = usePlace();
  const navigate = useNavigate();
  const { type = '', object = '' } = useSearch({ strict: false }) as { type?: string; object?: string };
  const types = useWebhooks(place).data?.events ?? [];
  const query = new URLSearchParams({ ...(type && { type }), ...(object && { object }), limit: '50' }).toString();
  const list = useInfiniteQuery({
    queryKey: ['events', place.account, place.environment, query],
    queryFn: ({ pageParam }) =>
      ask<Page>('GET', `${pathOf(place)}/events?${query}${pageParam ? `&cursor=${pageParam}` : ''}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const apply = (filter: Record<string, string>) =>
    void navigate({
      to: '.',
      search: { view: 'events', ...filter },
    } as never);
  const { developers: say } = words;
  return (
    <>
      <FilterBar key={query} apply={apply}>
        <Choice label={say.type} name="type" any={words.any} chosen={type} options={types.map((one) => [one, one])} />
        <Field label={say.object} name="object" placeholder={say.objectHint} required={false} defaultValue={object} />
      </FilterBar>
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && events.length === 0 && <Empty title={say.noEvents} hint={say.noEventsHint} />}
      {events.length > 0 && (
        <Table
          label={say.events}
          rows={events}
          keyOf={({ id }) => id}
          columns={[
            { head: say.at, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: say.type, cell: (event) => <code>{event.type}</code> },
            {
              head: say.object,
              cell: (event) => (
                <span>
                  {plain(event.object.type)} <Id id={event.object.id} />
                </span>
              ),
            },
            { head: say.state, cell: ({ status }) => (status === null ? '–' : <Chip value={status} />) },
          ]}
        />
      )}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.older}
        </button>
      )}
    </>
  );
}
