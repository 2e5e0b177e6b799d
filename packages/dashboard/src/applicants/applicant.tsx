import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, Failure, pathOf } from '../api.ts';
import { columnsOf } from '../checks/columns.tsx';
import { History } from '../history.tsx';
import { Loading, PageError, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import type { Applicant } from '../types.ts';
import { Chip, FullId } from '../value-display.tsx';
import { plain, time, words } from '../words.ts';
import { Actions } from './actions.tsx';
import { ApplicantFacts } from './applicant-facts.tsx';
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
  if (error && !gone) return <PageError error={error} again={() => refetch()} />;
  if (!data && !gone) return <Loading />;
  return (
    <>
      <Title
        text={data && !gone ? `${say.title} · ${data.name}` : say.title}
        within={<Link to={`${pathOf(place)}/applicants` as '/'}>{words.applicants.title}</Link>}
      >
        <Actions path={path} gone={gone} />
      </Title>
      <p className="meta">
        <FullId id={id} />
      </p>
      {gone || !data ? <p>{say.gone}</p> : <ApplicantDetails of={data} />}
    </>
  );
}

function ApplicantDetails({ of }: { of: Applicant }) {
  const place = usePlace();
  const { applicant: say } = words;
  const linked = (page: 'applicants' | 'checks' | 'workflow-runs', id: string, text: ReactNode) => (
    <Link to={`${pathOf(place)}/${page}/${id}` as '/'}>{text}</Link>
  );
  const parts = [
    [say.consents, of.consents],
    [say.uploads, of.media],
    [say.checks, of.checks],
    [say.related, of.related],
    [say.runs, of.workflow_runs],
    [say.mails, of.mails],
    [say.messages, of.messages],
    [say.monitors, of.monitors],
  ] as const;
  const empty = parts.filter(([, list]) => list.length === 0).map(([title]) => title);
  return (
    <div className="applicant">
      <Part title={say.data}>
        <ApplicantFacts of={of.data} />
      </Part>
      <Part title={say.consents} none={of.consents.length === 0}>
        <ul className="plain">
          {of.consents.map(({ name, granted, granted_at }) => (
            <li key={name}>
              {plain(name)}: {granted ? `${say.granted}, ${time(granted_at)}` : say.refused}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={say.uploads} none={of.media.length === 0} wide>
        <Uploads uploads={of.media} />
      </Part>
      <Part title={say.checks} none={of.checks.length === 0} wide>
        <Table label={say.checks} rows={of.checks} keyOf={({ id }) => id} columns={columnsOf(place, true)} />
      </Part>
      <Part title={say.related} none={of.related.length === 0}>
        <ul className="plain">
          {of.related.map(({ id, name, document, face }) => (
            <li key={id}>
              {linked('applicants', id, name)} {document && <Chip value="consider">{say.document}</Chip>}{' '}
              {face !== null && (
                <Chip value="consider">
                  {say.face} {Math.round(face * 100) / 100}
                </Chip>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={say.runs} none={of.workflow_runs.length === 0}>
        <ul className="plain">
          {of.workflow_runs.map((run) => (
            <li key={run.id}>
              {linked('workflow-runs', run.id, run.workflow_name)} <Chip value={run.status} />{' '}
              <span className="quiet">{time(run.created_at)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={say.mails} none={of.mails.length === 0}>
        <ul className="plain">
          {of.mails.map(({ id, check_id, to, subject, state, created_at }) => (
            <li key={id}>
              {check_id === null ? subject : linked('checks', check_id, subject)} {to} <Chip value={state} />{' '}
              <span className="quiet">{time(created_at)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={say.messages} none={of.messages.length === 0}>
        <ul className="plain">
          {of.messages.map(({ id, to, state, created_at }) => (
            <li key={id}>
              {to} <Chip value={state} /> <span className="quiet">{time(created_at)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={say.monitors} none={of.monitors.length === 0}>
        <ul className="plain">
          {of.monitors.map(({ id, report_name, created_at, deleted_at }) => (
            <li key={id}>
              {plain(report_name)} {say.since} {time(created_at)}
              {deleted_at && `, ${say.until} ${time(deleted_at)}`}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={say.history} wide>
        <History of={of.history} />
      </Part>
      {empty.length > 0 && (
        <p className="quiet wide">
          {say.nothingOf}: {empty.join(', ')}
        </p>
      )}
    </div>
  );
}

/** A part of the page; empty parts are named in one line below. */
const Part = ({
  title,
  none = false,
  wide = false,
  children,
}: {
  title: string;
  none?: boolean;
  wide?: boolean;
  children: ReactNode;
}) =>
  none ? null : (
    <section className={wide ? 'panel wide' : 'panel'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
