import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { Journal, type KeptAnswer } from '../idempotency/journal.ts';
import { fingerprintOf } from './fingerprint.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The journal of a request with an idempotency key; `replayed` where an earlier answer was sent again; undefined without a key. */
    keyed: Keyed | 'replayed' | undefined;
  }
  interface FastifyContextConfig {
    /**
     * The success of the route follows from the request and the results of its transactions, and nothing before them can refuse a
     * repetition. So the journal needs no answer: a repeated request runs again, gets those results, and ends in the same answer.
     */
    answersFromSteps?: boolean;
  }
}

interface Keyed {
  readonly id: string;
  readonly journal: Journal;
}

/** A request that this process answers, or whose answer is not in the store yet. */
interface Running {
  readonly fingerprint: string;
  answer?: KeptAnswer;
}

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** 1 to 255 visible characters of ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Headers of an answer that are sent again with it. The new request sets all other headers. */
const KEPT_HEADERS = ['content-type', 'location', 'retry-after'] as const;

/** Answers that are never kept: the same request may be allowed a moment later. */
const NOT_KEPT = new Set([401, 403, 429]);

/**
 * Answers requests with an `Idempotency-Key` once: a request that is sent again gets the first answer. The scope of a key is account,
 * environment, method and path, and for SDK tokens the applicant.
 */
export class IdempotencyKeys {
  readonly #services: Services;
  readonly #running = new Map<string, Running>();
  readonly #keeping = new Set<Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Applies to the routes that `instance` gets from now on, behind their authentication. */
  install(instance: FastifyInstance): void {
    instance.addHook('onRoute', (route) => this.#addTo(route));
    instance.addHook('onClose', async () => {
      await Promise.all(this.#keeping);
    });
  }

  #addTo(route: RouteOptions): void {
    if (![route.method].flat().some((method) => METHODS.has(method))) return;
    // After the hook that reads an upload, whose file is part of the request.
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request, reply, done) => {
        if (request.headers['idempotency-key'] === undefined) done();
        else this.#begin(request, reply).then((sent) => sent || done(), done);
      },
    ];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, reply, payload, done) => {
        if (request.keyed && request.keyed !== 'replayed') this.#end(request.keyed, request, reply, payload);
        done();
      },
    ];
  }

  /** Opens the journal of a request, or sends the answer that was kept. Resolves with true where it has sent one. */
  async #begin(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const id = this.#idOf(request);
    const fingerprint = fingerprintOf(request);
    const running = this.#running.get(id);
    if (running) {
      if (running.fingerprint !== fingerprint) throw problem('idempotency_key_reused');
      if (!running.answer) throw problem('idempotency_key_in_use', { retryAfter: 1 });
      return sendAgain(request, reply, running.answer);
    }
    this.#running.set(id, { fingerprint });
    let journal: Journal;
    try {
      journal = await Journal.open(request.session.ctx, { id, fingerprint, applicantOf: applicantOf(request) });
    } catch (error) {
      this.#running.delete(id);
      throw error;
    }
    if (journal.answer) {
      this.#running.delete(id);
      return sendAgain(request, reply, journal.answer);
    }
    request.keyed = { id, journal };
    request.session = { ctx: journal.context(), sdk: request.session.sdk };
    return false;
  }

  #idOf({ headers, session, method, originalUrl }: FastifyRequest): string {
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw problem('bad_request', { message: 'Idempotency-Key must have 1 to 255 visible ASCII characters' });
    }
    const { ctx, sdk } = session;
    const [path] = originalUrl.split('?', 1);
    const scope = [ctx.account_id, ctx.environment, sdk?.applicantId ?? null, method, path, key];
    return this.#services.master.hash('idempotency-keys', JSON.stringify(scope));
  }

  #end({ id, journal }: Keyed, request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    if (journal.isRepetition) markReplayed(request, reply);
    const isRebuilt = request.routeOptions.config.answersFromSteps && journal.hasSteps && reply.statusCode < 400;
    const answer = isRebuilt ? undefined : answerOf(request, reply, payload);
    if (!answer) {
      this.#running.delete(id);
      return;
    }
    // The client need not wait: without the answer, a request that is sent again gets the same one from its steps.
    (this.#running.get(id) as Running).answer = answer;
    const keeping = journal
      .keep(answer)
      .catch((error) => request.log.error({ err: error, reqId: request.id }, 'an answer could not be kept'))
      .finally(() => {
        this.#running.delete(id);
        this.#keeping.delete(keeping);
      });
    this.#keeping.add(keeping);
  }
}

/** The answer to keep; undefined for one that a repetition may change. */
function answerOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): KeptAnswer | undefined {
  const { statusCode: status } = reply;
  if (status >= 500 || NOT_KEPT.has(status) || request.problem?.type === 'idempotency_key_in_use') return undefined;
  const body = payload ?? '';
  if (typeof body !== 'string') return undefined;
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { status, headers: Object.fromEntries(headers), body };
}

function sendAgain(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): true {
  markReplayed(request, reply);
  reply
    .code(answer.status)
    .headers(answer.headers)
    .serializer((body: string) => body)
    .send(answer.body === '' ? undefined : answer.body);
  return true;
}

function markReplayed(request: FastifyRequest, reply: FastifyReply): void {
  request.keyed = 'replayed';
  reply.header('idempotent-replayed', 'true');
}

/** Finds the applicant of a result: the applicant of the SDK token, of the path or of the body, or else of the result itself. */
function applicantOf({ session, params, body, routeOptions }: FastifyRequest): (result: unknown) => string | undefined {
  const { id, applicant_id = id } = (params ?? {}) as Record<string, unknown>;
  const ofApplicants = /\/applicants(?:\/|$)/.test(routeOptions.url ?? '');
  const named = [session.sdk?.applicantId, ofApplicants ? applicant_id : undefined, fieldOf(body, 'applicant_id')];
  const known = named.find((value) => typeof value === 'string') as string | undefined;
  if (known !== undefined) return () => known;
  return (result) => fieldOf(result, 'applicant_id') ?? (ofApplicants ? fieldOf(result, 'id') : undefined);
}

function fieldOf(value: unknown, name: string): string | undefined {
  const field = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}
