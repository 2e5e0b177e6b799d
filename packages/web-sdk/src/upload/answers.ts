import type { EndReason, FlowEvent, Refusal, Warning } from '../flow/state.ts';
import { isRecord } from '../options/rules.ts';
import type { Reply } from './send.ts';

/** Result of an upload: the id that the service gave it, and facts that the flow needs. */
export interface Outcome {
  readonly id: string | null;
  readonly event: FlowEvent;
  /** The error type of the service's answer, where it gave one. */
  readonly problem: string | null;
}

/** Fields of a refusal, the weightiest first: less glare can't mend a cut-off picture. */
const refusals: readonly (readonly [string, Refusal])[] = [
  ['document_detection', 'no_document'],
  ['detect_document', 'no_document'],
  ['detect_cutoff', 'cutoff'],
  ['detect_glare', 'glare'],
  ['detect_blur', 'blur'],
  ['face_detection', 'no_face'],
  ['attachment_file_size', 'size'],
  ['file_size', 'size'],
];

const warnings: readonly (readonly [string, Warning])[] = [
  ['detect_cutoff', 'cutoff'],
  ['detect_glare', 'glare'],
  ['detect_blur', 'blur'],
];

const ends: Readonly<Record<string, EndReason>> = {
  expired_token: 'expired',
  geoblocked_request: 'geoblocked',
  trial_limits_reached: 'trial',
  expired_trial: 'trial',
  gone: 'gone',
};

/** Returns whether an error of this type ends the flow. */
export const endsWith = (type: unknown): boolean => typeof type === 'string' && Object.hasOwn(ends, type);

/** Reads an answer of the upload of a picture. */
export function readAnswer({ status, body }: Reply): Outcome {
  const error = isRecord(body?.error) ? body.error : {};
  const problem = typeof error.type === 'string' ? error.type : null;
  if (status === 200 || status === 201) {
    const id = typeof body?.id === 'string' ? body.id : null;
    if (id === null) return { id: null, event: { type: 'unsent', what: 'server' }, problem };
    const what = warningOf(body?.sdk_warnings);
    return { id, event: what ? { type: 'warned', what } : { type: 'uploaded' }, problem };
  }
  if (status === 422) return { id: null, event: { type: 'refused', what: refusalOf(error.fields) }, problem };
  if (status === 413) return { id: null, event: { type: 'refused', what: 'size' }, problem };
  const known = problem === null ? undefined : ends[problem];
  return { id: null, event: { type: 'end', what: known ?? (status === 410 ? 'gone' : 'failed') }, problem };
}

function warningOf(value: unknown): Warning | undefined {
  if (!isRecord(value)) return undefined;
  return warnings.find(([key]) => isRecord(value[key]) && value[key].valid === false)?.[1];
}

function refusalOf(body: unknown): Refusal {
  if (!isRecord(body)) return 'file';
  const found = refusals.find(([key]) => body[key] !== undefined);
  if (!found) return 'file';
  const many = found[1] === 'no_face' && /multiple/i.test(JSON.stringify(body.face_detection));
  return many ? 'many_faces' : found[1];
}
