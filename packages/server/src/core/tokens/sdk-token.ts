import { problem } from '../../base/errors.ts';
import type { Environment } from '../../store/schema.ts';
import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../ctx.ts';
import type { Services } from '../services.ts';

/** Section 5 of the v3 document: an SDK token expires after 90 minutes. */
export const SDK_TOKEN_SECONDS = 90 * 60;

/** What an SDK token says of its bearer. */
export interface SdkClaims {
  accountId: string;
  environment: Environment;
  /** The one applicant that the token is for. */
  applicantId: string;
  /** Pattern of the pages that may use it; null is any. */
  referrer: string | null;
  /** Public id of the API token that made it. */
  tokenId: string;
}

export interface SdkTokenInput {
  applicantId: string;
  referrer: string | null;
  applicationId: string | null;
  crossDeviceUrl: string | null;
  /** Public id of the API token that asks. */
  tokenId: string;
}

/** Makes a signed token (JWT, HS256) with the claims that capture SDKs read. Throws 404 or 410 for the applicant. */
export async function createSdkToken(ctx: Ctx, input: SdkTokenInput): Promise<string> {
  await getApplicant(ctx, input.applicantId);
  const { SignJWT } = await import('jose');
  const { clock, master, urls } = ctx.services;
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT({
    payload: {
      app: input.applicantId,
      application_id: input.applicationId ?? '*',
      ref: input.referrer,
      client_uuid: ctx.account_id,
      is_sandbox: ctx.sandbox,
      is_trial: ctx.account.settings.trial_checks_limit !== null,
    },
    uuid: input.tokenId,
    urls: {
      onfido_api_url: urls.api,
      telephony_url: urls.api,
      detect_document_url: urls.api,
      sync_url: urls.api,
      hosted_sdk_url: urls.api,
      auth_url: urls.api,
    },
    enterprise_features: input.crossDeviceUrl === null ? {} : { validCrossDeviceUrls: [input.crossDeviceUrl] },
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(now + SDK_TOKEN_SECONDS)
    .sign(master.derive('sdk-token'));
}

/** The claims of a token. Throws `expired_token` or `authorization_error`. */
export async function readSdkToken(services: Services, jwt: string): Promise<SdkClaims> {
  const { errors, jwtVerify } = await import('jose');
  const { clock, master } = services;
  try {
    const { payload: claims } = await jwtVerify(jwt, master.derive('sdk-token'), {
      algorithms: ['HS256'],
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp'],
    });
    const about = claims.payload as { app: string; ref: string | null; client_uuid: string; is_sandbox: boolean };
    return {
      accountId: about.client_uuid,
      environment: about.is_sandbox ? 'sandbox' : 'live',
      applicantId: about.app,
      referrer: about.ref,
      tokenId: String(claims.uuid),
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw problem('expired_token');
    throw problem('authorization_error');
  }
}
