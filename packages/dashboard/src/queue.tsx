import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from './api.ts';
import { Chip, Loading, Trouble } from './parts.tsx';
import { useMay } from './people/names.tsx';
import { Recorded } from './review/standing.tsx';
import { RUNS, runPath, useWaitingRuns, WaitingRunsTable } from './review/waiting-runs.tsx';
import { usePlace } from './shell.tsx';
import { type Column, Empty, Table } from './table.tsx';
import type { Queue, Waiting } from './types.ts';
import { useLookEvery } from './updates.ts';
import { plain, span, time, words } from './words.ts';

/** Milliseconds after which the list looks for reports that came meanwhile, while the service does not say so. */
const LOOK_MS = 15_000;

/** What the address narrows the queue to, and its order; `waited` are minutes. */
type QueueFilter = Partial<Record<'report' | 'doubt' | 'waited' | 'order', string>>;

const filterNames = ['report', 'doubt', 'waited', 'order'] as const;

/** Minutes that the filter by age offers. */
const AGES = [60, 240, 1_440, 10_080];

function useQueueFilter(): QueueFilter {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const given = filterNames.filter((name) => search[name] !== undefined && search[name] !== '');
  return Object.fromEntries(given.map((name) => [name, String(search[name])]));
}

/** Claims the first report of the queue, and opens it; where none is left, opens the queue. */
export function useTakeNext() {
  const place = usePlace();
  const navigate = useNavigate();
  const filter = useQueueFilter();
  const query = new URLSearchParams(filter).toString();
  const search = query && `?${query}`;
  const { waited, ...same } = filter;
  return useMutation({
    mutationFn: () =>
      ask<Waiting | undefined>('POST', `${pathOf(place)}/queue/take`, {
        ...same,
        ...(waited && { waited: Number(waited) }),
      }),
    onSuccess: (next) => navigate({ href: `${pathOf(place)}/${next ? `reports/${next.id}` : 'queue'}${search}` }),
  });
}

/** Reports that wait for a person, in the order that the address names. */
export default function QueuePage() {
  const place = usePlace();
  const may = useMay();
  const take = useTakeNext();
  const filter = useQueueFilter();
  const queue = useInfiniteQuery({
    queryKey: ['queue', place.account, place.environment, filter],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...filter, ...(pageParam && { cursor: pageParam }) });
      return ask<Queue>('GET', `${pathOf(place)}/queue?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const runs = useWaitingRuns(filter);
  const navigate = useNavigate();
  const openRun = () => runs.rows[0] && void navigate({ href: runPath(place, runs.rows[0].id) });
  const { queue: say } = words;
  const first = queue.data?.pages[0];
  const rows = queue.data?.pages.flatMap(({ reports }) => reports) ?? [];
  const empty = first !== undefined && rows.length === 0 && !runs.list.isPending && runs.rows.length === 0;
  const narrowed = filterNames.some((name) => name !== 'order' && filter[name] !== undefined);
  return (
    <>
      <div className="title">
        <h1>{say.title}</h1>
        {first && <Chip value="count">{String(first.total + runs.total)}</Chip>}
        {may('report.decide') && (
          <button
            type="button"
            className="main"
            disabled={take.isPending || rows.length + runs.rows.length === 0}
            onClick={() => (rows.length > 0 ? take.mutate() : openRun())}
          >
            {rows.length === 0 && runs.rows.length > 0 ? say.next : say.take}
          </button>
        )}
      </div>
      <Recorded />
      {first && (first.total + runs.total > 0 || narrowed) && (
        <Filters filter={filter} queue={first} runs={runs.total} />
      )}
      {take.error && <Trouble error={take.error} />}
      {queue.isPending && <Loading />}
      {queue.error && <Trouble error={queue.error} again={() => queue.refetch()} />}
      {empty && (
        <Empty title={narrowed ? say.noneFits : say.empty} hint={narrowed ? say.noneFitsHint : say.emptyHint} />
      )}
      <WaitingRunsTable of={runs} />
      {runs.rows.length > 0 && rows.length > 0 && <h2 className="next">{say.reports}</h2>}
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

/** Narrows and orders the queue by the address of the page, so that a view can be sent to a colleague. */
function Filters({ filter, queue, runs }: { filter: QueueFilter; queue: Queue; runs: number }) {
  const navigate = useNavigate();
  const choose = (name: string, value: string) => {
    const { [name as keyof QueueFilter]: _, ...others } = filter;
    void navigate({ to: '.', search: value ? { ...others, [name]: value } : others } as never);
  };
  const counted = (counts: Readonly<Record<string, number>>, labelOf: (value: string) => string) =>
    Object.entries(counts).map(([value, n]) => [value, `${labelOf(value)} (${n})`] as const);
  const choices = [
    {
      name: 'report',
      label: say.report,
      any: say.every,
      options: counted({ ...queue.by_report, ...(runs > 0 && { [RUNS]: runs }) }, plain),
    },
    {
      name: 'doubt',
      label: say.doubt,
      any: say.anyDoubt,
      options: counted(queue.by_doubt, (value) => say.doubts[value] ?? value),
    },
    {
      name: 'waited',
      label: say.waited,
      any: say.anyAge,
      options: AGES.map((age) => [String(age), `> ${span(age * 60)}`] as const),
    },
    { name: 'order', label: say.order, any: say.oldest, options: [['due', say.byDue] as const] },
  ] as const;
  return (
    <div className="filters">
      {choices.map(({ name, label, any, options }) => {
        const chosen = filter[name] ?? '';
        const missing = chosen !== '' && !options.some(([value]) => value === chosen);
        return (
          <label key={name}>
            {label}
            <select value={chosen} onChange={({ currentTarget: { value } }) => choose(name, value)}>
              <option value="">{any}</option>
              {missing && <option value={chosen}>{plain(chosen)}</option>}
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </div>
  );
}

const columns: readonly Column<Waiting>[] = [
  { head: say.report, cell: (report) => <ReportLink report={report} /> },
  { head: say.applicant, cell: ({ applicant_name, applicant_id }) => applicant_name ?? applicant_id },
  {
    head: say.doubt,
    cell: ({ doubt, doubts }) =>
      [say.doubts[doubt] ?? plain(doubt), doubts.map(plain).join(', ')].filter(Boolean).join(': '),
  },
  { head: say.waits, cell: ({ created_at }) => time(created_at) },
  { head: say.due, cell: ({ due_at }) => time(due_at) },
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
