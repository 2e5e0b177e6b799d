import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problem } from '../base/errors.ts';

/** Maximum size of a text field in bytes, far more than any value needs. */
export const FIELD_BYTES = 64 * 1024;

/** Text fields of a form. */
export const FIELD_COUNT = 50;

/** Files of a form: one, and one that is ignored. */
const FILE_COUNT = 2;

/** Bytes of the headers of a part: clients send a name, the name of a file and a type. Longer ones are cut off. */
const HEADER_BYTES = 8 * 1024;
const HEADER_COUNT = 16;

/** Type that some clients give to a file without a name. */
const BYTES = 'application/octet-stream';

/** Type of a field whose value is an object. Clients that append the field as a Blob also send a file name. */
const JSON_TYPE = 'application/json';

/** A body with a refused file is read to its end, so that its client reads the answer, but no further than this. */
const DRAIN_BYTES = 32 * 1024 * 1024;

/** A part that is a file. */
export interface FilePart {
  readonly name: string;
  readonly stream: BusboyFileStream;
  /** Name of the file as the client sent it, if it did. */
  readonly fileName: string | undefined;
  readonly type: string;
}

export interface MultipartOptions {
  /** Bytes of the whole body. */
  readonly mostBytes: number;
  /** Files of the form. Default: one, and one that is ignored. */
  readonly mostFiles?: number;
  /** Gets the text fields as they come, even for a body that is refused. */
  readonly fields?: Record<string, string>;
  /**
   * The field that is a file, even if the client gives it no name. JSON of any other field is text, even if the client gives it a
   * name. Default: every part with a name is a file.
   */
  readonly fileField?: string;
  /**
   * Takes the bytes of a file as they come; what it throws refuses the request. Undefined when the file is of no interest.
   * Its stream fails when the body breaks off or exceeds a limit.
   */
  takeFile?(part: FilePart): Promise<void> | undefined;
}

/** Returns whether a request comes with a multipart body. */
export function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
}

/**
 * Reads a multipart body (RFC 7578), which the route has as a stream; answers its text fields.
 *
 * Nothing is parsed beyond the first excess. Throws `payload_too_large` for too many bytes, parts or fields, or too long a
 * field, and then ends the connection after the answer; `bad_request` for a body that is malformed or breaks off; and what
 * `takeFile` throws, once the rest of the body was read: of that the fields are kept, and files are dropped.
 */
export async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  { mostBytes, mostFiles = FILE_COUNT, fields = {}, fileField, takeFile }: MultipartOptions,
): Promise<Record<string, string>> {
  const source = request.body as Readable;
  const files: { stream: BusboyFileStream; taken: Promise<void> | undefined }[] = [];
  const parser = openParser(request, mostFiles, fileField);
  try {
    await new Promise<void>((resolve, reject) => {
      let read = 0;
      let refusal: unknown;
      let parsing = true;
      let ended = false;

      const stopParsing = () => {
        parsing = false;
        source.unpipe(parser);
        for (const { stream } of files) stream.destroy(new Error('The rest of the request body is ignored'));
        source.resume();
      };
      const end = (error: unknown) => {
        if (ended) return;
        ended = true;
        stopParsing();
        if (!request.raw.complete) reply.header('connection', 'close');
        reject(error);
      };
      // The first refusal answers the request.
      const excess = (error: unknown) => {
        if (refusal === undefined) return end(error);
        stopParsing();
        if (source.readableEnded) reject(refusal);
      };
      const tooLarge = (what: string) =>
        excess(problem('payload_too_large', { message: `The multipart body ${what}` }));
      const refuse = (error: unknown) => {
        refusal ??= error;
        // A stream that its reader has closed holds up the parser: nothing after it can be read.
        if (files.some(({ stream }) => stream.destroyed && !stream.readableEnded)) {
          stopParsing();
          if (source.readableEnded) reject(refusal);
        } else for (const { stream } of files) stream.resume();
      };

      source.on('data', ({ length }: Buffer) => {
        read += length;
        if (ended) return;
        if (refusal === undefined && read > mostBytes) tooLarge(`is larger than ${mostBytes} bytes`);
        else if (refusal !== undefined && read > DRAIN_BYTES) end(refusal);
      });
      source.on('end', () => {
        if (!parsing && refusal !== undefined) reject(refusal);
      });
      source.on('error', () => end(malformed()));
      source.on('close', () => {
        if (!source.readableEnded) end(malformed());
      });
      parser.on('field', (name, value, _nameTruncated, truncated) => {
        if (truncated) tooLarge(`has a field of more than ${FIELD_BYTES} bytes`);
        else if (name !== undefined) fields[name] = value;
      });
      parser.on('fieldsLimit', () => tooLarge(`has more than ${FIELD_COUNT} fields`));
      parser.on('partsLimit', () => tooLarge(`has more than ${FIELD_COUNT + mostFiles} parts`));
      parser.on('file', (name, stream, fileName, _encoding, type) => {
        // Its reader gets the error; without one, the error must not end the process.
        stream.on('error', () => {});
        const taken = refusal === undefined ? takeFile?.({ name, stream, fileName, type }) : undefined;
        files.push({ stream, taken });
        if (taken) taken.catch(refuse);
        else stream.resume();
      });
      parser.on('finish', () => {
        void Promise.all(files.map(({ taken }) => taken)).then(() => resolve(), reject);
      });
      parser.on('error', () => excess(malformed()));
      source.pipe(parser);
    });
  } finally {
    // What was taken of a file is settled, too, when the answer is made.
    await Promise.allSettled(files.map(({ taken }) => taken));
  }
  return fields;
}

function openParser({ headers }: FastifyRequest, files: number, fileField?: string): BusboyInstance {
  const limits = {
    fieldSize: FIELD_BYTES,
    fields: FIELD_COUNT,
    files,
    parts: FIELD_COUNT + files,
    headerSize: HEADER_BYTES,
    headerPairs: HEADER_COUNT,
  };
  try {
    return new Busboy({
      headers: headers as { 'content-type': string },
      limits,
      isPartAFile: (name, type, fileName) => {
        if (name === fileField || type === BYTES) return true;
        return fileName !== undefined && !(fileField !== undefined && type === JSON_TYPE);
      },
    });
  } catch {
    throw malformed();
  }
}

function malformed(): Problem {
  return problem('bad_request', { message: 'The multipart body is malformed' });
}
