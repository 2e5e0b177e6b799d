import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorType, errorCatalogue, invalid, Problem, problem } from '../base/errors.ts';
import { fieldsInWords } from '../base/field-words.ts';
import { isNoSpace } from '../base/no-space.ts';
import { Unavailable } from '../base/unavailable.ts';
import { toFields } from './fields.ts';

/** Errors that Fastify itself may throw, by their code; every other 4xx is a `bad_request`. */
const frameworkErrors: Record<string, ErrorType> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'resource_not_found',
};

const NO_SPACE = 'The service has no space left to store this. Please try again later';

/** An operator has to make room, which takes longer than a second. */
const NO_SPACE_RETRY_SECONDS = 60;

/** Turns a thrown value into an error of the catalogue; an unknown one becomes a bare 500. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { validation, validationContext, code, statusCode } = error as FastifyError;
  if (validation) return validationContext === 'headers' ? problem('bad_request') : invalid(toFields(validation));
  if (code && frameworkErrors[code]) return problem(frameworkErrors[code]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem('bad_request');
  if (isNoSpace(error)) return problem('unavailable', { message: NO_SPACE, retryAfter: NO_SPACE_RETRY_SECONDS });
  if (error instanceof Unavailable) {
    const message = `${error.part} is not available at the moment. Please try again later`;
    return problem('unavailable', { message, retryAfter: error.retryAfter });
  }
  return problem('internal_server_error');
}

/** Form of errors in a version. */
export interface ErrorFormat {
  /** Converts an error to the version's own name for it, if it differs from v3's. */
  readonly translate?: (found: Problem) => Problem;
  /** The body of the answer. */
  render(found: Problem, requestId: string): unknown;
}

/**
 * `{error: {type, message, fields?}}`: contract 3.1. Only validation errors have `fields`; what another error
 * says of them stands in its message.
 */
export const v3Errors: ErrorFormat = {
  translate(found) {
    const { type, message, fields, retryAfter } = found;
    if (fields === undefined || type === 'validation_error') return found;
    return problem(type, {
      message: `${message}: ${fieldsInWords(fields)}`,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  },
  render: (found) => ({
    error: {
      type: found.type,
      message: found.message,
      ...(found.fields === undefined ? {} : { fields: found.fields }),
    },
  }),
};

/** Returns whether part of a request's body is still to come. */
function bodyArrives({ raw: { complete, headers } }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return !complete && (headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0'));
}

/**
 * Answers a request that was refused. One without valid credentials, whose body still arrives, is answered from its
 * headers, and its connection ends with the answer: see `Connections`. A body that came along with the headers, as most do,
 * ends no connection.
 */
export function answerRefused(request: FastifyRequest, reply: FastifyReply, answer: () => void): void {
  if (request.session || !bodyArrives(request)) {
    answer();
    return;
  }
  // The parser reads all received bytes before the next turn.
  setImmediate(() => {
    if (bodyArrives(request)) reply.header('connection', 'close');
    answer();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that answers the request; undefined without one. */
    problem: Problem | undefined;
  }
}

/**
 * Notes the error that answers a request. A header has the id of the request, by which a developer finds it in the request log, and
 * an operator the details of an unforeseen error in the log of the process.
 */
export function noteProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  request.problem = problem;
  reply.header('x-request-id', request.id);
}

/** Answers with the error. */
export function sendProblem(face: ErrorFormat | ((request: FastifyRequest) => ErrorFormat)) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { translate, render } = typeof face === 'function' ? face(request) : face;
    const problem = toProblem(error);
    const found = translate?.(problem) ?? problem;
    noteProblem(request, reply, problem);
    if (found.status >= 500) request.log.error({ err: error, reqId: request.id }, 'a request failed');
    if (found.retryAfter !== undefined) reply.header('retry-after', String(found.retryAfter));
    reply
      .code(errorCatalogue[found.type].status)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer(JSON.stringify);
    answerRefused(request, reply, () => reply.send(render(found, request.id)));
  };
}
