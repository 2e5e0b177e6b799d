import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type FieldErrors, invalid, problem } from '../base/errors.ts';
import { CONTROL } from '../core/rules/rule.ts';

/**
 * Half of a surrogate pair: no character, and no UTF-8 (RFC 3629, section 3). Encoders replace it without a word, so
 * what is read later would not be what was sent.
 */
const UNPAIRED = /\p{Surrogate}/u;

/** Whether no store keeps a text as it is: PostgreSQL takes no NUL (its documentation, 8.3), and nothing keeps halves of pairs. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || UNPAIRED.test(text);
}

/** Whether a text anywhere in parsed JSON or a parsed form, keys included, can't be stored. */
function holdsUnstorable(value: unknown): boolean {
  // Without recursion: a body may nest deeper than the stack.
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (isUnstorable(one)) return true;
    } else if (Array.isArray(one)) {
      for (const item of one) left.push(item);
    } else if (isPlain(one)) {
      for (const [key, item] of Object.entries(one)) {
        if (isUnstorable(key)) return true;
        left.push(item);
      }
    }
  }
  return false;
}

/** An object of parameters; not a stream or bytes, which routes read themselves. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Readable);
}

function wrongFields(parameters: unknown): FieldErrors {
  if (!isPlain(parameters)) return {};
  const wrong = Object.entries(parameters).filter(([name, value]) => isUnstorable(name) || holdsUnstorable(value));
  return Object.fromEntries(wrong.map(([name]) => [isUnstorable(name) ? 'base' : name, [CONTROL]]));
}

/**
 * Refuses text that no store keeps, on every route of `app`: `bad_request` in the path, `validation_error` in the query and
 * in bodies of any kind, once they are parsed. Bytes of files aren't text.
 */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (holdsUnstorable(request.params)) {
      done(problem('bad_request', { message: 'The path of the request must not contain control characters' }));
      return;
    }
    const fields = { ...wrongFields(request.query), ...wrongFields(request.body) };
    done(Object.keys(fields).length > 0 ? invalid(fields) : undefined);
  });
}
