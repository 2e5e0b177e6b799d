import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, pathOf } from './api.ts';
import type { States } from './api-types.ts';
import { type Fact, FactsList } from './facts-list.tsx';
import { RevealingPageError } from './hidden-decision/page-error.tsx';
import { History } from './history.tsx';
import { Loading, Title } from './page-layout.tsx';
import type { StatesKind } from './pages.ts';
import { usePlace } from './session.ts';
import { Table } from './table.tsx';
import { Chip, FullId, Id, When } from './value-display.tsx';
import { plain, words } from './words.ts';

const pageOf = { check: 'checks', report: 'reports', workflow_run: 'workflow-runs' } as const;
const titleOf = {
  checks: words.check.title,
  reports: words.states.report,
  applicants: words.applicant.title,
} as const;

/** One object for a role that sees no personal data: its states, times and history. */
export default function StatesPage({ kind }: { kind: StatesKind }) {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['states', place.account, place.environment, kind, id],
    queryFn: () => ask<States>('GET', `${pathOf(place)}/${kind}/${id}/states`),
  });
  if (error) return <RevealingPageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const { states: say } = words;
  const list = kind === 'reports' ? 'queue' : kind;
  const linked = (page: string, to: string, text: ReactNode) => (
    <Link to={`${pathOf(place)}/${page}/${to}` as '/'}>{text}</Link>
  );
  const facts: readonly Fact[] = [
    ...(data.check_id
      ? [[words.check.title, linked('checks', data.check_id, <Id id={data.check_id} />)] as const]
      : []),
    ...(kind === 'applicants'
      ? []
      : [[words.applicant.title, linked('applicants', data.applicant_id, <Id id={data.applicant_id} />)] as const]),
    [words.applicants.created, <When key="created" at={data.created_at} exact />],
    ...(kind === 'applicants'
      ? []
      : [[words.check.completed, <When key="completed" at={data.completed_at} exact />] as const]),
    [words.check.id, <FullId key="id" id={data.id} />],
  ];
  return (
    <>
      <Title
        text={`${data.name ? plain(data.name) : titleOf[kind]} · ${data.id.slice(0, 8)}`}
        within={
          <Link to={`${pathOf(place)}/${list}` as '/'}>{list === 'queue' ? words.queue.title : words[list].title}</Link>
        }
      >
        {data.status && <Chip value={data.result ?? data.status} />}
      </Title>
      <p className="quiet">{say.hint}</p>
      <section className="panel" aria-label={words.check.facts}>
        <FactsList of={facts} />
      </section>
      {data.parts.length > 0 && (
        <Table
          label={say.parts}
          rows={data.parts}
          keyOf={(part) => part.id}
          columns={[
            {
              head: say.part,
              cell: (part) =>
                linked(pageOf[part.kind], part.id, plain(part.kind === 'report' ? (part.name ?? '') : part.kind)),
            },
            { head: words.checks.status, cell: ({ status }) => <Chip value={status} /> },
            { head: words.checks.result, cell: ({ result }) => (result ? <Chip value={result} /> : '–') },
            { head: words.applicants.created, look: 'short', cell: (part) => <When at={part.created_at} /> },
            { head: words.check.completed, look: 'short', cell: (part) => <When at={part.completed_at} /> },
          ]}
        />
      )}
      <section className="panel history-panel">
        <h2>{words.check.history}</h2>
        <History of={data.history} />
      </section>
    </>
  );
}
