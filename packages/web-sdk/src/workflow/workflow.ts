import type { AnyStep } from '../flow/plan.ts';
import type { EndReason, Retry } from '../flow/state.ts';
import type { ErrorType } from '../types.ts';
import type { Reply } from '../upload/send.ts';
import type { Connection } from '../upload/uploader.ts';
import type { Biometrics } from './biometrics.ts';

/*
 * Loaded for pages that give a workflow run. Imports nothing of the core: it gets a connection to the service.
 */

/** The next task of a run, or the reason why none comes. `id` is null for more evidence on a document. */
export type Next =
  | { readonly what: 'task'; readonly id: string | null; readonly step: AnyStep; readonly retry: Retry | null }
  /** The applicant has done its part. */
  | { readonly what: 'done' }
  | { readonly what: 'end'; readonly reason: EndReason }
  | { readonly what: 'refused'; readonly type: ErrorType; readonly message: string };

/** The run is being processed: ask again later. */
interface Wait {
  readonly what: 'wait';
}

/** The outcome of completing a task: it is done, or these fields of a profile are invalid. */
export type Completed =
  | { readonly what: 'completed' }
  | { readonly what: 'wrong'; readonly fields: readonly string[] }
  | Exclude<Next, { what: 'task' | 'done' }>;

/** A workflow run, and the connection that its requests go over. */
export interface RunConnection {
  readonly runId: string;
  readonly connection: Connection;
  /** True if the browser opens wallets. */
  readonly hasWallet: boolean;
  /** Notes what the service says of biometric tokens; answers the token that the page holds, where one is asked for. */
  biometrics?(said: Biometrics): Promise<string | null>;
  /** Maps a failed reply to the reason why the flow ends. */
  endOf(reply: Reply): EndReason;
}

/** Milliseconds between two requests while the service, or its client, processes the run; the last one repeats. */
const PAUSES_MS = [500, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000] as const;

const base = '/v3.6';

type Maker = (input: object, task: string) => AnyStep;

const sign: Maker = (_, task) => ({ type: 'signature', options: { task } });

/** The input of a task that asks the wallet. */
interface WalletInput {
  readonly age_over?: number;
  readonly iso_mdoc?: boolean;
}

/** The step in which each kind of task is done. */
const steps: Readonly<Record<string, Maker>> = {
  document_photo: (options) => ({ type: 'document', options }),
  digital_credential: ({ age_over: ageOver, iso_mdoc: isoMdoc, ...options }: WalletInput) => ({
    type: 'document',
    options: {
      digitalCredentials: { ...options, ...(isoMdoc && { isoMdoc }), ...(ageOver !== undefined && { ageOver }) },
    },
  }),
  proof_of_address: (options) => ({ type: 'poa', options }),
  face_photo: (options) => ({ type: 'face', options: { ...options, requestedVariant: 'standard' } }),
  face_video: (options) => ({ type: 'face', options: { ...options, requestedVariant: 'video' } }),
  face_motion: (options) => ({ type: 'face', options: { ...options, requestedVariant: 'motion' } }),
  profile_data: (options) => ({ type: 'data', options }),
  simple_electronic_signature: sign,
  advanced_electronic_signature: sign,
  qualified_electronic_signature: sign,
  passkey_enrollment: (_, task) => ({ type: 'passkey', options: { task, makes: true } }),
  passkey_authentication: (_, task) => ({ type: 'passkey', options: { task, makes: false } }),
};

/** Polls for the next task until there is one, or the run ends. Throws what the connection throws. */
export async function ask(run: RunConnection): Promise<Next> {
  for (let i = 0; ; i += 1) {
    const next = await readRun(run);
    if (next.what !== 'wait') return next;
    await pause(PAUSES_MS[Math.min(i, PAUSES_MS.length - 1)] as number, run.connection.signal);
  }
}

/** Gets the state of the run once. Throws what the connection throws. */
export async function readRun(run: RunConnection): Promise<Next | Wait> {
  const { runId, connection, endOf } = run;
  const reply = await connection.call(`${base}/sdk/workflow_runs/${encodeURIComponent(runId)}`);
  if (reply.status !== 200) return refusal(reply, endOf);
  const { status, task, step_up, biometrics } = (reply.body ?? {}) as {
    status?: unknown;
    task?: Task | null;
    step_up?: { readonly offers?: unknown } | null;
    biometrics?: Biometrics | null;
  };
  if (biometrics) await presentToken(run, biometrics);
  if (!task && canAdd(step_up, run.hasWallet)) return { what: 'task', id: null, step: { type: 'stepUp' }, retry: null };
  switch (status) {
    case 'processing':
      return { what: 'wait' };
    case 'complete':
      return { what: 'done' };
    case 'abandoned':
      return { what: 'end', reason: 'abandoned' };
    case 'error':
      return { what: 'end', reason: 'halted' };
    default:
      // Between two tasks there may be none.
      return status === 'awaiting_input' && task
        ? taskOf(task)
        : status === 'awaiting_input'
          ? { what: 'wait' }
          : newer(status);
  }
}

/** Returns whether a browser can hand in any of the evidence that is offered. */
const canAdd = (stepUp: { readonly offers?: unknown } | null | undefined, hasWallet: boolean): boolean =>
  Array.isArray(stepUp?.offers) &&
  stepUp.offers.some((offer) => offer === 'back' || offer === 'seal' || (offer === 'credential' && hasWallet));

/** A refusal leaves the face to be compared with all tokens of the person. */
async function presentToken({ runId, connection, biometrics }: RunConnection, said: Biometrics): Promise<void> {
  const token = await biometrics?.(said);
  if (token) await connection.call(`${base}/sdk/workflow_runs/${encodeURIComponent(runId)}/biometric_token`, { token });
}

interface Task {
  readonly id: string;
  readonly kind: string;
  readonly input?: object | null;
  readonly retry?: {
    readonly attempt: number;
    readonly at_most: number | null;
    readonly reasons: readonly string[];
  } | null;
}

function taskOf({ id, kind, input, retry }: Task): Next {
  const make = Object.hasOwn(steps, kind) ? (steps[kind] as Maker) : undefined;
  if (!make) return newer(kind);
  const filmed = kind === 'face_video' || kind === 'face_motion';
  if (filmed && typeof MediaRecorder !== 'function')
    return { what: 'refused', type: 'unsupported', message: `This browser can't film, which the task ${kind} needs` };
  const again = retry ? { attempt: retry.attempt, atMost: retry.at_most, reasons: retry.reasons } : null;
  return { what: 'task', id, step: make(input ?? {}, id), retry: again };
}

const newer = (what: unknown): Next => ({
  what: 'refused',
  type: 'unsupported_sdk_version',
  message: `This version of the SDK does not know ${String(what)} of the workflow run`,
});

function refusal(reply: Reply, endOf: RunConnection['endOf']): Exclude<Next, { what: 'task' | 'done' }> {
  const type = errorOf(reply).type;
  if (reply.status === 404)
    return {
      what: 'refused',
      type: 'workflow_error',
      message: 'workflowRunId names no workflow run that the token is for',
    };
  if (type === 'authorization_error')
    return { what: 'refused', type: 'invalid_token', message: 'The service does not accept the token' };
  return { what: 'end', reason: endOf(reply) };
}

/**
 * Completes a task. A refusal counts only while the task is open: where the answer to a first try got lost, it was
 * completed by that one. Throws what the connection throws.
 */
export async function complete(run: RunConnection, task: string, data: object): Promise<Completed> {
  const path = `${base}/workflow_runs/${encodeURIComponent(run.runId)}/tasks/${encodeURIComponent(task)}/complete`;
  const reply = await run.connection.call(path, { data });
  if (reply.status === 200) return { what: 'completed' };
  const now = await readRun(run);
  if (now.what === 'end' || now.what === 'refused') return now;
  if (now.what !== 'task' || now.id !== task) return { what: 'completed' };
  const wrong = wrongFields(errorOf(reply).fields);
  if (wrong.length > 0) return { what: 'wrong', fields: wrong };
  const { message } = errorOf(reply);
  return { what: 'refused', type: 'workflow_error', message: `The service refuses what was captured: ${message}` };
}

interface ServiceError {
  readonly type?: string;
  readonly message?: string;
  readonly fields?: { readonly data?: unknown };
}

const errorOf = ({ body }: Reply): ServiceError => (body?.error ?? {}) as ServiceError;

/** `{data: [{dob: […], address: [{postcode: […]}]}]}` as `dob`, `address.postcode`. */
function wrongFields(fields: ServiceError['fields']): string[] {
  const [errors] = Array.isArray(fields?.data) ? fields.data : [];
  return typeof errors === 'object' && errors !== null ? pathsOf(errors) : [];
}

function pathsOf(errors: object, above = ''): string[] {
  return Object.entries(errors).flatMap(([name, messages]) => {
    const nested = Array.isArray(messages) && typeof messages[0] === 'object' ? messages[0] : undefined;
    return nested ? pathsOf(nested, `${above}${name}.`) : [above + name];
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      reject(new DOMException('Nobody waits any more', 'AbortError'));
    };
    if (signal.aborted) return give();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal.addEventListener('abort', give, { once: true });
  });
}
