import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type FieldErrors, invalid, problem } from '../base/errors.ts';
import { holdsUnstorable, isUnstorable } from '../base/storable-text.ts';
import { CONTROL } from '../input-rules/rule.ts';

/** An object of parameters; not a stream or bytes, which routes read themselves. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Readable);
}

function wrongFields(parameters: unknown): FieldErrors {
  if (!isPlain(parameters)) return {};
  const wrong = Object.entries(parameters).filter(
    ([name, value]) => isUnstorable(name) || holdsUnstorable(value, isPlain),
  );
  return Object.fromEntries(
    wrong.map(([name, value]) => (isUnstorable(name) ? ['base', [CONTROL]] : [name, [messageFor(value)]])),
  );
}

/** The fault of a value. For a text of several lines, such as a table, the fault names the first wrong line. */
function messageFor(value: unknown): string {
  const lines = typeof value === 'string' ? value.split(/\r\n|\n|\r/) : [];
  return lines.length > 1 ? `line ${lines.findIndex(isUnstorable) + 1}: ${CONTROL}` : CONTROL;
}

/**
 * Refuses text that no store keeps, on every route of `app`: `bad_request` in the path, `validation_error` in the query and
 * in bodies of any kind, once they are parsed. Bytes of files aren't text.
 */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (holdsUnstorable(request.params, isPlain)) {
      done(problem('bad_request', { message: 'The path of the request must not contain control characters' }));
      return;
    }
    const { query, body } = request;
    if (!holdsUnstorable(query, isPlain) && !holdsUnstorable(body, isPlain)) done();
    else done(invalid({ ...wrongFields(query), ...wrongFields(body) }));
  });
}
