import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import { useLookEvery } from '../updates.ts';
import { Id, When } from '../value-display.tsx';
import { words } from '../words.ts';

type WaitingRuns = Answers['GET /accounts/{account}/{environment}/queue/workflow_runs'];

/** The name by which the filter of reports narrows the queue to runs. */
export const RUNS = 'workflow_run';

/** Milliseconds after which the list looks for runs that came meanwhile, while the service does not say so. */
const LOOK_MS = 15_000;

/** Runs that wait for a member, as the address of the queue narrows them: a run has no doubt, and is not a report. */
export function useWaitingRuns({ report, doubt, waited }: Partial<Record<'report' | 'doubt' | 'waited', string>>) {
  const place = usePlace();
  const list = useInfiniteQuery({
    queryKey: ['queue', place.account, place.environment, 'runs', waited],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(waited && { waited }), ...(pageParam && { cursor: pageParam }) });
      return ask<WaitingRuns>('GET', `${pathOf(place)}/queue/workflow_runs?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const fits = doubt === undefined && (report === undefined || report === RUNS);
  const pages = list.data?.pages ?? [];
  return { list, total: pages[0]?.total ?? 0, rows: fits ? pages.flatMap((page) => page.workflow_runs) : [] };
}

/** Path of the page of a run, with the form that answers it. */
export const runPath = (place: Parameters<typeof pathOf>[0], id: string): string =>
  `${pathOf(place)}/workflow-runs/${id}`;

/** The runs, those that are due first. */
export function WaitingRunsTable({ of: { list, rows } }: { of: ReturnType<typeof useWaitingRuns> }) {
  const place = usePlace();
  const may = useMay();
  const { queue: say } = words;
  if (list.error) return <ErrorPanel error={list.error} again={() => list.refetch()} />;
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{say.runs}</h2>
      <Table
        label={say.runs}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: say.run,
            cell: ({ id, workflow_name }) =>
              may('data.see') ? (
                <Link to="/accounts/$account/$environment/workflow-runs/$id" params={{ ...place, id }}>
                  {workflow_name}
                </Link>
              ) : (
                workflow_name
              ),
          },
          {
            head: say.applicant,
            cell: ({ applicant_name, applicant_id }) => applicant_name ?? <Id id={applicant_id} />,
          },
          { head: say.doubt, cell: () => words.workflows.review },
          { head: say.waits, look: 'short', cell: ({ waits_since }) => <When at={waits_since} /> },
          { head: say.due, look: 'short', cell: ({ due_at }) => <When at={due_at} /> },
        ]}
      />
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say.moreRuns}
        </button>
      )}
    </>
  );
}
