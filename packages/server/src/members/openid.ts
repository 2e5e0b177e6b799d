import type { Configuration, IDToken } from 'openid-client';
import { Problem, problem } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { Services } from '../context/services.ts';
import { findMemberSessionById } from '../store/queries/members.ts';
import { attemptedAt, attemptedBy, enterFromProvider, type Person } from './identities.ts';
import { type Attempted, keepFailure } from './kept-failures.ts';
import { openForMember, sealForMember } from './member.ts';
import type { Device } from './sessions.ts';
import { newChallenge, useChallenge } from './webauthn/challenges.ts';

/** Loaded with the first sign-in at the provider. */
const library = () => import('openid-client');

const PURPOSE = 'openid';

/** Purpose under which the facts of a pending sign-in are sealed; no row has this id. */
const SEAL = 'openid sign-in';

/** Sealed state of the browser while its person is at the provider. */
interface UnderWay {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page of the dashboard that opens after it: a path. */
  readonly back: string;
  /** The session that the person proves, by its id; null for a sign-in. */
  readonly proves: string | null;
  /** The secret of the invitation that the person accepts; null for none. */
  readonly invitation: string | null;
}

const configurations = new WeakMap<Settings, Promise<Configuration>>();

/** An answer of the provider whose ID token or origin is not verified: a forgery, or a provider that is set up wrongly. */
export class UnverifiedAnswer extends Problem {
  constructor() {
    super('wrong_sign_in', { message: 'The answer of the provider could not be verified' });
  }
}

/** Codes of openid-client for answers that are not verified. Other codes mean refusals and failed connections. */
const UNVERIFIED = new Set([
  ...['OAUTH_INVALID_RESPONSE', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
  ...['OAUTH_KEY_SELECTION_FAILED', 'OAUTH_PARSE_ERROR', 'OAUTH_UNSUPPORTED_OPERATION'],
]);

/** The provider of the settings, with its own metadata. Throws `resource_not_found` without one, and `unavailable`. */
async function providerOf({ settings, log }: Services): Promise<Configuration> {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = settings;
  if (!oidcIssuer || !oidcClientId) throw problem('resource_not_found', { message: 'No OpenID provider is set' });
  const found = configurations.get(settings);
  if (found) return found;
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
  const issuer = new URL(oidcIssuer);
  // The settings allow plain HTTP on loopback alone.
  const insecure = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
  // Verifies the signatures of ID tokens by the keys of `jwks_uri`; the library trusts the TLS of the token endpoint otherwise.
  const execute = [...insecure, enableNonRepudiationChecks];
  const pending = discovery(issuer, oidcClientId, oidcClientSecret ?? undefined, undefined, { execute });
  configurations.set(settings, pending);
  try {
    return await pending;
  } catch (error) {
    configurations.delete(settings);
    log.warn({ err: error }, 'the OpenID provider did not answer');
    throw problem('unavailable', { message: 'The sign-in provider does not answer' });
  }
}

const callbackOf = ({ urls }: Pick<Services, 'urls'>): string =>
  `${new URL(urls.dashboard).origin}/dashboard/api/session/openid/callback`;

/**
 * Begins a sign-in at the provider: the address that the browser opens, and what it keeps meanwhile.
 *
 * @param proves id of the session whose member proves who they are: the provider asks them again
 * @param invitation secret of the invitation that the person accepts by it
 */
export async function beginOpenId(
  services: Services,
  { back, proves, invitation }: Pick<UnderWay, 'back' | 'proves' | 'invitation'>,
): Promise<{ url: string; kept: string }> {
  const provider = await providerOf(services);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await library();
  const underWay: UnderWay = {
    state: newChallenge(services, PURPOSE),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    back,
    proves,
    invitation,
  };
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: callbackOf(services),
    scope: services.settings.oidcScope,
    state: underWay.state,
    nonce: underWay.nonce,
    code_challenge: await calculatePKCECodeChallenge(underWay.verifier),
    code_challenge_method: 'S256',
    ...(proves !== null && { prompt: 'login', max_age: '0' }),
  });
  return { url: url.href, kept: sealForMember(services, SEAL, underWay).toString('base64url') };
}

function readKept(services: Services, kept: string | undefined): UnderWay {
  try {
    return openForMember<UnderWay>(services, SEAL, Buffer.from(kept ?? '', 'base64url'));
  } catch {
    throw problem('wrong_sign_in', { message: 'This sign-in was not begun in this browser' });
  }
}

/**
 * Ends a sign-in at the provider: answers the secret of the session, and the page that opens. Throws `wrong_sign_in` for an
 * answer that was not asked for, in this browser and now, and `not_permitted` for a person without a role.
 *
 * @param query of the address to which the provider has sent the browser
 */
export async function endOpenId(
  services: Services,
  { query, kept }: { readonly query: string; readonly kept: string | undefined },
  device: Device,
): Promise<{ secret: string; back: string }> {
  const provider = await providerOf(services);
  const underWay = readKept(services, kept);
  const { back, proves, invitation } = underWay;
  let attempted = await proverOf(services, proves);
  try {
    const person = await personAt(services, provider, underWay, query);
    attempted = attemptedBy(services, person);
    return { secret: await enterFromProvider(services, person, { device, proves, invitation }), back };
  } catch (error) {
    const unverified = error instanceof UnverifiedAnswer;
    if (unverified) attempted ??= attemptedAt(services, provider.serverMetadata().issuer);
    // Without a person, nobody's sign-in has failed.
    if (error instanceof Problem && attempted) {
      const failure = { way: 'openid', error: error.type, address: device.address } as const;
      await keepFailure(services, attempted, { ...failure, ...(unverified && { reason: 'answer_not_verified' }) });
    }
    throw error;
  }
}

/** The member whose session is proved; undefined for a sign-in. */
async function proverOf({ store }: Services, proves: string | null): Promise<Attempted | undefined> {
  const session = proves === null ? undefined : await store.system.first(findMemberSessionById, { id: proves });
  return session && { memberId: session.member_id };
}

/** The person whom the provider identified in a sign-in that a browser began. Throws `wrong_sign_in`. */
async function personAt(
  services: Services,
  provider: Configuration,
  { state, nonce, verifier, proves }: UnderWay,
  query: string,
): Promise<Person> {
  await services.store.transaction((tx) => useChallenge(services, tx, { purpose: PURPOSE, challenge: state }));
  const failed = { message: 'The provider did not sign you in' };
  if (new URLSearchParams(query).get('state') !== state) throw problem('wrong_sign_in', failed);
  const { authorizationCodeGrant } = await library();
  const claims = await authorizationCodeGrant(provider, new URL(`${callbackOf(services)}?${query}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(proves !== null && { maxAge: 0 }),
  }).then(
    (tokens) => tokens.claims(),
    (error: unknown) => {
      services.log.warn({ err: error }, 'a sign-in at the OpenID provider failed');
      const { code = '' } = error as { code?: string };
      throw UNVERIFIED.has(code) ? new UnverifiedAnswer() : problem('wrong_sign_in', failed);
    },
  );
  return toPerson(services, claims);
}

/** The person of an ID token. Throws `UnverifiedAnswer` without a subject: people without one would be the same person. */
function toPerson({ settings }: Services, claims: IDToken | undefined): Person {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (!claims || text(claims.sub).trim() === '') throw new UnverifiedAnswer();
  const groups = claims[settings.oidcGroupsClaim];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text(claims.email),
    name: text(claims.name),
    emailVerified: claims.email_verified === true,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    provedAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : 0,
  };
}
