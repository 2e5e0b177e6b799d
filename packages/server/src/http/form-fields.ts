import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { problem } from '../base/errors.ts';
import { fromForm, parseJson } from './bodies.ts';
import { nestParameters } from './nested-query.ts';

/** A text field of a form: far more than any value has. */
export const FIELD_BYTES = 64 * 1024;
export const FIELD_COUNT = 50;

/** Puts the text fields of a multipart body in place of its stream, for routes that take no file. */
export async function readFields(request: FastifyRequest): Promise<void> {
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) return;
  request.body = fromForm(await fieldsOf(request.body as Readable, request.headers as { 'content-type': string }));
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

function fieldsOf(source: Readable, headers: { 'content-type': string }): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(problem('bad_request', { message: 'The multipart body is malformed' }));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers, limits: { fieldSize: FIELD_BYTES, fields: FIELD_COUNT, files: 0 } });
    } catch {
      return malformed();
    }
    const fields: Record<string, string> = {};
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('finish', () => resolve(fields));
    parser.on('error', malformed);
    source.on('error', malformed);
    source.on('close', () => {
      if (!source.readableEnded) malformed();
    });
    source.pipe(parser);
  });
}
