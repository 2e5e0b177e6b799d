import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_LIMIT, fromForm, parseJson } from './bodies.ts';
import { isMultipart, readMultipart } from './multipart.ts';
import { nestParameters } from './nested-query.ts';

/** Puts the text fields of a multipart body in place of its stream, for routes that take no file. */
export async function readFields(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isMultipart(request)) request.body = fromForm(await readMultipart(request, reply, { mostBytes: BODY_LIMIT }));
}

/**
 * `location[ip_address]=…` as nested objects; a field `location` of JSON text is taken apart too. Throws `bad_request` for
 * names that `nestParameters` refuses.
 */
export function nestBrackets(fields: Record<string, string>): Record<string, unknown> {
  const nested = nestParameters(Object.entries(fields));
  for (const [name, value] of Object.entries(nested)) {
    if (typeof value === 'string' && value.trimStart().startsWith('{')) nested[name] = parsed(value) ?? value;
  }
  return nested;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
