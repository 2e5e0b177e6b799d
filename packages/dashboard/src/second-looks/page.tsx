import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers, WaitingSecondLook } from '../api-types.ts';
import { useKeys } from '../keys.ts';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { Recorded } from '../review/dual-control.tsx';
import { useHeld } from '../review/held.ts';
import { useTakeLook } from '../review/take-second-look.ts';
import { usePlace } from '../session.ts';
import { type Column, Empty, Table } from '../table.tsx';
import { When } from '../value-display.tsx';
import { plain, words } from '../words.ts';

const { secondLooks: say } = words;

type Page = Answers['GET /accounts/{account}/{environment}/second_looks'];

/** Decided reports that this member decides once more, without seeing the first decision. */
export default function SecondLooksPage() {
  const place = usePlace();
  const take = useTakeLook();
  const looks = useInfiniteQuery({
    queryKey: ['second-looks', place.account, place.environment],
    queryFn: ({ pageParam }) =>
      ask<Page>('GET', `${pathOf(place)}/second_looks${pageParam ? `?cursor=${pageParam}` : ''}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  // A second look that can still be undone waits for nobody else.
  const given = useHeld().filter(({ state }) => state !== 'failed');
  const rows = (looks.data?.pages.flatMap(({ second_looks }) => second_looks) ?? []).filter(
    ({ report_id }) => !given.some(({ report }) => report === report_id),
  );
  const takes = rows.length > 0 && !take.isPending;
  useKeys(say.keyHelp, ({ key }) => {
    if (key !== 't' || !takes) return false;
    take.mutate();
    return true;
  });
  return (
    <>
      <Title
        text={say.title}
        within={
          <Link to="/accounts/$account/$environment/queue" params={place}>
            {words.queue.title}
          </Link>
        }
      >
        <button type="button" className="main" disabled={!takes} onClick={() => take.mutate()}>
          {say.take} <kbd>T</kbd>
        </button>
      </Title>
      <Recorded />
      {take.error && <ErrorPanel error={take.error} />}
      {looks.error && <ErrorPanel error={looks.error} again={() => looks.refetch()} />}
      {looks.isPending && <Loading />}
      {looks.data && rows.length === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {rows.length > 0 && (
        <>
          <p className="quiet">{say.hint}</p>
          <Table label={say.title} columns={columns} rows={rows} keyOf={({ report_id }) => report_id} />
        </>
      )}
      {looks.hasNextPage && (
        <button type="button" disabled={looks.isFetchingNextPage} onClick={() => void looks.fetchNextPage()}>
          {say.more}
        </button>
      )}
    </>
  );
}

const columns: readonly Column<WaitingSecondLook>[] = [
  { head: words.queue.report, cell: (look) => <ReportLink of={look} /> },
  { head: words.queue.applicant, cell: ({ applicant_name }) => applicant_name },
  { head: say.decided, look: 'short', cell: ({ decided_at }) => <When at={decided_at} /> },
  { head: words.queue.at, cell: ({ claimed_by }) => claimed_by?.name ?? '–' },
];

function ReportLink({ of: { report_id, name } }: { of: WaitingSecondLook }) {
  const place = usePlace();
  return (
    <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report_id }}>
      {plain(name)}
    </Link>
  );
}
