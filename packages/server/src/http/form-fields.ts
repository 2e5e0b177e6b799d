import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { problem } from '../core/errors.ts';
import { fromForm } from './bodies.ts';

/** A text field of a form: far more than any value has. */
const FIELD_BYTES = 64 * 1024;
const FIELD_COUNT = 50;

/** Puts the text fields of a multipart body in place of its stream, for routes that take no file. */
export async function readFields(request: FastifyRequest): Promise<void> {
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) return;
  request.body = fromForm(await fieldsOf(request.body as Readable, request.headers as Record<string, string>));
}

function fieldsOf(source: Readable, headers: Record<string, string>): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(problem('bad_request', { message: 'The multipart body is malformed' }));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { ...headers, 'content-type': headers['content-type'] as string },
        limits: { fieldSize: FIELD_BYTES, fields: FIELD_COUNT, files: 0 },
      });
    } catch {
      return malformed();
    }
    const fields: Record<string, string> = Object.create(null);
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('finish', () => resolve({ ...fields }));
    parser.on('error', malformed);
    source.on('error', malformed);
    source.pipe(parser);
  });
}
