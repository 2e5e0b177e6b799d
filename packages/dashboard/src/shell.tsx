import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Account, ask, type Environment, Failure, type Place, pathOf, type Session } from './api.ts';
import { navigation } from './navigation.ts';
import { Loading, Trouble } from './parts.tsx';
import { ProofDialog } from './proof.tsx';
import { useLookEvery, useUpdateState, useUpdates } from './updates.ts';
import { words } from './words.ts';

/** The account and environment that the address of the page names. */
export const usePlace = (): Place => useParams({ strict: false }) as Place;

/**
 * Milliseconds after which a page asks whether its member is still signed in, with the same role, while the service does not
 * say so.
 */
const LOOK_MS = 30_000;

/** Who is signed in; without a session the page of sign-in opens and leads back here. */
export function useSession() {
  const navigate = useNavigate();
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => ask<Session>('GET', '/session'),
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

/** What stands where a session is asked for and isn't there yet. */
function Waiting({ error, children }: { error: unknown; children?: ReactNode }) {
  return <main className="narrow">{error ? <Trouble error={error} /> : (children ?? <Loading />)}</main>;
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

/** The page of the navigation that an address is on, or the queue: an object of one environment is not in the other. */
function listOf(pathname: string): string {
  const page = /\/accounts\/[^/]+\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return navigation.some((entry) => entry.page === page) ? (page as string) : 'queue';
}

/** The pages that the member may open. On a phone they open from a button. */
function Pages({ account, place }: { account: Account; place: Place }) {
  const [open, setOpen] = useState(false);
  const may = [...account.may[place.environment], ...account.may.account];
  return (
    <nav id="pages" aria-label={words.pages} className={open ? 'open' : ''}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.pages}
      </button>
      {navigation
        .filter(({ needs }) => may.includes(needs))
        .map(({ page, label }) => (
          <Link
            key={page}
            to={`${pathOf(place)}/${page}` as '/'}
            // The request log is below the developers' pages, and has an entry of its own.
            activeOptions={{ exact: page === 'developers' }}
            activeProps={{ className: 'active' }}
            onClick={() => setOpen(false)}
          >
            {label}
          </Link>
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

/** What every page of an account has: its name, the environment as word, colour and border, and the way out. */
export function Shell() {
  const place = usePlace();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: session, error } = useSession();
  const stopUpdates = useUpdates(place, session !== undefined && !error);
  const updates = useUpdateState();
  const out = useMutation({
    mutationFn: () => {
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
  // The page of the own account stays open: there a second factor is set up.
  const blocked = account?.second_factor_needed && !pathname.endsWith('/me');
  return (
    <div className={`shell ${place.environment}`}>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <header>
        <strong>{words.product}</strong>
        <select
          aria-label={words.account}
          value={place.account}
          onChange={(event) => navigate({ href: `${pathOf({ ...place, account: event.currentTarget.value })}/queue` })}
        >
          {session.accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
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
        <Link to="/accounts/$account/$environment/me" params={place} className="who">
          {session.member.name}
        </Link>
        <button type="button" onClick={() => out.mutate()}>
          {words.signIn.out}
        </button>
      </header>
      {updates === 'lost' && (
        <p className="lost" role="status">
          {words.updatesLost}
        </p>
      )}
      {account && <Pages account={account} place={place} />}
      <main id="content">{blocked ? <SecondFactorFirst place={place} /> : <Outlet />}</main>
      <ProofDialog />
    </div>
  );
}
