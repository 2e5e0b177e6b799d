import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers, Workflow } from '../api-types.ts';
import { Choice, choicesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty } from '../table.tsx';
import type { ListedRun } from '../types.ts';
import { Chip, Id, When } from '../value-display.tsx';
import { listing, VirtualTable } from '../virtual-table.tsx';
import { words } from '../words.ts';
import { Graph } from './graph.tsx';

type Runs = Answers['GET /accounts/{account}/{environment}/workflow_runs'];

type Workflows = Answers['GET /accounts/{account}/{environment}/workflows'];

/** The built-in workflow, with which a new one begins. */
const SAMPLE = '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70';

const statuses = [
  ...['processing', 'awaiting_input', 'awaiting_client_input', 'approved', 'declined', 'review', 'abandoned', 'error'],
];

/** The workflows of the deployment as graphs, and their runs in the account; the chosen status is part of the address. */
export default function WorkflowsPage() {
  const place = usePlace();
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', place.account, place.environment],
    queryFn: () => ask<Workflows>('GET', `${pathOf(place)}/workflows`),
  });
  const { workflows: say } = words;
  return (
    <>
      <Title text={say.title}>
        {may('workflow.publish') && (
          <Link className="button" to={`${pathOf(place)}/workflows/${SAMPLE}` as '/'} search={{ new: true } as never}>
            {words.builder.newWorkflow}
          </Link>
        )}
      </Title>
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      <div className="workflow-page">
        <section aria-label={say.title}>
          {data?.workflows.map((workflow) => (
            <Versions key={workflow.id} of={workflow} />
          ))}
        </section>
        <section aria-labelledby="runs">
          <h2 id="runs">{say.runs}</h2>
          <p className="quiet">{say.versions}</p>
          <RunList />
        </section>
      </div>
    </>
  );
}

/** A workflow in the version that is chosen; the newest at first. */
function Versions({ of }: { of: Workflows['workflows'][number] }) {
  const place = usePlace();
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
        {say.version} {workflow.version} · {say.abandoned} {workflow.abandon_after_days} · <Id id={workflow.id} />
      </p>
      <p>
        <Link to={`${pathOf(place)}/workflows/${workflow.id}` as '/'} search={{ version: workflow.version } as never}>
          {words.builder.open}
        </Link>
      </p>
      <Graph workflow={workflow} />
    </section>
  );
}

/** The status of a run, with the cause of waiting if the status does not show it. */
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
          any={words.any}
          chosen={status}
          options={choicesOf(statuses)}
          change={(chosen) => void navigate({ to: '.', search: chosen ? { status: chosen } : {} } as never)}
        />
      </div>
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
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
                    <Id id={id} />
                  </Link>
                ) : (
                  <Id id={id} />
                ),
            },
            { head: say.workflow, cell: (run) => `${run.workflow_name}, ${run.workflow_version_id}` },
            { head: say.status, cell: (run) => <RunStatus of={run} /> },
            { head: say.created, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: say.updated, look: 'short', cell: ({ updated_at }) => <When at={updated_at} /> },
          ]}
        />
      )}
    </>
  );
}
