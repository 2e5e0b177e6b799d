import type { JWTPayload } from 'jose';
import { problem } from '../../base/errors.ts';
import { brandingOf, logoPath } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { findClock } from '../../store/queries/sandbox-clocks.ts';
import type { Environment } from '../../store/schema.ts';
import { type ApplicantData, currentAddress } from '../applicant.ts';
import { getApplicant } from '../get.ts';
import { withResidence } from '../residence.ts';

/** An SDK token expires after 90 minutes (contract 13.2). */
const SDK_TOKEN_SECONDS = 90 * 60;

/** The token of a workflow run expires after exactly 35 days (contract 13.2). */
const RUN_TOKEN_SECONDS = 35 * 86_400;

/** Milliseconds after which no SDK token is left that was made before. */
export const SDK_TOKEN_LIFETIME_MS = RUN_TOKEN_SECONDS * 1000;

/** `iss` of tokens of workflow runs, by which capture SDKs know them. */
const OF_RUN = 'studio';

/** Features that capture SDKs have only if a token allows them: an operator needn't buy them. */
const sdkFeatures = { cobrand: true, hideOnfidoLogo: true, logoCobrand: true, useCustomizedApiRequests: true } as const;

/** Claims of an SDK token about its bearer. */
export interface SdkClaims {
  accountId: string;
  environment: Environment;
  /** The one applicant that the token is for. */
  applicantId: string;
  /** Pattern of the pages that may use it; null is any. */
  referrer: string | null;
  /** The customer's own page for phones, which may use it too. */
  crossDeviceUrl: string | null;
  /** URL of the service's page for phones. */
  hostedUrl: string;
  /** Unix milliseconds, by the machine. */
  expiresAt: number;
  /** The one workflow run that the token is for; null for those that are made by hand. */
  workflowRunId: string | null;
  /** Public id of the API token that made it. */
  tokenId: string;
}

export interface SdkTokenInput {
  applicantId: string;
  referrer: string | null;
  applicationId: string | null;
  crossDeviceUrl: string | null;
  /** Address under which the SDK reaches the service, without a slash at its end. */
  address: string;
  /** Public id of the API token that asks. */
  tokenId: string;
  /** Lifetime in seconds; default 90 minutes, and five weeks with a workflow run. */
  seconds?: number;
  /** The workflow run that it is for. */
  workflowRunId?: string | null;
  /** Start of the lifetime, in Unix milliseconds; default now. */
  begin?: number;
  /** Id of the clock of the sandbox by which the token ends; default: the time of the machine. */
  clockId?: string | undefined;
  /** Country where the applicant lives, alpha-3; the browser SDK proposes it as the issuer of documents. */
  country?: string | null;
}

/** Makes an SDK token. Throws 404 or 410 for the applicant. */
export async function createSdkToken(ctx: Ctx, input: SdkTokenInput): Promise<string> {
  const applicant = await getApplicant(ctx, input.applicantId);
  return signSdkToken(ctx, { ...input, clockId: ctx.clock?.id, country: residenceOf(ctx, applicant) });
}

/** The country of the applicant's current address, else the country of residence, which an IP address may tell. */
const residenceOf = (ctx: Ctx, applicant: ApplicantData): string | null =>
  currentAddress(applicant)?.country ?? withResidence(ctx, applicant.location)?.country_of_residence ?? null;

/**
 * A signed token (JWT, HS256) with the claims that capture SDKs read. A token of a run with a `begin` is the same whenever it is
 * made, until the branding of the account changes. Every other token has an id of its own, by which the browser SDK knows it again.
 */
export async function signSdkToken(ctx: Ctx, input: SdkTokenInput): Promise<string> {
  const { CompactSign } = await import('jose');
  const { ids, master } = ctx.services;
  const { workflowRunId: run, address } = input;
  const begin = Math.floor((input.begin ?? ctx.now()) / 1000);
  const claims = {
    ...(run ? { iss: OF_RUN, aud: ctx.account_id, sub: run, jti: `${OF_RUN}-${run}` } : { jti: ids.uuid() }),
    payload: {
      app: input.applicantId,
      application_id: input.applicationId ?? '*',
      ref: input.referrer,
      client_uuid: ctx.account_id,
      is_sandbox: ctx.sandbox,
      is_trial: ctx.account.settings.trial_checks_limit !== null,
    },
    uuid: input.tokenId,
    ...(input.clockId && { sandbox_clock: input.clockId }),
    urls: {
      onfido_api_url: address,
      telephony_url: address,
      detect_document_url: address,
      sync_url: address,
      hosted_sdk_url: address,
      auth_url: address,
      ...(input.crossDeviceUrl === null ? {} : { cross_device_url: input.crossDeviceUrl }),
    },
    enterprise_features: {
      ...sdkFeatures,
      ...(input.crossDeviceUrl === null ? {} : { validCrossDeviceUrls: [input.crossDeviceUrl] }),
    },
    branding: brandingClaim(ctx),
    ...(input.country && { applicant_country: input.country }),
    iat: begin,
    exp: begin + (input.seconds ?? (run ? RUN_TOKEN_SECONDS : SDK_TOKEN_SECONDS)),
  };
  return new CompactSign(Buffer.from(plainJson(claims)))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(master.current('sdk-token'));
}

/** The branding of the account, with which the browser SDK begins before it has asked the service anything. */
function brandingClaim({ account }: Ctx) {
  const { name, colour, logo } = brandingOf(account);
  return { name, colour, logo: logo && { path: logoPath(logo), width: logo.width, height: logo.height } };
}

/**
 * Writes JSON whose base64url holds neither `-` nor `_`, which some capture SDKs can't decode: both come from the characters `>`,
 * `?`, `~` and DEL, or from characters outside ASCII (contract 13.3).
 */
function plainJson(value: object): string {
  return JSON.stringify(value).replace(
    /[>?~\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The claims of a token that a version of the key has signed, whether it has expired or not. Throws as `jwtVerify` does. */
async function verifiedClaims({ master }: Services, jwt: string): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose');
  const options = { algorithms: ['HS256'], currentDate: new Date(0), requiredClaims: ['exp'] };
  const [newest, ...earlier] = master.accepted('sdk-token') as [Buffer, ...Buffer[]];
  let result = jwtVerify(jwt, newest, options);
  for (const key of earlier) {
    result = result.catch((error) => {
      if (error instanceof errors.JWSSignatureVerificationFailed) return jwtVerify(jwt, key, options);
      throw error;
    });
  }
  return (await result).payload;
}

/** The claims of a token. Throws `expired_token` or `authorization_error`. */
export async function readSdkToken(services: Services, jwt: string): Promise<SdkClaims> {
  const { claims, clockId } = await signedClaims(services, jwt);
  const scope = { account_id: claims.accountId, environment: claims.environment };
  const clock =
    clockId === undefined ? undefined : await services.store.within(scope).first(findClock, { id: clockId });
  const expiresAt = claims.expiresAt - (clock?.clock_offset ?? 0);
  if (expiresAt <= wholeSecond(services.clock.now())) throw problem('expired_token');
  return { ...claims, expiresAt };
}

/** Start of the second of a time: `exp` is in whole seconds. */
const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;

/** The claims of a token, whether it has expired or not, with the id of the clock that they go by. Throws `authorization_error`. */
async function signedClaims(services: Services, jwt: string) {
  try {
    const claims = await verifiedClaims(services, jwt);
    const about = claims.payload as { app: string; ref: string | null; client_uuid: string; is_sandbox: boolean };
    const { cross_device_url = null, hosted_sdk_url } = claims.urls as {
      cross_device_url?: string;
      hosted_sdk_url: string;
    };
    const environment: Environment = about.is_sandbox ? 'sandbox' : 'live';
    const read: SdkClaims = {
      accountId: about.client_uuid,
      environment,
      applicantId: about.app,
      referrer: about.ref,
      crossDeviceUrl: cross_device_url,
      hostedUrl: hosted_sdk_url,
      expiresAt: (claims.exp as number) * 1000,
      workflowRunId: claims.iss === OF_RUN ? String(claims.sub) : null,
      tokenId: String(claims.uuid),
    };
    return { claims: read, clockId: claims.sandbox_clock as string | undefined };
  } catch {
    throw problem('authorization_error');
  }
}
