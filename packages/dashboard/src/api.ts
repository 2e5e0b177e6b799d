import type { Answers } from './api-types.ts';
import { whenOnline } from './connection.ts';

/** An answer that is not a success. `requestId` finds it in the log of the service. */
export class Failure extends Error {
  readonly status: number;
  readonly type: string;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(status: number, type: string, message: string, requestId: string | null, fields = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.requestId = requestId;
    this.fields = fields;
  }
}

/** Path of the interface of the dashboard. */
const BASE = '/dashboard/api';

/** Header that scripts of this page send with each change. */
const OWN_HEADER = { 'x-bonafide-dashboard': '1' };

/** Milliseconds without a key or pointer after which a page counts as unattended. */
const UNATTENDED_MS = 60_000;

let lastInput = Date.now();
const noteInput = (): void => {
  lastInput = Date.now();
};
for (const kind of ['keydown', 'pointerdown', 'wheel']) {
  addEventListener(kind, noteInput, { passive: true, capture: true });
}

/** Marks requests that no person caused, so that they don't extend the session. */
const UNATTENDED_HEADER = { 'x-bonafide-unattended': '1' };

/** Asks the member who they are, and answers whether they proved it. */
type Prover = () => Promise<boolean>;

let prove: Prover = async () => false;

/** Sets the dialog that asks for a proof; every request that needs one is sent again after it. */
export function proveBy(prover: Prover): void {
  prove = prover;
}

let signIn: Prover = async () => false;

/** Sets the dialog that signs a member in again; every request that found the session ended is sent again after it. */
export function signInBy(again: Prover): void {
  signIn = again;
}

/** Returns whether a refused request may be sent again: the member has proved who they are, or has signed in again. */
async function settled(error: unknown): Promise<boolean> {
  if (!(error instanceof Failure)) return false;
  if (error.type === 'proof_needed') return prove();
  return error.type === 'sign_in_needed' && signIn();
}

/** Answers by path that were requested before their page was loaded. */
const early = new Map<string, Promise<unknown>>();

/** Milliseconds within which a page takes an answer that was asked for early; after them it is too old. */
const PREFETCH_MS = 5_000;

/** Requests the data of a page before it opens. */
export function prefetch(path: string): Promise<unknown> {
  const forget = () => early.delete(path);
  const answer = send('GET', path, undefined);
  early.set(path, answer);
  answer.catch(forget);
  setTimeout(forget, PREFETCH_MS);
  return answer;
}

/** The answer that was asked for early, which one request takes. */
function takePrefetched<T>(method: string, path: string): Promise<T> | undefined {
  const answer = method === 'GET' ? early.get(path) : undefined;
  early.delete(path);
  return answer as Promise<T> | undefined;
}

/**
 * Asks the interface of the dashboard; undefined for an answer without a body. Throws `Failure`. Where the service wants a
 * proof of the member, or their session has ended, a dialog opens, and the request is sent again. A change waits while the browser
 * is offline.
 * @param path below `/dashboard/api`
 * @param body sent as JSON; a form with files, or a file, as it is
 */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await (takePrefetched<T>(method, path) ?? send<T>(method, path, body));
  } catch (error) {
    // Who signs out has no need of a session.
    if ((method === 'DELETE' && path === '/session') || !(await settled(error))) throw error;
    return ask<T>(method, path, body);
  }
}

/**
 * Downloads a file of the interface under the name that the service gives it. Throws as `ask` does.
 * @param path below `/dashboard/api`
 */
export async function download(path: string): Promise<void> {
  const answer = await reach(path, { headers: OWN_HEADER });
  if (!answer.ok) {
    const failure = await failureOf(answer);
    if (await settled(failure)) return download(path);
    throw failure;
  }
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  saveFile(await answer.blob(), name);
}

/** Gives the browser a file to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** Milliseconds in which a browser has taken a file that it was given. */
const KEPT_MS = 60_000;

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(BASE + path, init);
  } catch {
    throw new Failure(0, 'unreachable', 'The service can’t be reached. Check your connection, then try again.', null);
  }
}

async function failureOf(answer: Response): Promise<Failure> {
  const read = await answer.json().catch(() => null);
  const { type = 'unknown', message = `The service answered ${answer.status}`, fields } = read?.error ?? {};
  return new Failure(answer.status, type, message, answer.headers.get('x-request-id'), fields);
}

async function send<T>(method: string, path: string, body: unknown): Promise<T> {
  const json = body !== undefined && !(body instanceof FormData || body instanceof Blob);
  const headers = {
    ...OWN_HEADER,
    ...(json && { 'content-type': 'application/json' }),
    ...(Date.now() - lastInput > UNATTENDED_MS && UNATTENDED_HEADER),
  };
  const sent = json ? JSON.stringify(body) : ((body as FormData | Blob | undefined) ?? null);
  // A change is sent to its end, even when its page is closed.
  const keepalive = method !== 'GET' && (sent === null || json);
  if (method !== 'GET') await whenOnline();
  const answer = await reach(path, { method, headers, body: sent, keepalive });
  if (answer.status === 204) return undefined as T;
  if (!answer.ok) throw await failureOf(answer);
  return (await answer.json().catch(() => null)) as T;
}

export type Environment = 'live' | 'sandbox';

export type Session = Answers['GET /session'];

type Permitted = Session['accounts'][number]['may'];

/** An action of a member, in an environment or on the account. */
export type Action = Permitted[keyof Permitted][number];

/** The account and environment of a page. */
export interface Place {
  readonly account: string;
  readonly environment: Environment;
}

/** The part of an address, of a page or of the interface, that names a place. */
export const pathOf = ({ account, environment }: Place): string => `/accounts/${account}/${environment}`;
