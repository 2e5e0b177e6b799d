import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, download, pathOf } from '../api.ts';
import { Chip, Dialog, Loading, Trouble } from '../parts.tsx';
import { useMay } from '../people/names.tsx';
import { usePlace } from '../shell.tsx';
import type { Check } from '../types.ts';
import { plain, time, words } from '../words.ts';
import { Leaves, Tree } from './breakdown.tsx';

/** One check: its reports with what was found, what a member can do with it, and what happened in order of time. */
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
  if (error) return <Trouble error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const { check: say } = words;
  return (
    <>
      <div className="title">
        <h1>
          {say.title} · {data.applicant_name ?? data.applicant_id}
        </h1>
        <Chip value={data.result ?? data.status} />
        <Changes check={data} path={path} />
      </div>
      <p className="quiet">
        {say.created} {time(data.created_at)} · {say.completed} {time(data.completed_at)} · <code>{data.id}</code>
      </p>
      <p>
        {say.applicant}{' '}
        <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id: data.applicant_id }}>
          {data.applicant_name ?? data.applicant_id}
        </Link>
        {data.tags.length > 0 && ` · ${data.tags.join(', ')}`}
      </p>
      <h2>{say.reports}</h2>
      {data.reports.map((report) => (
        <section key={report.id} className="card" aria-label={plain(report.name)}>
          <h3>
            <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report.id }}>
              {plain(report.name)}
            </Link>{' '}
            <Chip value={report.result ?? report.status} />
          </h3>
          <Found check={data} id={report.id} />
        </section>
      ))}
      <h2>{say.history}</h2>
      <History of={data.history} />
      <details>
        <summary>{say.raw}</summary>
        <pre>{JSON.stringify(data.raw, null, 2)}</pre>
      </details>
    </>
  );
}

/** The breakdown of a report, or what was found for its leaves while it has none. */
function Found({ check, id }: { check: Check; id: string }) {
  const breakdown = check.details.find((detail) => detail.id === id)?.breakdown ?? {};
  const leaves = check.leaves[id] ?? {};
  if (Object.keys(breakdown).length > 0) return <Tree of={breakdown} leaves={leaves} />;
  if (Object.keys(leaves).length > 0) return <Leaves leaves={leaves} />;
  return <p className="quiet">{words.check.noBreakdown}</p>;
}

/** What happened, in order of time. */
const History = ({ of }: { of: Check['history'] }) => (
  <ol className="history">
    {of.map(({ at, kind, what, status, by_name, note }, index) => (
      // Entries are only ever added, at the end.
      // biome-ignore lint/suspicious/noArrayIndexKey: two openings of one second differ by nothing else
      <li key={index}>
        <time dateTime={at}>{time(at)}</time> <span className="quiet">{words.check.kinds[kind]}</span>{' '}
        {kind === 'audit' ? plain(what) : what} {status && <Chip value={status} />}
        {by_name && ` ${words.check.by} ${by_name}`}
        {note && <q>{note}</q>}
      </li>
    ))}
  </ol>
);

/** The buttons of what the state of a check and the role of the member allow. */
function Changes({ check, path }: { check: Check; path: string }) {
  const may = useMay();
  const place = usePlace();
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const change = useMutation({
    mutationFn: (name: string) => ask<Check>('POST', `${path}/${name}`),
    onSuccess: (changed) => queries.setQueryData(['check', place, check.id], changed),
    onSettled: () => setAsked(false),
  });
  const pdf = useMutation({ mutationFn: () => download(`${path}/pdf`) });
  const { check: say } = words;
  const error = change.error ?? pdf.error;
  return (
    <>
      {may('check.change') &&
        check.changes.map((name) => (
          <button
            key={name}
            type="button"
            disabled={change.isPending}
            onClick={() => (name === 'withdraw' ? setAsked(true) : change.mutate(name))}
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
        <Dialog title={say.withdraw} close={() => setAsked(false)}>
          <p>{say.sure}</p>
          <div className="buttons">
            <button type="button" className="main" onClick={() => change.mutate('withdraw')}>
              {say.withdraw}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {words.cancel}
            </button>
          </div>
        </Dialog>
      )}
      {error && <Trouble error={error} />}
    </>
  );
}
