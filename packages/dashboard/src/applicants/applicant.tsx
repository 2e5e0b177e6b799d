import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, Failure, pathOf } from '../api.ts';
import { columnsOf } from '../checks/columns.tsx';
import { RevealingPageError } from '../hidden-decision/page-error.tsx';
import { History } from '../history.tsx';
import { BlockButton } from '../lists/block-values.tsx';
import { Loading, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import type { Applicant } from '../types.ts';
import { Chip, FullId } from '../value-display.tsx';
import { plain, time, words } from '../words.ts';
import { Actions } from './actions.tsx';
import { ApplicantFacts } from './applicant-facts.tsx';
import { CasePanel } from './case.tsx';
import { RelatedPeople } from './related-people.tsx';
import { Uploads } from './uploads.tsx';

/** ApplicantDetails about one applicant. */
export default function ApplicantPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const path = `${pathOf(place)}/applicants/${id}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['applicant', place.account, place.environment, id],
    queryFn: () => ask<Applicant>('GET', path),
    // Each request is an opening in the audit log.
    refetchOnWindowFocus: false,
  });
  const { applicant: say } = words;
  const gone = error instanceof Failure && error.type === 'gone';
  if (error && !gone) return <RevealingPageError error={error} again={() => refetch()} />;
  if (!data && !gone) return <Loading />;
  return (
    <>
      <Title
        text={data && !gone ? `${say.title} · ${data.name}` : say.title}
        within={<Link to={`${pathOf(place)}/applicants` as '/'}>{words.applicants.title}</Link>}
      >
        {data && !gone && <BlockApplicant of={data} />}
        <Actions path={path} gone={gone} />
      </Title>
      <p className="meta">
        <FullId id={id} />
      </p>
      {gone || !data ? <p>{say.gone}</p> : <ApplicantDetails of={data} />}
    </>
  );
}

/** Adds values of the applicant to the blocklist, by the report that has most of them: the newest one of a document, else the newest. */
function BlockApplicant({ of }: { of: Applicant }) {
  const place = usePlace();
  const reports = of.checks.flatMap((check) => check.reports);
  const report = reports.find(({ name }) => name === 'document') ?? reports[0];
  return report ? <BlockButton report={report.id} place={place} /> : null;
}

/** A part of the page. Parts without an entry are named in one line below. */
interface Part {
  readonly title: string;
  /** Number of entries. */
  readonly size: number;
  readonly wide?: boolean;
  readonly content: ReactNode;
}

/** Everything that is stored of an applicant, part by part. */
function ApplicantDetails({ of }: { of: Applicant }) {
  const place = usePlace();
  const { applicant: say } = words;
  const parts: readonly Part[] = [
    { title: say.data, size: 1, content: <ApplicantFacts of={of.data} /> },
    { title: say.consents, size: of.consents.length, content: <Consents of={of.consents} /> },
    { title: say.uploads, size: of.media.length, wide: true, content: <Uploads uploads={of.media} /> },
    {
      title: say.checks,
      size: of.checks.length,
      wide: true,
      content: <Table label={say.checks} rows={of.checks} keyOf={({ id }) => id} columns={columnsOf(place, true)} />,
    },
    { title: say.related, size: of.related.length, wide: true, content: <RelatedPeople key={of.id} of={of} /> },
    { title: say.runs, size: of.workflow_runs.length, content: <Runs of={of.workflow_runs} /> },
    { title: say.mails, size: of.mails.length, content: <Mails of={of.mails} /> },
    { title: say.messages, size: of.messages.length, content: <Messages of={of.messages} /> },
    { title: say.monitors, size: of.monitors.length, content: <Monitors of={of.monitors} /> },
    { title: say.history, size: 1, wide: true, content: <History of={of.history} /> },
  ];
  const empty = parts.filter(({ size }) => size === 0);
  return (
    <div className="applicant">
      <CasePanel id={of.id} of={of.case} />
      {parts.map(
        ({ title, size, wide, content }) =>
          size > 0 && (
            <section key={title} className={wide ? 'panel wide' : 'panel'}>
              <h2>{title}</h2>
              {content}
            </section>
          ),
      )}
      {empty.length > 0 && (
        <p className="quiet wide">
          {say.nothingOf}: {empty.map(({ title }) => title).join(', ')}
        </p>
      )}
    </div>
  );
}

/** A link to another page of the environment. */
function PageLink({
  page,
  id,
  children,
}: {
  page: 'applicants' | 'checks' | 'workflow-runs';
  id: string;
  children: string;
}) {
  return <Link to={`${pathOf(usePlace())}/${page}/${id}` as '/'}>{children}</Link>;
}

const Consents = ({ of }: { of: Applicant['consents'] }) => (
  <ul className="plain">
    {of.map(({ name, granted, granted_at }) => (
      <li key={name}>
        {plain(name)}: {granted ? `${words.applicant.granted}, ${time(granted_at)}` : words.applicant.refused}
      </li>
    ))}
  </ul>
);

const Runs = ({ of }: { of: Applicant['workflow_runs'] }) => (
  <ul className="plain">
    {of.map(({ id, workflow_name, status, created_at }) => (
      <li key={id}>
        <PageLink page="workflow-runs" id={id}>
          {workflow_name}
        </PageLink>{' '}
        <Chip value={status} /> <span className="quiet">{time(created_at)}</span>
      </li>
    ))}
  </ul>
);

const Mails = ({ of }: { of: Applicant['mails'] }) => (
  <ul className="plain">
    {of.map(({ id, check_id, to, subject, state, created_at }) => (
      <li key={id}>
        {check_id === null ? (
          subject
        ) : (
          <PageLink page="checks" id={check_id}>
            {subject}
          </PageLink>
        )}{' '}
        {to} <Chip value={state} /> <span className="quiet">{time(created_at)}</span>
      </li>
    ))}
  </ul>
);

const Messages = ({ of }: { of: Applicant['messages'] }) => (
  <ul className="plain">
    {of.map(({ id, to, state, created_at }) => (
      <li key={id}>
        {to} <Chip value={state} /> <span className="quiet">{time(created_at)}</span>
      </li>
    ))}
  </ul>
);

const Monitors = ({ of }: { of: Applicant['monitors'] }) => (
  <ul className="plain">
    {of.map(({ id, report_name, created_at, deleted_at }) => (
      <li key={id}>
        {plain(report_name)} {words.applicant.since} {time(created_at)}
        {deleted_at && `, ${words.applicant.until} ${time(deleted_at)}`}
      </li>
    ))}
  </ul>
);
