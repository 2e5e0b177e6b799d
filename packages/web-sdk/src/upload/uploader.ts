import { isPhone } from '../device.ts';
import type { Choice, Part } from '../flow/plan.ts';
import type { FlowEvent, State } from '../flow/state.ts';
import type { Progress } from '../kit.ts';
import type { Settings } from '../options/read.ts';
import type { Captured } from '../result.ts';
import { type Outcome, readAnswer } from './answers.ts';
import { type Service, uploadDocument, uploadFilm, uploadSelfie } from './calls.ts';
import type { Picture } from './picture.ts';
import {
  type Access,
  type Reply,
  refusedAsExpired,
  type Sending,
  send as sendCall,
  Unsent,
  withToken,
} from './send.ts';

/** A capture and the step that it belongs to. */
export interface Upload {
  readonly file: Picture;
  readonly state: State;
  readonly part: Part | undefined;
  readonly choice: Choice | undefined;
  /** Id of the language of the screens. */
  readonly language: string;
}

export interface UploaderOptions {
  settings(): Settings;
  renew: Access['renew'];
  /** True if this is a phone that got its steps from a computer. */
  readonly crossDevice: boolean;
  /** Sends the end of an upload to the flow. */
  send(event: FlowEvent): void;
  /** Reports an unexpected error. */
  fail(error: unknown): void;
}

/** Several calls in a row, each once the former was answered, until `stop`: then they throw an `AbortError`. */
export interface Connection {
  readonly signal: AbortSignal;
  /** Calls the service by GET, or by POST with a body. Throws `Unsent`. */
  call(path: string, json?: object): Promise<Reply>;
}

export type Uploader = ReturnType<typeof makeUploader>;

/** Uploads the captures, one file at a time, and sends the outcome to the flow. */
export function makeUploader({ settings, renew, crossDevice, send, fail }: UploaderOptions) {
  let running: AbortController | undefined;
  let watcher: ((progress: Progress) => void) | undefined;
  let arrived: Captured | undefined;
  const access: Access = { token: () => settings().options.token, renew };

  function start(): AbortController {
    running = new AbortController();
    return running;
  }

  function call(method: 'GET' | 'POST', path: string, json: object | undefined, sending: Sending): Promise<Reply> {
    const body = () => (json ? JSON.stringify(json) : null);
    return sendCall({ method, url: settings().token.api + path, access, body }, sending);
  }

  /** Uploads; `uploaded`, `warned`, `refused`, `unsent` or `end` follows, unless it was stopped. */
  async function upload(request: Upload): Promise<void> {
    const abort = start();
    let progress: Progress = { part: 0, waiting: null };
    const report = (more: Partial<Progress>) => {
      progress = { ...progress, ...more };
      if (running === abort) watcher?.(progress);
    };
    const sending = {
      signal: abort.signal,
      onProgress: (sent: number) => report({ part: sent }),
      onWait: (waiting: Progress['waiting']) => report({ waiting }),
    };
    try {
      const outcome = await callFor(serviceOf(settings(), access, crossDevice), request, sending);
      if (abort.signal.aborted) return;
      arrived = outcome.id === null ? undefined : capturedAs(outcome.id, request);
      send(outcome.event);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof Unsent) send({ type: 'unsent', what: error.what });
      else fail(error);
    }
  }

  return {
    upload,

    /** Implements `Kit.ask`. */
    async ask(path: string, json?: object, method: 'GET' | 'POST' = 'POST'): Promise<Record<string, unknown> | null> {
      const { signal } = start();
      try {
        const reply = await call(method, path, json, { signal });
        if (reply.status === 204) return {};
        if (reply.status === 200 || reply.status === 201) return reply.body;
        const { event } = readAnswer(reply);
        if (event.type === 'end') send(event);
        return null;
      } catch {
        return null;
      }
    },

    /** Implements `Kit.download`. */
    async download(path: string): Promise<Blob | null> {
      const { signal } = start();
      const get = (token: string) =>
        fetch(settings().token.api + path, { signal, headers: { authorization: `Bearer ${token}` } });
      const isExpired = async (reply: Response) =>
        !reply.ok && refusedAsExpired({ status: reply.status, body: await reply.json() });
      try {
        const reply = await withToken(access, get, isExpired);
        return reply.ok ? await reply.blob() : null;
      } catch {
        return null;
      }
    },

    connect(): Connection {
      const { signal } = start();
      const onWait = (waiting: Progress['waiting']) => watcher?.({ part: 0, waiting });
      return { signal, call: (path, json) => call(json ? 'POST' : 'GET', path, json, { signal, onWait }) };
    },

    /** Reports the running upload to this listener alone. */
    watch(listener: ((progress: Progress) => void) | undefined): void {
      watcher = listener;
    },

    /** Returns the upload that the service accepted last, once. */
    delivered(): Captured | undefined {
      const last = arrived;
      arrived = undefined;
      return last;
    },

    stop: () => running?.abort(),
  };
}

function serviceOf({ token, enterprise }: Settings, access: Access, crossDevice: boolean): Service {
  const { useCustomizedApiRequests: own, onSubmitDocument, onSubmitSelfie, onSubmitVideo, formatter } = enterprise;
  return {
    api: token.api,
    access,
    phone: isPhone(),
    crossDevice,
    formatter: formatter ?? 'formData',
    ...(own ? { onSubmitDocument, onSubmitSelfie, onSubmitVideo } : {}),
  };
}

function callFor(service: Service, { file, state, part, choice, language }: Upload, sending: Sending) {
  const { side, country, refusals } = state;
  if (choice && part?.kind !== 'face') {
    // A close-up of a code is not a picture of a document.
    const validate = part?.kind === 'document' && part.stepUp?.kind !== 'seal';
    return uploadDocument(service, { picture: file, type: choice.type, side, country, validate, refusals }, sending);
  }
  return part?.kind === 'face' && part.variant !== 'standard'
    ? uploadFilm(service, file, { refusals, language }, sending)
    : uploadSelfie(service, file, refusals, sending);
}

function capturedAs(id: NonNullable<Outcome['id']>, { file, part, choice, state }: Upload): Captured {
  const face = part?.kind === 'face';
  const kind = part?.kind === 'poa' ? 'poa' : face ? 'face' : 'document';
  const type = choice?.type ?? (face ? part.variant : '');
  return { kind, id, type, side: state.side, ...(file.film ? { filmed: true } : {}) };
}
