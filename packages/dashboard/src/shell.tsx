import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ask, type Environment, Failure, type Place, pathOf, type Session } from './api.ts';
import { useConnection } from './connection.ts';
import { Icon, Mark } from './icons.tsx';
import { openKeys, PageKeys } from './keys.tsx';
import { navigation, navigationFor } from './navigation.ts';
import { CenteredCard, ErrorPanel, Loading } from './parts.tsx';
import { ProofDialog } from './proof.tsx';
import { held } from './review/held.ts';
import { HeldDecisions } from './review/held-decisions.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useLookEvery, useUpdateState, useUpdates } from './updates.ts';
import { words } from './words.ts';

/** The account and environment that the address of the page names. */
export const usePlace = (): Place => useParams({ strict: false }) as Place;

/**
 * Milliseconds after which a page asks whether its member is still signed in, with the same role, while the service does not
 * say so.
 */
const LOOK_MS = 30_000;

/** The signed-in member; without a session the page of sign-in opens and leads back here. */
export function useSession() {
  const navigate = useNavigate();
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => ask<Session>('GET', '/session'),
    // Parts of a page that open one after the other take the same answer.
    staleTime: LOOK_MS,
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const signedOut = session.error instanceof Failure && session.error.status === 401;
  useEffect(() => {
    if (!signedOut) return;
    const here = location.pathname.replace(/^\/dashboard/, '') + location.search;
    void navigate({ href: `/sign-in?back=${encodeURIComponent(here || '/')}`, replace: true });
  }, [signedOut, navigate]);
  return session;
}

/** Placeholder while the session is loading. */
function Waiting({ error, children }: { error: unknown; children?: ReactNode }) {
  return <CenteredCard>{error ? <ErrorPanel error={error} /> : (children ?? <Loading />)}</CenteredCard>;
}

/** The first page of a member: the queue of their first account. */
export function Home() {
  const { data, error } = useSession();
  const navigate = useNavigate();
  const account = data?.accounts[0]?.id;
  useEffect(() => {
    if (account) void navigate({ href: `${pathOf({ account, environment: 'live' })}/queue`, replace: true });
  }, [account, navigate]);
  return <Waiting error={error}>{data && !account ? <p>{words.nobody}</p> : undefined}</Waiting>;
}

/** Finds account and environment of an object whose address names neither, such as a `results_uri`. */
export function Found({ kind, page }: { kind: 'checks' | 'workflow_runs'; page: string }) {
  const session = useSession();
  const { id } = useParams({ strict: false }) as { id: string };
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['find', kind, id],
    queryFn: () => ask<Place>('GET', `/find/${kind}/${encodeURIComponent(id)}`),
    enabled: session.data !== undefined,
  });
  useEffect(() => {
    if (data) void navigate({ href: `${pathOf(data)}/${page}/${id}`, replace: true });
  }, [data, id, page, navigate]);
  return <Waiting error={error} />;
}

const environments: readonly Environment[] = ['live', 'sandbox'];

const pages = navigation.flatMap(({ entries }) => entries.map(({ page }): string => page));

/** The page of the navigation that an address is on, or the queue: an object of one environment is not in the other. */
function listOf(pathname: string): string {
  const page = /\/accounts\/[^/]+\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return page !== undefined && pages.includes(page) ? page : 'queue';
}

/** Returns whether an address is the page of a report, where the navigation is narrow, even while the next report loads. */
const isReview = (pathname: string): boolean => /\/reports\/[^/]+$/.test(pathname);

/** Pages of one object, with the page of the navigation that they belong to. */
const objects: Readonly<Record<string, string>> = { reports: 'queue', 'workflow-runs': 'workflows' };

/** The pages that the member may open, in groups. */
function Pages({ may, place, close }: { may: readonly string[]; place: Place; close: () => void }) {
  const { pathname } = useLocation();
  const below = pathname.slice(pathOf(place).length + 1);
  const within = objects[below.split('/')[0] as string];
  return (
    <nav id="pages" aria-label={words.pages}>
      {navigationFor(may).map(({ title, entries }) => (
        <section key={title} className="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {entries.map(({ page, label }) => (
            <Link
              key={page}
              to={`${pathOf(place)}/${page}` as '/'}
              // The request log is below the developers' pages, and has an entry of its own.
              activeOptions={{ exact: page === 'developers' }}
              activeProps={{ className: 'active' }}
              className={page === within ? 'entry active' : 'entry'}
              title={label}
              onClick={close}
            >
              <Icon name={page} />
              <span>{label}</span>
            </Link>
          ))}
        </section>
      ))}
    </nav>
  );
}

const SecondFactorFirst = ({ place }: { place: Place }) => (
  <p>
    {words.secondFactor}{' '}
    <Link to="/accounts/$account/$environment/me" params={place}>
      {words.me.setUp}
    </Link>
  </p>
);

/** Frame of every page of an account: its name, the environment as word, colour and border, and the way out. */
export function Shell() {
  const place = usePlace();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { data: session, error } = useSession();
  const stopUpdates = useUpdates(place, session !== undefined && !error);
  const updates = useUpdateState();
  const { online, waiting } = useConnection();
  const out = useMutation({
    mutationFn: async () => {
      // Decisions that can still be undone belong to the member who leaves.
      await held.sendAll();
      stopUpdates();
      return ask('DELETE', '/session');
    },
    onSuccess: () => {
      queries.clear();
      return navigate({ href: '/sign-in' });
    },
  });
  if (!session) return <Waiting error={error} />;
  const account = session.accounts.find(({ id }) => id === place.account);
  // The page of the member's own account stays open: there a second factor is set up.
  const blocked = account?.second_factor_needed && !pathname.endsWith('/me');
  const may = account ? [...account.may[place.environment], ...account.may.account] : [];
  const close = () => setOpen(false);
  return (
    <div className={`shell ${place.environment}${isReview(pathname) ? ' reviewing' : ''}`}>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <header className={open ? 'open' : ''}>
        <p className="brand">
          <Mark /> <strong>{words.product}</strong>
        </p>
        <nav aria-label={words.environment} className="switch">
          {environments.map((environment) => (
            <Link
              key={environment}
              to={`${pathOf({ ...place, environment })}/${listOf(pathname)}` as '/'}
              aria-current={environment === place.environment ? 'true' : undefined}
            >
              {words[environment]}
            </Link>
          ))}
        </nav>
        <button type="button" className="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="menu" /> {words.navigation.menu}
        </button>
        <div className="drawer">
          {session.accounts.length > 1 ? (
            <select
              aria-label={words.account}
              value={place.account}
              onChange={(event) =>
                navigate({ href: `${pathOf({ ...place, account: event.currentTarget.value })}/queue` })
              }
            >
              {session.accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            <p className="account">{account?.name}</p>
          )}
          <Pages may={may} place={place} close={close} />
          <div className="own">
            <button type="button" className="entry" title={words.keys.title} onClick={openKeys}>
              <Icon name="keys" />
              <span>{words.keys.title}</span> <kbd>?</kbd>
            </button>
            <Link
              to="/accounts/$account/$environment/me"
              params={place}
              activeProps={{ className: 'active' }}
              className="entry"
              title={session.member.name}
              onClick={close}
            >
              <Icon name="applicants" />
              <span>{session.member.name}</span>
            </Link>
            <button type="button" className="entry" title={words.signIn.out} onClick={() => out.mutate()}>
              <Icon name="out" />
              <span>{words.signIn.out}</span>
            </button>
          </div>
        </div>
      </header>
      <div className="page">
        {place.environment === 'sandbox' && (
          <section className="where" aria-label={words.environment}>
            <strong>{words.sandbox}</strong> {words.navigation.sandboxHint}
          </section>
        )}
        {!online && (
          <p className="lost" role="status">
            <strong>{words.offline}</strong> {words.offlineHint} {waiting > 0 && words.offlineWaiting(waiting)}
          </p>
        )}
        {online && updates === 'lost' && (
          <p className="lost" role="status">
            {words.updatesLost}
          </p>
        )}
        <main id="content">{blocked ? <SecondFactorFirst place={place} /> : <Outlet />}</main>
        {!isReview(pathname) && <HeldDecisions />}
      </div>
      <ProofDialog />
      <SignInAgain />
      <PageKeys place={place} may={may} />
    </div>
  );
}
