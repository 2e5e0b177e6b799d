import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, problem } from '../../base/errors.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import type { Account } from '../../context/account.ts';
import { Ctx } from '../../context/ctx.ts';
import {
  type Environment,
  type MemberAction,
  sharedActions,
  type Verdict,
  verdictOn,
} from '../../context/permissions.ts';
import { memberPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { isAdminOfAll } from '../../members/admins.ts';
import { roleIn } from '../../members/people.ts';
import { findSession, hasSecondFactor, type MemberSession, provedUntil } from '../../members/sessions.ts';
import { environments } from '../common/schemas.ts';
import { sessionSecret } from './cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Access to a route of the dashboard: `anyone`, each member who is `signed_in`, or members whose role permits the action in
     * the account, and environment, of the path. A route without it is refused.
     */
    member?: MemberAction | 'anyone' | 'signed_in';
    /** A request to it is no use of the session. */
    unattended?: true;
  }
  interface FastifyRequest {
    /** The member who is signed in; set by the gate of the dashboard. */
    signedIn: MemberSession;
    /** The account of the path, and what the member is there. */
    place: Place;
  }
}

/** Place of a request in the dashboard. */
interface Place {
  readonly account: Account;
  readonly role: MemberRole;
  /** Null for routes of the account itself. */
  readonly environment: Environment | null;
  /** Returns whether the role currently permits an action that the answer depends on. */
  may(action: MemberAction): boolean;
  /** Refuses what needs more than the action of the route. Throws `not_permitted`, and `proof_needed`. */
  require(action: MemberAction): void;
}

/** Header that scripts of the dashboard's own pages send with each change: pages of other sites can't without asking first. */
const OWN_HEADER = 'x-bonafide-dashboard';

/** Header that scripts send while the page is unattended: a page that polls does not keep its session from ending. */
const UNATTENDED_HEADER = 'x-bonafide-unattended';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Lets requests into the routes of `instance` that a member may make. The only place that judges them. */
export function admitMembers(instance: FastifyInstance, services: Services): void {
  async function signedIn(request: FastifyRequest): Promise<MemberSession> {
    const secret = sessionSecret(request);
    const unattended = request.routeOptions.config.unattended ?? request.headers[UNATTENDED_HEADER] === '1';
    const session = secret === undefined ? undefined : await findSession(services, secret, { unattended });
    if (!session) throw problem('sign_in_needed');
    return session;
  }

  async function enter(request: FastifyRequest, session: MemberSession, action: MemberAction) {
    const { member, proved_at } = session;
    const { account: accountId, environment = null } = request.params as { account: string; environment?: string };
    if (environment !== null && !environments.includes(environment as Environment)) {
      throw notFound('Environment', environment);
    }
    const role = await roleIn(services, accountId, member.id);
    const account = role && (await services.accounts.find(accountId));
    // Members of one account must not learn which other accounts exist.
    if (!account) throw notFound('Account', accountId);
    if (account.settings.second_factor && !hasSecondFactor(session)) throw problem('second_factor_needed');
    const proved = provedUntil({ proved_at }) > services.clock.now();
    const about = { role, environment: environment as Environment | null, settings: account.settings };
    const verdictOf = (other: MemberAction) => verdictOn(other, { ...about, proved });
    const verdict = verdictOf(action);
    if (verdict === 'refused') throw problem('not_permitted');
    if (sharedActions.has(action) && !(await isAdminOfAll(services, member.id))) {
      const message = 'All accounts share this. It is open only to administrators of all accounts';
      throw problem('not_permitted', { message });
    }
    admit(verdict);
    request.principal = memberPrincipal({ id: member.id, role }, account.id, request.ip);
    request.place = {
      account,
      role,
      environment: about.environment,
      may: (other) => verdictOf(other) === 'permitted',
      require: (other) => admit(verdictOf(other)),
    } satisfies Place;
  }

  instance.decorateRequest('principal');
  instance.decorateRequest('signedIn');
  instance.decorateRequest('place');
  instance.addHook('onRequest', async (request) => {
    const action = request.routeOptions.config.member;
    if (!READS.has(request.method)) refuseOtherSites(request);
    if (action === 'anyone') return;
    request.signedIn = await signedIn(request);
    if (action === 'signed_in') return;
    if (action === undefined) throw problem('not_permitted');
    await enter(request, request.signedIn, action);
  });
}

/** Throws `not_permitted`, and `proof_needed` where a proof is all that is missing. */
function admit(verdict: Verdict): void {
  if (verdict === 'refused') throw problem('not_permitted');
  if (verdict === 'proof_needed') throw problem('proof_needed');
}

/** Throws `not_permitted` for a change that no page of this service asks for. */
function refuseOtherSites({ headers, host, protocol }: FastifyRequest): void {
  const { origin } = headers;
  const own = origin === undefined || origin === `${protocol}://${host}`;
  const site = headers['sec-fetch-site'];
  if (headers[OWN_HEADER] === '1' && own && (site === undefined || site === 'same-origin')) return;
  throw problem('not_permitted', { message: 'Only pages of this service can make changes' });
}

/** A hook by which a member acts where the API's hooks of a route expect a client with an API token. */
export const actAsClient = (services: Services) => async (request: FastifyRequest) => {
  request.session = { ctx: ctxOf(services, request), sdk: undefined };
};

/** The account and environment of the path, for the member who asks. */
export function ctxOf(services: Services, { place, principal }: FastifyRequest): Ctx {
  if (place.environment === null) throw new Error('This path needs an environment: sandbox or live');
  return new Ctx(services, place.account, place.environment, principal);
}
