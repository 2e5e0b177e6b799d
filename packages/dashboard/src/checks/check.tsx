import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, download, pathOf } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import { type Fact, FactsList } from '../facts-list.tsx';
import { RevealingPageError } from '../hidden-decision/page-error.tsx';
import { History } from '../history.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import type { Check } from '../types.ts';
import { Chip, FullId, When } from '../value-display.tsx';
import { plain, stateText, words } from '../words.ts';
import { Leaves, notableFirst, Tree } from './breakdown.tsx';

/** One check: its reports with their findings, the member's actions, and its history in order of time. */
export default function CheckPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const path = `${pathOf(place)}/checks/${id}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['check', place, id],
    queryFn: () => ask<Check>('GET', path),
    // Each request is an opening in the audit log.
    refetchOnWindowFocus: false,
  });
  if (error) return <RevealingPageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const { check: say } = words;
  const applicant = (
    <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id: data.applicant_id }}>
      {data.applicant_name ?? data.applicant_id}
    </Link>
  );
  const facts: readonly Fact[] = [
    [say.applicant, applicant],
    [say.created, <When key="created" at={data.created_at} />],
    [say.completed, <When key="completed" at={data.completed_at} />],
    ...(data.tags.length > 0 ? [[words.checks.tags, data.tags.join(', ')] as const] : []),
    [say.id, <FullId key="id" id={data.id} />],
  ];
  return (
    <>
      <Title
        text={`${say.title} · ${data.applicant_name ?? data.applicant_id}`}
        within={<Link to={`${pathOf(place)}/checks` as '/'}>{words.checks.title}</Link>}
      >
        <Chip value={data.result ?? data.status} />
        <Changes check={data} path={path} />
      </Title>
      <div className="with-aside">
        <section aria-label={say.reports}>
          {notableFirst(data.reports).map((report) => (
            <section key={report.id} className="card" aria-label={plain(report.name)}>
              <h2>
                <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report.id }}>
                  {plain(report.name)}
                </Link>{' '}
                <Chip value={report.result ?? report.status}>
                  {stateText(report.result ?? report.status, data.status)}
                </Chip>
              </h2>
              <Found check={data} id={report.id} />
            </section>
          ))}
          <details className="raw">
            <summary>{say.raw}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too */}
            <pre tabIndex={0}>{JSON.stringify(data.raw, null, 2)}</pre>
          </details>
        </section>
        <aside>
          <section className="panel" aria-label={say.facts}>
            <FactsList of={facts} />
          </section>
          <section className="panel">
            <h2>{say.history}</h2>
            <History of={data.history} />
          </section>
        </aside>
      </div>
    </>
  );
}

/** The breakdown of a report, or the findings for its leaves while it has none. */
function Found({ check, id }: { check: Check; id: string }) {
  const breakdown = check.details.find((detail) => detail.id === id)?.breakdown ?? {};
  const leaves = check.leaves[id] ?? {};
  // Beside a report that needs a look, points without a finding are folded.
  const open = check.reports.every(({ result }) => result === 'clear');
  if (Object.keys(breakdown).length > 0) return <Tree of={breakdown} leaves={leaves} open={open} />;
  if (Object.keys(leaves).length > 0) return <Leaves leaves={leaves} open={open} />;
  return <p className="quiet">{words.check.noBreakdown}</p>;
}

/** Changes that the page asks about first. */
const ASKED = ['withdraw', 'reopen'] as const;
const isAsked = (name: string): name is (typeof ASKED)[number] => (ASKED as readonly string[]).includes(name);

/** Buttons for the changes that the state of a check and the role of the member allow. */
function Changes({ check, path }: { check: Check; path: string }) {
  const may = useMay();
  const place = usePlace();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<(typeof ASKED)[number]>();
  const change = useMutation({
    mutationFn: (name: string) => ask<Check>('POST', `${path}/${name}`),
    onSuccess: (changed) => queries.setQueryData(['check', place, check.id], changed),
    onSettled: () => setAsked(undefined),
  });
  const pdf = useMutation({ mutationFn: () => download(`${path}/pdf`) });
  const { check: say } = words;
  const error = change.error ?? pdf.error;
  return (
    <>
      {check.status === 'awaiting_applicant' && may('verification.start') && (
        <Link className="button" to={`${pathOf(place)}/check-links/${check.id}` as '/'}>
          {words.start.link}
        </Link>
      )}
      {may('check.change') &&
        check.changes.map((name) => (
          <button
            key={name}
            type="button"
            disabled={change.isPending}
            onClick={() => (isAsked(name) ? setAsked(name) : change.mutate(name))}
          >
            {say[name]}
          </button>
        ))}
      {may('data.export') && (
        <button type="button" className="main" disabled={pdf.isPending} onClick={() => pdf.mutate()}>
          {say.pdf}
        </button>
      )}
      {asked && (
        <Dialog title={say[asked]} close={() => setAsked(undefined)}>
          <p>{asked === 'withdraw' ? say.sure : say.sureReopen}</p>
          <div className="buttons">
            <button type="button" className="main danger" onClick={() => change.mutate(asked)}>
              {say[asked]}
            </button>
            <button type="button" onClick={() => setAsked(undefined)}>
              {words.cancel}
            </button>
          </div>
        </Dialog>
      )}
      {error && <ErrorPanel error={error} />}
    </>
  );
}
