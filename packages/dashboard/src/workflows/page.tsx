import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, pathOf } from '../api.ts';
import { Choice } from '../checks/filters.tsx';
import { Chip, Loading, Trouble } from '../parts.tsx';
import { useMay } from '../people/names.tsx';
import { usePlace } from '../shell.tsx';
import { Empty } from '../table.tsx';
import type { ListedRun } from '../types.ts';
import { listing, VirtualTable } from '../virtual-table.tsx';
import { time, words } from '../words.ts';
import { Graph, type Workflow } from './graph.tsx';

interface Runs {
  readonly workflow_runs: readonly ListedRun[];
  readonly next: string | null;
}

/** A workflow with the versions before it. */
interface Listed extends Workflow {
  readonly earlier: readonly Workflow[];
}

const statuses = [
  ...['processing', 'awaiting_input', 'awaiting_client_input', 'approved', 'declined', 'review', 'abandoned', 'error'],
];

/** The workflows of the deployment as graphs, and their runs in the account; the chosen status is part of the address. */
export default function WorkflowsPage() {
  const place = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', place.account],
    queryFn: () => ask<{ workflows: readonly Listed[] }>('GET', `${pathOf(place)}/workflows`),
  });
  const { workflows: say } = words;
  return (
    <>
      <div className="title">
        <h1>{say.title}</h1>
      </div>
      {error && <Trouble error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      <div className="workflows">
        {data?.workflows.map((workflow) => (
          <Versions key={workflow.id} of={workflow} />
        ))}
      </div>
      <h2 className="next">{say.runs}</h2>
      <p className="quiet">{say.versions}</p>
      <RunList />
    </>
  );
}

/** A workflow in the version that is chosen; the newest at first. */
function Versions({ of }: { of: Listed }) {
  const [chosen, choose] = useState(of.version);
  const all: readonly Workflow[] = [of, ...of.earlier];
  const workflow = all.find(({ version }) => version === chosen) ?? of;
  const { workflows: say } = words;
  return (
    <section className="panel" aria-label={of.name}>
      <h2>{workflow.name}</h2>
      {all.length > 1 && (
        <div className="buttons">
          {all.map(({ version }) => (
            <button
              key={version}
              type="button"
              aria-pressed={version === workflow.version}
              onClick={() => choose(version)}
            >
              {say.version} {version}
            </button>
          ))}
        </div>
      )}
      <p className="quiet">
        {say.version} {workflow.version} · {say.abandoned} {workflow.abandon_after_days} · <code>{workflow.id}</code>
      </p>
      <Graph workflow={workflow} />
    </section>
  );
}

/** The status of a run, with what it waits for where that isn't said by it. */
const RunStatus = ({ of: { status, waits_for_member } }: { of: ListedRun }) => (
  <>
    <Chip value={status} />
    {waits_for_member && <span className="quiet"> {words.workflows.waits}</span>}
  </>
);

function RunList() {
  const place = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const { status = '' } = useSearch({ strict: false }) as { status?: string };
  const list = useInfiniteQuery({
    queryKey: ['workflow-runs', place.account, place.environment, status],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        limit: '100',
        ...(status && { status }),
        ...(pageParam && { cursor: pageParam }),
      });
      return ask<Runs>('GET', `${pathOf(place)}/workflow_runs?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...listing,
  });
  const rows = list.data?.pages.flatMap(({ workflow_runs }) => workflow_runs) ?? [];
  const { workflows: say } = words;
  return (
    <>
      <div className="filters">
        <Choice
          label={say.status}
          name="status"
          chosen={status}
          options={statuses}
          change={(chosen) => void navigate({ to: '.', search: chosen ? { status: chosen } : {} } as never)}
        />
      </div>
      {list.isPending && <Loading />}
      {list.error && <Trouble error={list.error} again={() => list.refetch()} />}
      {list.data && rows.length === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {list.data && (
        <VirtualTable
          label={say.runs}
          rows={rows}
          keyOf={({ id }) => id}
          pages={list}
          columns={[
            {
              head: say.run,
              cell: ({ id }) =>
                may('data.see') ? (
                  <Link to="/accounts/$account/$environment/workflow-runs/$id" params={{ ...place, id }}>
                    <code>{id}</code>
                  </Link>
                ) : (
                  <code>{id}</code>
                ),
            },
            { head: say.workflow, cell: (run) => `${run.workflow_name}, ${run.workflow_version_id}` },
            { head: say.status, cell: (run) => <RunStatus of={run} /> },
            { head: say.created, cell: ({ created_at }) => time(created_at) },
            { head: say.updated, cell: ({ updated_at }) => time(updated_at) },
          ]}
        />
      )}
    </>
  );
}
