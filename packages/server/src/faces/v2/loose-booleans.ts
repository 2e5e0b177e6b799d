import type { FastifyRequest } from 'fastify';
import { isForm } from '../../http/bodies.ts';

/** How languages write booleans into forms, beside `true` and `false`. */
const written: Readonly<Record<string, string>> = { 1: 'true', 0: 'false', True: 'true', False: 'false', on: 'true' };

/** Reads the named fields of a form as booleans, however its language wrote them. */
export function looseBooleans(...names: readonly string[]) {
  return async ({ body }: FastifyRequest): Promise<void> => {
    if (!isForm(body)) return;
    const fields = body as Record<string, unknown>;
    for (const name of names) {
      const text = fields[name];
      if (typeof text === 'string' && Object.hasOwn(written, text)) fields[name] = written[text];
    }
  };
}
