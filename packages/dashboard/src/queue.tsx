import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from './api.ts';
import { Due } from './due.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Choice } from './form-fields.tsx';
import { useKeys } from './keys.ts';
import { ErrorPanel, Loading, Title } from './page-layout.tsx';
import { AskedReportsTable } from './review/asked-reports.tsx';
import { nameOf } from './review/doubts.ts';
import { Recorded } from './review/dual-control.tsx';
import { held, useHeld } from './review/held.ts';
import { RUNS, runPath, useWaitingRuns, WaitingRunsTable } from './review/waiting-runs.tsx';
import { useMay, usePlace } from './session.ts';
import { type Column, Empty, Table } from './table.tsx';
import type { Queue, Waiting } from './types.ts';
import { useLookEvery } from './updates.ts';
import { Chip, Id, When } from './value-display.tsx';
import { plain, span, words } from './words.ts';

/** Interval in milliseconds at which the list polls for new reports while no updates arrive. */
const LOOK_MS = 15_000;

/** Filter and order of the queue in the address; `waited` is in minutes. */
const filterNames = ['report', 'doubt', 'waited', 'assigned', 'order'] as const;

type QueueFilter = Partial<Record<(typeof filterNames)[number], string>>;

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
        except: held.all().map(({ report }) => report),
      }),
    onSuccess: (next) => navigate({ href: `${pathOf(place)}/${next ? `reports/${next.id}` : 'queue'}${search}` }),
  });
}

const noKeys = [] as const;

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
  // What this tab has decided waits for nobody, unless it is undone.
  const decided = useHeld().filter(({ state }) => state !== 'failed');
  const listed = queue.data?.pages.flatMap(({ reports }) => reports) ?? [];
  const rows = listed.filter(({ id }) => !decided.some(({ report }) => report === id));
  const total = (first?.total ?? 0) - (listed.length - rows.length);
  const empty = first !== undefined && rows.length === 0 && !runs.list.isPending && runs.rows.length === 0;
  const takes = may('report.decide') && !take.isPending && rows.length + runs.rows.length > 0;
  const takeFirst = () => (rows.length > 0 ? take.mutate() : openRun());
  useKeys(may('report.decide') ? say.keyHelp : noKeys, ({ key }) => {
    if (key !== 't' || !takes) return false;
    takeFirst();
    return true;
  });
  const narrowed = filterNames.some((name) => name !== 'order' && filter[name] !== undefined);
  return (
    <>
      <Title text={say.title}>
        {first && <Chip value="count">{String(total + runs.total)}</Chip>}
        {may('report.decide') && (
          <button type="button" className="main" disabled={!takes} onClick={takeFirst}>
            {rows.length === 0 && runs.rows.length > 0 ? say.next : say.take} <kbd>T</kbd>
          </button>
        )}
      </Title>
      <Recorded />
      {first && (total + runs.total > 0 || narrowed) && <Filters filter={filter} queue={first} runs={runs.total} />}
      {take.error && <ErrorPanel error={take.error} />}
      {queue.isPending && <Loading />}
      {queue.error && <ErrorPanel error={queue.error} again={() => queue.refetch()} />}
      {empty && !narrowed && first.first_steps && <FirstSteps demo={first.first_steps.demo} />}
      {empty && (narrowed || !first.first_steps) && (
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
      {!narrowed && <AskedReportsTable />}
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
    {
      name: 'assigned',
      label: say.assigned,
      any: say.anyone,
      options: [
        ['me', `${say.mine} (${queue.mine})`] as const,
        ['nobody', `${say.nobody} (${queue.unassigned})`] as const,
      ],
    },
    { name: 'order', label: say.order, any: say.byDue, options: [['oldest', say.oldest] as const] },
  ] as const;
  return (
    <div className="filters">
      {choices.map(({ name, label, any, options }) => (
        <Choice
          key={name}
          label={label}
          name={name}
          any={any}
          chosen={filter[name]}
          options={options}
          change={(value) => choose(name, value)}
        />
      ))}
    </div>
  );
}

/** Doubts that a row names; the title has all. */
const NAMED = 2;

/** The first doubts by the last part of their path, and how many there are beside them. */
function shortly(doubts: readonly string[]): string {
  const names = [...new Set(doubts.map(nameOf))];
  const more = names.length > NAMED ? [say.more_(names.length - NAMED)] : [];
  return [...names.slice(0, NAMED), ...more].join(', ');
}

const columns: readonly Column<Waiting>[] = [
  { head: say.report, cell: (report) => <ReportLink report={report} /> },
  { head: say.applicant, cell: ({ applicant_name, applicant_id }) => applicant_name ?? <Id id={applicant_id} /> },
  {
    head: say.doubt,
    cell: ({ doubt, doubts }) => (
      <span title={doubts.map(plain).join(', ')}>
        <b>{say.doubts[doubt] ?? plain(doubt)}</b> <span className="quiet">{shortly(doubts)}</span>
      </span>
    ),
  },
  { head: say.waits, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
  { head: say.due, look: 'short', cell: ({ due_at }) => <Due at={due_at} /> },
  { head: say.at, cell: (report) => <Reviewer report={report} /> },
];

/** The member to whom a report is assigned, and the member who is working on it. */
function Reviewer({ report: { assigned_to, claimed_by, yours } }: { report: Waiting }) {
  if (yours) return say.yours;
  const other = claimed_by && claimed_by.id !== assigned_to?.id ? claimed_by : null;
  return (
    <>
      {assigned_to?.name ?? (other ? null : '–')}
      {other && (
        <>
          {assigned_to && <br />}
          {other.name} <span className="quiet">{say.working}</span>
        </>
      )}
    </>
  );
}

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
