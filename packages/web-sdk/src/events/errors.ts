import type { CameraTrouble, EndReason } from '../flow/state.ts';
import type { ErrorType, SdkError, SdkOptions } from '../types.ts';
import { guarded, type Listeners } from './events.ts';

type Told = readonly [ErrorType, string] | null;

/** What `onError` is told of an end; null where it is told otherwise, or where all is well. */
export const errorOfEnd: Readonly<Record<EndReason, Told>> = {
  expired: ['expired_token', 'The SDK token has expired; please generate a new one'],
  invalid: null,
  geoblocked: ['geoblocked_request', 'The service does not answer where the applicant is'],
  trial: ['expired_trial', 'The trial of this account has ended'],
  gone: ['exception', 'The applicant was deleted'],
  consent_denied: ['user_consent_denied', 'The applicant did not agree'],
  exited: null,
  abandoned: ['workflow_abandoned', 'The time of the workflow run is over'],
  halted: ['workflow_error', 'The workflow run has ended with an error'],
  failed: ['exception', 'The service refused the request'],
};

/** What `onError` is told of a camera without which nothing can be done; null where the applicant can mend it. */
export const errorOfCamera: Readonly<Record<CameraTrouble, Told>> = {
  missing: ['no_camera', 'There is no camera, and no other way to capture'],
  insecure: ['permissions_unavailable', 'This page may not use a camera'],
  recorder: ['unsupported', 'This browser cannot record a video, and a photo is not allowed instead'],
  denied: null,
  busy: null,
  lost: null,
  offline: null,
};

/** Tells a page of an error, by every way that it listens on. */
export function notifyError({ onError }: Pick<SdkOptions, 'onError'>, listeners: Listeners, error: SdkError): void {
  if (onError) guarded(() => onError(error));
  else console.error(`[bonafide] ${error.type}: ${error.message}`);
  listeners.tell('error', { error });
}
