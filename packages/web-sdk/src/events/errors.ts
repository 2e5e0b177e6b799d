import type { CameraTrouble, EndReason } from '../flow/state.ts';
import type { ErrorType, SdkError, SdkOptions } from '../types.ts';
import { guarded, type Listeners } from './events.ts';

type ErrorOf = readonly [ErrorType, string] | null;

/** The error of an end for `onError`; null if another callback reports it, or if the end is not an error. */
export const errorOfEnd: Readonly<Record<EndReason, ErrorOf>> = {
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

/** The error of a camera for `onError`, where no other capture is possible; null where the applicant can solve it. */
export const errorOfCamera: Readonly<Record<CameraTrouble, ErrorOf>> = {
  missing: ['no_camera', 'There is no camera, and no other way to capture'],
  insecure: ['permissions_unavailable', 'This page may not use a camera'],
  recorder: ['unsupported', 'This browser cannot record a video, and a photo is not allowed instead'],
  denied: null,
  busy: null,
  lost: null,
  offline: null,
};

/** Reports an error to the page: to `onError`, or else the console, and to listeners. */
export function notifyError({ onError }: Pick<SdkOptions, 'onError'>, listeners: Listeners, error: SdkError): void {
  if (onError) guarded(() => onError(error));
  else console.error(`[bonafide] ${error.type}: ${error.message}`);
  listeners.emit('error', { error });
}
