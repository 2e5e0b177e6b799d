import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from './api.ts';
import { FirstSteps } from './first-steps.tsx';
import { Choice } from './form-fields.tsx';
import { useKeys } from './keys.ts';
import { ErrorPanel, Loading, Title } from './page-layout.tsx';
import { AskedReportsTable } from './review/asked-reports.tsx';
import { Recorded } from './review/dual-control.tsx';
import { held, useHeld } from './review/held.ts';
import { SelectionBar, SelectionDialogs, useSelection } from './review/selection.tsx';
import { useTagNames } from './review/tags.tsx';
import { RUNS, runPath, useWaitingRuns, WaitingRunsTable } from './review/waiting-runs.tsx';
import { type ListView, useListView } from './saved-views/use-list-view.ts';
import { ViewBar } from './saved-views/view-bar.tsx';
import { useMay, usePlace } from './session.ts';
import { Empty } from './table.tsx';
import type { Queue, Waiting } from './types.ts';
import { useLookEvery } from './updates.ts';
import { Chip } from './value-display.tsx';
import { queueColumns, WaitingTable } from './waiting-table.tsx';
import { plain, span, words } from './words.ts';

/** Interval in milliseconds at which the list polls for new reports while no updates arrive. */
const LOOK_MS = 15_000;

/** Filter and order of the queue in the address; `waited` is in minutes. */
const filterNames = ['report', 'doubt', 'waited', 'assigned', 'tag', 'order'] as const;

type QueueFilter = Partial<Record<(typeof filterNames)[number], string>>;

/** Minutes that the filter by age offers. */
const AGES = [60, 240, 1_440, 10_080];

/** The open view and the hidden columns in the address, so that a member comes back to them. */
function useViewInAddress(): Readonly<Record<string, string>> {
  const { view, hide } = useSearch({ strict: false }) as Record<string, unknown>;
  const isView = typeof view === 'string' && /^(all|[0-9a-f-]{36})$/.test(view);
  return { ...(isView && { view }), ...(typeof hide === 'string' && { hide }) };
}

function useQueueFilter(): QueueFilter {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const given = filterNames.filter((name) => search[name] !== undefined && search[name] !== '');
  return Object.fromEntries(given.map((name) => [name, String(search[name])]));
}

/** Applicant whose reports the member decides one after the other; undefined for the reports of the queue. */
function useApplicantFilter(): string | undefined {
  const { applicant } = useSearch({ strict: false }) as Record<string, unknown>;
  return typeof applicant === 'string' && applicant !== '' ? applicant : undefined;
}

/**
 * Claims the first report of the queue, or of the applicant that the address names, and opens it. Where none is left, opens the queue or
 * the page of the applicant.
 * @param of applicant; default: the applicant that the address names
 */
export function useTakeNext(of?: string) {
  const place = usePlace();
  const navigate = useNavigate();
  const filter = useQueueFilter();
  const named = useApplicantFilter();
  const applicant = of ?? named;
  const view = useViewInAddress();
  const query = new URLSearchParams({ ...filter, ...view, ...(applicant && { applicant }) }).toString();
  const search = query && `?${query}`;
  const { waited, ...same } = filter;
  const end = applicant ? `applicants/${applicant}` : `queue${search}`;
  return useMutation({
    mutationFn: () =>
      ask<Waiting | undefined>('POST', `${pathOf(place)}/queue/take`, {
        ...same,
        ...(waited && { waited: Number(waited) }),
        ...(applicant && { applicant }),
        except: held.all().map(({ report }) => report),
      }),
    onSuccess: (next) => navigate({ href: `${pathOf(place)}/${next ? `reports/${next.id}${search}` : end}` }),
  });
}

const noKeys = [] as const;

/** Reports that wait for a person, in the order that the address names. */
export default function QueuePage() {
  const place = usePlace();
  const may = useMay();
  const take = useTakeNext();
  const view = useListView('queue', filterNames);
  const filter: QueueFilter = view.filter;
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
  const selection = useSelection(rows);
  const selects = may('report.decide') && rows.length > 0;
  const narrowed = filterNames.some((name) => name !== 'order' && filter[name] !== undefined);
  return (
    <>
      <Title text={say.title}>
        {first && first.second_looks > 0 && (
          <Link to="/accounts/$account/$environment/second-looks" params={place}>
            {words.secondLooks.waiting(first.second_looks)}
          </Link>
        )}
        {first && <Chip value="count">{String(total + runs.total)}</Chip>}
        {may('report.decide') && (
          <button type="button" className="main" disabled={!takes} onClick={takeFirst}>
            {rows.length === 0 && runs.rows.length > 0 ? say.next : say.take} <kbd>T</kbd>
          </button>
        )}
      </Title>
      <Recorded />
      {first && (total + runs.total > 0 || narrowed || view.views.length > 0) && (
        <ViewBar of={view} columns={queueColumns()} />
      )}
      {first && (total + runs.total > 0 || narrowed) && <Filters view={view} queue={first} runs={runs.total} />}
      {take.error && <ErrorPanel error={take.error} />}
      {queue.isPending && <Loading />}
      {queue.error && <ErrorPanel error={queue.error} again={() => queue.refetch()} />}
      {empty && !narrowed && first.first_steps && <FirstSteps demo={first.first_steps.demo} />}
      {empty && (narrowed || !first.first_steps) && (
        <Empty title={narrowed ? say.noneFits : say.empty} hint={narrowed ? say.noneFitsHint : say.emptyHint} />
      )}
      <WaitingRunsTable of={runs} />
      {runs.rows.length > 0 && rows.length > 0 && <h2 className="next">{say.reports}</h2>}
      {selects && <SelectionBar selection={selection} />}
      {rows.length > 0 && (
        <WaitingTable label={say.title} rows={rows} selection={selects ? selection : undefined} hidden={view.hidden} />
      )}
      {queue.hasNextPage && (
        <button type="button" disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
          {say.more}
        </button>
      )}
      {!narrowed && <AskedReportsTable />}
      <SelectionDialogs selection={selection} />
    </>
  );
}

const { queue: say } = words;

/** Narrows and orders the queue by the address of the page, so that a view can be sent to a colleague. */
function Filters({ view, queue, runs }: { view: ListView; queue: Queue; runs: number }) {
  const filter: QueueFilter = view.filter;
  const may = useMay();
  const tagNames = useTagNames(may('data.see'));
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = view.filter;
    view.show({ filter: value ? { ...others, [name]: value } : others });
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
    ...(tagNames.length > 0 || filter.tag
      ? [{ name: 'tag', label: say.tag, any: say.anyTag, options: tagNames.map((tag) => [tag, tag] as const) } as const]
      : []),
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
