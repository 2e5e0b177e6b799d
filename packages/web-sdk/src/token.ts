import { isRecord } from './options/rules.ts';
import { SdkProblem } from './problems.ts';

/** `iss` of tokens of workflow runs. */
const OF_RUN = 'studio';

/** Company that the token belongs to, as its account shows it to applicants. */
export interface Brand {
  readonly name: string;
  /** `#rrggbb`; null without one. */
  readonly colour: string | null;
  /** Logo on the service, with its size in pixels; null without one. */
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null;
}

/** Facts that the page needs from an SDK token. The page doesn't check its signature: the service does. */
export interface TokenFacts {
  /** Id that no other token has (`jti`); null without one, and for tokens of workflow runs, which many pages share. */
  readonly id: string | null;
  /** Applicant that the token is for; null where it doesn't say. */
  readonly applicant: string | null;
  /** Base of all calls, without a slash at its end. */
  readonly api: string;
  /** Milliseconds since 1970 at which it expires; Infinity when it doesn't say. */
  readonly expiresAt: number;
  /** Base address of the sockets that connect to a phone, without a slash at its end. */
  readonly sync: string;
  /** Address of the phone's page, without a slash at its end; the room's id follows. */
  readonly phonePage: string;
  readonly sandbox: boolean;
  /** Enterprise features that the account may use. */
  readonly features: Readonly<Record<string, unknown>>;
  /** Null for tokens of other services, which don't say it. */
  readonly brand: Brand | null;
  /** Country where the applicant lives, alpha-3; null where the token doesn't say it. */
  readonly country: string | null;
}

/** Reads a token (JWT). Throws `invalid_token`, or `expired_token` when its time is over. */
export function readToken(token: unknown, now = Date.now()): TokenFacts {
  const claims = claimsOf(token);
  const about = isRecord(claims.payload) ? claims.payload : {};
  const urls = isRecord(claims.urls) ? claims.urls : {};
  const expiresAt = typeof claims.exp === 'number' ? claims.exp * 1000 : Number.POSITIVE_INFINITY;
  if (typeof urls.onfido_api_url !== 'string' || !/^https?:\/\//.test(urls.onfido_api_url))
    throw new SdkProblem('invalid_token', 'token is not an SDK token: it does not say which service it is for');
  if (expiresAt <= now) throw new SdkProblem('expired_token', 'token has expired; please generate a new one');
  const address = (...parts: unknown[]) =>
    (parts.find((part) => typeof part === 'string' && /^https?:\/\//.test(part)) as string).replace(/\/+$/, '');
  return {
    id: typeof claims.jti === 'string' && claims.iss !== OF_RUN ? claims.jti : null,
    applicant: typeof about.app === 'string' ? about.app : null,
    api: address(urls.onfido_api_url),
    sync: address(urls.sync_url, urls.onfido_api_url),
    phonePage: address(urls.cross_device_url, urls.hosted_sdk_url, urls.onfido_api_url),
    expiresAt,
    sandbox: about.is_sandbox === true,
    features: isRecord(claims.enterprise_features) ? claims.enterprise_features : {},
    brand: brandOf(claims.branding, urls.onfido_api_url),
    country: typeof claims.applicant_country === 'string' ? claims.applicant_country : null,
  };
}

/**
 * Reads a branding as the service writes it; null for anything else.
 *
 * @param address of the service, which has the logo
 */
export function brandOf(branding: unknown, address: unknown): Brand | null {
  if (!isRecord(branding) || typeof branding.name !== 'string') return null;
  const { name, colour, logo } = branding;
  const api = String(address).replace(/\/+$/, '');
  const hasLogo = isRecord(logo) && /^\/logos\/[\da-f]{64}\.png$/.test(String(logo.path));
  return {
    name,
    colour: /^#[\da-f]{6}$/.test(String(colour)) ? String(colour) : null,
    logo: hasLogo ? { address: api + logo.path, width: Number(logo.width), height: Number(logo.height) } : null,
  };
}

/** The company of a token that may have expired; null where the token doesn't say it. */
export function brandIn(token: unknown): Brand | null {
  try {
    const claims = claimsOf(token);
    return brandOf(claims.branding, isRecord(claims.urls) ? claims.urls.onfido_api_url : '');
  } catch {
    return null;
  }
}

function claimsOf(token: unknown): Record<string, unknown> {
  if (typeof token !== 'string' || token === '') throw new SdkProblem('invalid_token', 'token is missing');
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(claims)) return claims;
  } catch {
    // Reported below.
  }
  throw new SdkProblem('invalid_token', 'token is not an SDK token');
}
