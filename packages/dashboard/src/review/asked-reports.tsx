import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import { useLookEvery } from '../updates.ts';
import { Id, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';

type AskedReports = Answers['GET /accounts/{account}/{environment}/queue/information_requests'];

/** Milliseconds after which the list looks for answers that came meanwhile, while the service does not say so. */
const LOOK_MS = 15_000;

/** Reports outside of the queue that wait for their applicants, those whose time ends first. */
export function AskedReportsTable() {
  const place = usePlace();
  const may = useMay();
  const list = useInfiniteQuery({
    queryKey: ['queue', place.account, place.environment, 'asked'],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams(pageParam ? { cursor: pageParam } : {});
      return ask<AskedReports>('GET', `${pathOf(place)}/queue/information_requests?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const rows = list.data?.pages.flatMap(({ reports }) => reports) ?? [];
  const { queue, asking: say } = words;
  if (list.error) return <ErrorPanel error={list.error} again={() => list.refetch()} />;
  if (rows.length === 0) return null;
  return (
    <>
      <h2 className="next">{say.waiting}</h2>
      <Table
        label={say.waiting}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: queue.report,
            cell: ({ report_id, name }) =>
              may('data.see') ? (
                <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report_id }}>
                  {plain(name)}
                </Link>
              ) : (
                plain(name)
              ),
          },
          {
            head: queue.applicant,
            cell: ({ applicant_name, applicant_id }) => applicant_name ?? <Id id={applicant_id} />,
          },
          { head: say.requested, cell: ({ items }) => items.map((item) => say.item[item]).join(', ') },
          { head: say.askedBy, cell: ({ by }) => by ?? say.api },
          { head: queue.waits, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
          { head: say.until, look: 'short', cell: ({ expires_at }) => <When at={expires_at} /> },
        ]}
      />
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say.more}
        </button>
      )}
    </>
  );
}
