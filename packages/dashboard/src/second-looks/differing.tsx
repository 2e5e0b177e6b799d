import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers, SecondLook } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { Side } from '../review/second-look.tsx';
import { usePlace } from '../session.ts';
import { type Column, Table } from '../table.tsx';
import { plain, words } from '../words.ts';

const { secondLooks: say } = words;

type Page = Answers['GET /accounts/{account}/{environment}/second_looks/differing'];

/** Second looks that differ from the decision, with both reasons. */
export function DifferingLooks() {
  const place = usePlace();
  const looks = useInfiniteQuery({
    queryKey: ['differing-looks', place.account, place.environment],
    queryFn: ({ pageParam }) =>
      ask<Page>('GET', `${pathOf(place)}/second_looks/differing${pageParam ? `?cursor=${pageParam}` : ''}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = looks.data?.pages.flatMap(({ second_looks }) => second_looks) ?? [];
  return (
    <section className="panel">
      <h2>{say.differing}</h2>
      {looks.error && <ErrorPanel error={looks.error} again={() => looks.refetch()} />}
      {looks.isPending && <Loading of="panel" />}
      {looks.data && <p className="quiet">{rows.length > 0 ? say.differingHint : say.noneDiffers}</p>}
      {rows.length > 0 && (
        <Table label={say.differing} columns={columns} rows={rows} keyOf={({ report_id }) => report_id} />
      )}
      {looks.hasNextPage && (
        <button type="button" disabled={looks.isFetchingNextPage} onClick={() => void looks.fetchNextPage()}>
          {say.more}
        </button>
      )}
    </section>
  );
}

const columns: readonly Column<SecondLook>[] = [
  { head: words.queue.report, cell: (look) => <ReportLink of={look} /> },
  { head: say.first, cell: ({ first }) => <Side of={first} /> },
  { head: say.second, cell: ({ second }) => <Side of={second} /> },
];

function ReportLink({ of: { report_id, name } }: { of: SecondLook }) {
  const place = usePlace();
  return (
    <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report_id }}>
      {plain(name)}
    </Link>
  );
}
