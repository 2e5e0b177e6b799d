import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { type Column, Empty, Table } from '../table.tsx';
import { Id, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { ActorName } from './actor-name.tsx';
import { type Anchor, AnchorsDialog } from './audit-anchors.tsx';
import { type AuditFilter, Filters } from './audit-filters.tsx';

const { audit: say } = words;

type Entry = Answers['GET /accounts/{account}/audit']['entries'][number];

type Entries = Answers['GET /accounts/{account}/audit'];

type Verdict = Answers['GET /accounts/{account}/audit/verify'];

/** The beginning of a day of the reader, as the interface takes it. */
const startOf = (day: string, plusDays = 0): string => {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + plusDays);
  return date.toISOString();
};

/** The query of the interface for a filter. `until` is a whole day. */
function queryOf({ member, token, action, object, since, until }: AuditFilter, cursor: number | null): string {
  const query = new URLSearchParams();
  const actor = token ? `token:${token}` : member ? `member:${member}` : undefined;
  if (actor) query.set('actor', actor);
  if (action) query.set('action', action);
  if (object) query.set('object', object);
  if (since) query.set('since', startOf(since));
  if (until) query.set('until', startOf(until, 1));
  if (cursor !== null) query.set('cursor', String(cursor));
  return query.toString();
}

/** Path of each log in the interface. */
const paths = { account: 'audit', deployment: 'deployment_audit' } as const;

type Chain = keyof typeof paths;

/**
 * The audit log of an account, or the log of events that belong to no account. The address of the page holds the choice and the
 * filter.
 */
export default function AuditPage() {
  const may = useMay();
  const { chain = 'account' } = useSearch({ strict: false }) as { chain?: Chain };
  const shown = chain === 'deployment' && may('deployment.audit') ? chain : 'account';
  return <Log key={shown} chain={shown} />;
}

function Log({ chain }: { chain: Chain }) {
  const { account } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const [comparing, compare] = useState(false);
  const { chain: _, ...filter } = useSearch({ strict: false }) as AuditFilter & { chain?: Chain };
  const base = `/accounts/${account}/${paths[chain]}`;
  const verify = useMutation({
    mutationFn: (anchors: readonly Anchor[]) => ask<Verdict>('POST', `${base}/verify`, { anchors }),
    onSuccess: () => compare(false),
  });
  const actions = useQuery({
    queryKey: ['audit-actions'],
    queryFn: () => ask<Answers['GET /accounts/{account}/audit/actions']>('GET', `/accounts/${account}/audit/actions`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Title text={say.title}>
        {may('audit.export') && <Exports base={base} />}
        {may('audit.see') && (
          <>
            <button type="button" onClick={() => compare(true)}>
              {say.compare}
            </button>
            <button type="button" className="main" disabled={verify.isPending} onClick={() => verify.mutate([])}>
              {say.verify}
            </button>
          </>
        )}
      </Title>
      {may('deployment.audit') && <ChainTabs chain={chain} />}
      {chain === 'deployment' && <p className="quiet">{say.deploymentHint}</p>}
      {!may('audit.see') && <p className="quiet">{say.own}</p>}
      {comparing && (
        <AnchorsDialog
          chain={chain === 'account' ? account : chain}
          busy={verify.isPending}
          compare={(anchors) => verify.mutate(anchors)}
          close={() => compare(false)}
        />
      )}
      {verify.error && <ErrorPanel error={verify.error} />}
      {verify.data && <VerdictLine verdict={verify.data} />}
      <Filters
        key={JSON.stringify(filter)}
        filter={filter}
        actions={actions.data?.actions ?? []}
        all={may('audit.see')}
        apply={(given) =>
          void navigate({ to: '.', search: chain === 'deployment' ? { chain, ...given } : given } as never)
        }
      />
      <EntryList base={base} filter={filter} />
    </>
  );
}

const Exports = ({ base }: { base: string }) =>
  (['jsonl', 'csv'] as const).map((format) => (
    <a key={format} className="button" href={`/dashboard/api${base}/export?format=${format}`} download>
      {say.exportAs} {format === 'csv' ? 'CSV' : 'JSON Lines'}
    </a>
  ));

/** The log of the account, and the log of events that belong to no account. */
function ChainTabs({ chain }: { chain: Chain }) {
  const place = usePlace();
  return (
    <nav className="tabs" aria-label={say.title}>
      {(Object.keys(paths) as Chain[]).map((one) => (
        <Link
          key={one}
          to="/accounts/$account/$environment/audit"
          params={place}
          search={(one === 'account' ? {} : { chain: one }) as never}
          // Otherwise the router marks the log of the account too: its address is a part of every other.
          activeOptions={{ exact: true }}
          aria-current={one === chain ? 'page' : undefined}
        >
          {say.chains[one]}
        </Link>
      ))}
    </nav>
  );
}

/** The entries of a log that fit the filter, newest first, page by page. */
function EntryList({ base, filter }: { base: string; filter: AuditFilter }) {
  const list = useInfiniteQuery({
    queryKey: ['audit', base, filter],
    queryFn: ({ pageParam }) => ask<Entries>('GET', `${base}?${queryOf(filter, pageParam)}`),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && entries.length === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {entries.length > 0 && (
        <Table label={say.title} rows={entries} keyOf={({ number }) => number} columns={columns} />
      )}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.older}
        </button>
      )}
    </>
  );
}

const columns: readonly Column<Entry>[] = [
  { head: say.number, look: 'short', cell: ({ number }) => number },
  { head: say.at, look: 'short', cell: ({ at }) => <When at={at} /> },
  {
    head: say.actor,
    cell: ({ actor, address }) => (
      <span className="lines">
        <ActorName actor={actor} /> {address && <small className="quiet">{address}</small>}
      </span>
    ),
  },
  { head: say.action, look: 'short', cell: ({ action }) => plain(action) },
  {
    head: say.object,
    cell: ({ object, environment }) => (
      <span className="lines">
        <span>
          {plain(object.type)} {environment && <small className="quiet">{environment}</small>}
        </span>
        <Id id={object.id} />
      </span>
    ),
  },
  { head: say.details, cell: ({ details }) => <Details details={details} /> },
];

function Details({ details }: { details: Entry['details'] }) {
  const named = Object.entries(details);
  if (named.length === 0) return <>–</>;
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return <span className="details">{named.map(([name, value]) => `${plain(name)}: ${text(value)}`).join(', ')}</span>;
}

const VerdictLine = ({ verdict: { entries, broken } }: { verdict: Verdict }) =>
  broken ? (
    <p className="error" role="alert">
      {say.number} {broken.number} {say.broken}: {plain(broken.reason)}.
    </p>
  ) : (
    <p className="done" role="status">
      {entries} {say.whole}
    </p>
  );
