import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import { RevealingPageError } from '../hidden-decision/page-error.tsx';
import { Loading, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import type { Run } from '../types.ts';
import { Chip, FullId, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { Graph } from './graph.tsx';
import { ManualReview } from './manual-review.tsx';

/** One run of a workflow: its current step, its tasks with their input, and its outcome. */
export default function RunPage() {
  const place = usePlace();
  const may = useMay();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow-run', place.account, place.environment, id],
    queryFn: () => ask<Run>('GET', `${pathOf(place)}/workflow_runs/${id}`),
    // Each request is an opening in the audit log.
    refetchOnWindowFocus: false,
  });
  if (error) return <RevealingPageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const { workflows: say } = words;
  const done = data.tasks.filter(({ completed_at }) => completed_at !== null).map((task) => task.task_def_id);
  const open = data.tasks.filter(({ completed_at }) => completed_at === null).map((task) => task.task_def_id);
  return (
    <>
      <Title
        text={`${say.run} · ${data.workflow_name}`}
        within={<Link to={`${pathOf(place)}/workflows` as '/'}>{say.title}</Link>}
      >
        <Chip value={data.status} />
      </Title>
      <p className="meta">
        <span>
          {say.version} {data.workflow_version_id}
        </span>
        <span>
          {say.created} <When at={data.created_at} />
        </span>
        <span>
          {say.updated} <When at={data.updated_at} />
        </span>
        <FullId id={data.id} />
      </p>
      <p>
        <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id: data.applicant_id }}>
          {say.applicant}
        </Link>
        {data.check_id && (
          <>
            {' · '}
            <Link to="/accounts/$account/$environment/checks/$id" params={{ ...place, id: data.check_id }}>
              {words.check.title}
            </Link>
          </>
        )}
        {may('verification.start') && data.status === 'awaiting_input' && (
          <>
            {' · '}
            <Link to={`${pathOf(place)}/run-links/${id}` as '/'}>{words.start.link}</Link>
          </>
        )}
        {may('report.decide') && (
          <>
            {' · '}
            <Link to="/accounts/$account/$environment/queue" params={place}>
              {words.queue.title}
            </Link>
          </>
        )}
      </p>
      {data.error && <p className="error">{data.error.message}</p>}
      {data.reasons.length > 0 && (
        <p>
          {say.reasons}: {data.reasons.join(', ')}
        </p>
      )}
      {may('report.decide') &&
        data.tasks
          .filter((task) => task.completed_by === 'member' && task.completed_at === null && !ended(data))
          .map(({ id: task }) => (
            <ManualReview key={task} run={id} task={task} input={data.data[task]?.input} done={() => refetch()} />
          ))}
      <div className="run">
        <section className="panel" aria-label={say.workflow}>
          <Graph workflow={data.workflow} at={{ done, open }} />
        </section>
        <section aria-label={say.tasks}>
          <h2>{say.tasks}</h2>
          <Table
            label={say.tasks}
            rows={data.tasks}
            keyOf={(task) => task.id}
            columns={[
              { head: say.task, cell: (task) => plain(task.task_def_id) },
              { head: say.completedBy, cell: (task) => say.by[task.completed_by] },
              { head: say.created, look: 'short', cell: (task) => <When at={task.created_at} /> },
              { head: say.completed, look: 'short', cell: (task) => <When at={task.completed_at} /> },
              { head: say.input, cell: (task) => <Json of={data.data[task.id]?.input} /> },
              { head: say.output, cell: (task) => <Json of={data.data[task.id]?.output} /> },
            ]}
          />
          <h2 className="next">{say.output}</h2>
          <Json of={data.output} />
        </section>
      </div>
    </>
  );
}

/** Returns whether a run has no open question any more. */
const ended = ({ status, waits_for_member }: Run) =>
  ['approved', 'declined', 'abandoned', 'error'].includes(status) || (status === 'review' && !waits_for_member);

/** A value as JSON that opens on demand; a dash for nothing. */
function Json({ of }: { of: unknown }) {
  const empty = of === null || of === undefined || (typeof of === 'object' && Object.keys(of).length === 0);
  if (empty) return <>–</>;
  return (
    <details>
      <summary>{words.workflows.open}</summary>
      <pre>{JSON.stringify(of, null, 2)}</pre>
    </details>
  );
}
