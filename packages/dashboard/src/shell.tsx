import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Action, ask, type Environment, type Place, pathOf, type Session } from './api.ts';
import type { Answers } from './api-types.ts';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import { useConnection } from './connection.ts';
import { Icon, icons, Mark } from './icons.tsx';
import { openKeys } from './keys.ts';
import { entryOf, navigationFor } from './navigation.ts';
import { PageKeys } from './page-keys.tsx';
import { CenteredCard, ErrorPanel, Loading } from './page-layout.tsx';
import { type PagePath, pageAt, pages } from './pages.ts';
import { PaletteOpener } from './palette/opener.tsx';
import { useUnreadMentions } from './people/unread-mentions.ts';
import { held } from './review/held.ts';
import { HeldDecisions } from './review/held-decisions.tsx';
import { usePlace, useSession } from './session.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { useUpdateState, useUpdates } from './updates.ts';
import { words } from './words.ts';

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
    queryFn: () => ask<Answers['GET /find/{kind}/{id}']>('GET', `/find/${kind}/${encodeURIComponent(id)}`),
    enabled: session.data !== undefined,
  });
  useEffect(() => {
    if (data) void navigate({ href: `${pathOf(data)}/${page}/${id}`, replace: true });
  }, [data, id, page, navigate]);
  return <Waiting error={error} />;
}

const environments: readonly Environment[] = ['live', 'sandbox'];

/** Page of the navigation that an address belongs to. Undefined for an address outside of the navigation, such as `/me`. */
function entryAt(pathname: string, place: Place): PagePath | undefined {
  const path = pageAt(pathname.slice(pathOf(place).length));
  return path && entryOf(path);
}

/** Returns whether an address is the page of a report, where the navigation is narrow, even while the next report loads. */
const isReview = (pathname: string): boolean => /\/reports\/[^/]+$/.test(pathname);

/** The pages that the member may open, in groups. */
function Pages({ may, place, close }: { may: readonly Action[]; place: Place; close: () => void }) {
  const active = entryAt(useLocation().pathname, place);
  return (
    <nav id="pages" aria-label={words.pages}>
      {navigationFor(may).map(({ title, entries }) => (
        <section key={title} className="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {entries.map(({ path, label, icon }) => (
            <Link
              key={path}
              to={(pathOf(place) + path) as '/'}
              // By prefix, the router would mark the page of developers while the request log is open.
              activeOptions={{ exact: true }}
              activeProps={{}}
              className={path === active ? 'entry active' : 'entry'}
              aria-current={path === active ? 'page' : undefined}
              title={label}
              onClick={close}
            >
              <Icon strokes={icon} />
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

/** Signs the member out. Decisions that can still be undone belong to the member who leaves: they are sent first. */
function useSignOut(stopUpdates: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await held.sendAll();
      stopUpdates();
      return ask('DELETE', '/session');
    },
    onSuccess: () => {
      queries.clear();
      return navigate({ href: '/sign-in' });
    },
  });
}

/** The page's environment, and the other. An object of one environment is not in the other: its list opens. */
function EnvironmentSwitch({ place }: { place: Place }) {
  const list = entryAt(useLocation().pathname, place) ?? '/queue';
  return (
    <nav aria-label={words.environment} className="switch">
      {environments.map((environment) => (
        <Link
          key={environment}
          to={(pathOf({ ...place, environment }) + list) as '/'}
          aria-current={environment === place.environment ? 'true' : undefined}
        >
          {words[environment]}
        </Link>
      ))}
    </nav>
  );
}

/** The account of the page; a choice for a member of several. */
function AccountChoice({ accounts, place }: { accounts: Session['accounts']; place: Place }) {
  const navigate = useNavigate();
  if (accounts.length < 2) return <p className="account">{accounts.find(({ id }) => id === place.account)?.name}</p>;
  return (
    <select
      aria-label={words.account}
      value={place.account}
      onChange={(event) => navigate({ href: `${pathOf({ ...place, account: event.currentTarget.value })}/queue` })}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The page of mentions, with the number of those that the member has not read. */
function MentionsEntry({ place, close }: { place: Place; close: () => void }) {
  const unread = useUnreadMentions(place, true);
  return (
    <Link
      to="/accounts/$account/$environment/mentions"
      params={place}
      activeProps={{ className: 'active' }}
      className="entry"
      title={words.mentions.title}
      onClick={close}
    >
      <Icon strokes={icons.mention} />
      <span>{words.mentions.title}</span>
      {unread > 0 && (
        <>
          <b className="unread" aria-hidden="true">
            {unread}
          </b>
          <span className="unseen">{words.mentions.unreadCount(unread)}</span>
        </>
      )}
    </Link>
  );
}

/** Mentions, shortcuts, the member's own page, and the way out. */
const OwnEntries = ({
  name,
  place,
  mentions,
  close,
  signOut,
}: {
  name: string;
  /** True for members who see cases, and so the notes that mention them. */
  mentions: boolean;
  place: Place;
  close: () => void;
  signOut: () => void;
}) => (
  <div className="own">
    {mentions && <MentionsEntry place={place} close={close} />}
    <button type="button" className="entry" title={words.keys.title} onClick={openKeys}>
      <Icon strokes={icons.keys} />
      <span>{words.keys.title}</span> <kbd>?</kbd>
    </button>
    <Link
      to="/accounts/$account/$environment/me"
      params={place}
      activeProps={{ className: 'active' }}
      className="entry"
      title={name}
      onClick={close}
    >
      <Icon strokes={pages['/applicants'].navigation.icon} />
      <span>{name}</span>
    </Link>
    <button type="button" className="entry" title={words.signIn.out} onClick={signOut}>
      <Icon strokes={icons.out} />
      <span>{words.signIn.out}</span>
    </button>
  </div>
);

/** Lines above a page: that nothing in the sandbox is real, and that the connection or the stream of updates is lost. */
function StatusLines({ environment }: { environment: Environment }) {
  const updates = useUpdateState();
  const { online, waiting } = useConnection();
  return (
    <>
      {environment === 'sandbox' && (
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
    </>
  );
}

/** Frame of every page of an account: its name, the environment as word, colour and border, and the way out. */
export function Shell() {
  const place = usePlace();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const { data: session, error } = useSession();
  const stopUpdates = useUpdates(place, session !== undefined && !error);
  const signOut = useSignOut(stopUpdates);
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
        <EnvironmentSwitch place={place} />
        <PaletteOpener place={place} session={session} may={may} signOut={() => signOut.mutate()} />
        <button type="button" className="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon strokes={icons.menu} /> {words.navigation.menu}
        </button>
        <div className="drawer">
          <AccountChoice accounts={session.accounts} place={place} />
          <Pages may={may} place={place} close={close} />
          <OwnEntries
            name={session.member.name}
            place={place}
            mentions={may.includes('data.see')}
            close={close}
            signOut={() => signOut.mutate()}
          />
        </div>
      </header>
      <div className="page">
        <StatusLines environment={place.environment} />
        <main id="content">{blocked ? <SecondFactorFirst place={place} /> : <Outlet />}</main>
        {!isReview(pathname) && <HeldDecisions />}
      </div>
      <ConfirmIdentityDialog />
      <SignInAgain />
      <PageKeys place={place} may={may} />
    </div>
  );
}
