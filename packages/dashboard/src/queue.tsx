import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from './api.ts';
import { Chip, Loading, Trouble } from './parts.tsx';
import { useMay } from './people/names.tsx';
import { Recorded } from './review/standing.tsx';
import { usePlace } from './shell.tsx';
import { type Column, Empty, Table } from './table.tsx';
import type { Queue, Waiting } from './types.ts';
import { useLookEvery } from './updates.ts';
import { plain, time, words } from './words.ts';

/** Milliseconds after which the list looks for reports that came meanwhile, while the service does not say so. */
const LOOK_MS = 15_000;

/** The name of reports that the address narrows the queue to. */
function useReportFilter(): string | undefined {
  const { report } = useSearch({ strict: false }) as { report?: string };
  return report || undefined;
}

/** Claims the report that has waited longest, and opens it; where none is left, opens the queue. */
export function useTakeNext() {
  const place = usePlace();
  const navigate = useNavigate();
  const report = useReportFilter();
  const search = report ? `?report=${encodeURIComponent(report)}` : '';
  return useMutation({
    mutationFn: () => ask<Waiting | undefined>('POST', `${pathOf(place)}/queue/take`, { report }),
    onSuccess: (next) => navigate({ href: `${pathOf(place)}/${next ? `reports/${next.id}` : 'queue'}${search}` }),
  });
}

/** Reports that wait for a person, those that have waited longest first. */
export default function QueuePage() {
  const place = usePlace();
  const may = useMay();
  const take = useTakeNext();
  const navigate = useNavigate();
  const report = useReportFilter();
  const queue = useInfiniteQuery({
    queryKey: ['queue', place.account, place.environment, report],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(report && { report }), ...(pageParam && { cursor: pageParam }) });
      return ask<Queue>('GET', `${pathOf(place)}/queue?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const { queue: say } = words;
  const first = queue.data?.pages[0];
  const names = Object.keys(first?.by_report ?? {});
  const waiting = report ? (first?.by_report[report] ?? 0) : (first?.total ?? 0);
  const rows = queue.data?.pages.flatMap(({ reports }) => reports) ?? [];
  return (
    <>
      <div className="title">
        <h1>{say.title}</h1>
        {first && <Chip value="count">{String(waiting)}</Chip>}
        {(names.length > 1 || report) && (
          <select
            aria-label={say.report}
            value={report ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ to: '.', search: value ? { report: value } : {} } as never)
            }
          >
            <option value="">{say.every}</option>
            {[...new Set([...names, ...(report ? [report] : [])])].map((name) => (
              <option key={name} value={name}>
                {plain(name)}
              </option>
            ))}
          </select>
        )}
        {may('report.decide') && (
          <button
            type="button"
            className="main"
            disabled={take.isPending || waiting === 0}
            onClick={() => take.mutate()}
          >
            {say.take}
          </button>
        )}
      </div>
      <Recorded />
      {take.error && <Trouble error={take.error} />}
      {queue.isPending && <Loading />}
      {queue.error && <Trouble error={queue.error} again={() => queue.refetch()} />}
      {first && waiting === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {rows.length > 0 && <Table label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      {queue.hasNextPage && (
        <button type="button" disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
          {say.more}
        </button>
      )}
    </>
  );
}

const { queue: say } = words;

const columns: readonly Column<Waiting>[] = [
  { head: say.report, cell: (report) => <ReportLink report={report} /> },
  { head: say.applicant, cell: ({ applicant_name, applicant_id }) => applicant_name ?? applicant_id },
  { head: say.doubt, cell: ({ failed, doubts }) => (failed ? say.failed : doubts.map(plain).join(', ')) },
  { head: say.waits, cell: ({ created_at }) => time(created_at) },
  { head: say.at, cell: ({ claimed_by, yours }) => (yours ? say.yours : (claimed_by?.name ?? '–')) },
];

function ReportLink({ report: { id, name, needs } }: { report: Waiting }) {
  const place = usePlace();
  return (
    <>
      <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id }}>
        {plain(name)}
      </Link>{' '}
      {needs !== 'first_needed' && <Chip value={needs}>{say[needs]}</Chip>}
    </>
  );
}
