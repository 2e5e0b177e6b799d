import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { invalid, type Problem, problem } from '../base/errors.ts';
import { CONTROL } from '../core/rules/rule.ts';
import { safeFileName } from '../media-files/file-name.ts';
import { type ReceivedFile, receive } from '../media-files/receive.ts';
import { refused, type UploadKind, uploadRules } from '../media-files/rules.ts';
import { countMedia } from '../store/queries/media.ts';
import { fromForm } from './bodies.ts';
import { FIELD_BYTES, FIELD_COUNT, nestBrackets } from './form-fields.ts';
import { isUnstorable } from './text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | undefined;
  }
}

/** A file that lies in the storage and waits for its row. */
export interface Upload {
  readonly mediaId: string;
  readonly fileName: string;
  readonly file: ReceivedFile;
  /** Set by whoever has written the row; else the file is deleted when the answer is sent. */
  claimed: boolean;
}

/** What the parser says of a part without a type (RFC 7578, section 4.4): it claims nothing. */
const UNTYPED = 'text/plain';

/** Files that an applicant has before capture SDKs may add no more: a capture is ten, with every try that failed. */
const MOST_SDK_FILES = 200;

/** Bytes of them: some twenty videos of the largest size, besides the pictures. */
const MOST_SDK_BYTES = 1024 ** 3;

/** A refused upload is read to its end, so that the client gets to see the answer, but no further than this. */
const DRAIN_BYTES = 32 * 1024 * 1024;

/**
 * Options of a route that takes a file of a kind. That part of a multipart body streams into the storage as it
 * comes, the other fields become the body; they may stand before or after the file. Other bodies are left as they are,
 * and have no file. A file that the handler hasn't claimed when the answer is made, whether anybody still waits for it
 * or not, is deleted. The text of `booleans` may be in any case: some languages write `True`.
 */
export function takesFile(kind: UploadKind, ...booleans: readonly string[]) {
  return { preValidation: readUpload(kind, booleans), onSend: discardUnclaimed };
}

function readUpload(kind: UploadKind, booleans: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) return;
    const fields = await new Parsing(request, kind, await tooMany(request, kind)).run(request.body as Readable);
    for (const name of booleans) if (fields[name] !== undefined) fields[name] = fields[name].toLowerCase();
    request.body = fromForm(nestBrackets(fields));
  };
}

/** What an upload with an SDK token is refused with whose applicant has enough: whoever has one can't fill the disk. */
async function tooMany({ session }: FastifyRequest, kind: UploadKind): Promise<Problem | undefined> {
  if (!session.sdk) return undefined;
  const counted = await session.ctx.read.first(countMedia, { applicant_id: session.sdk.applicantId });
  if (Number(counted?.n ?? 0) < MOST_SDK_FILES && Number(counted?.bytes ?? 0) < MOST_SDK_BYTES) return undefined;
  return refused(uploadRules[kind], 'content', 'is one too many');
}

async function discardUnclaimed(request: FastifyRequest): Promise<void> {
  const { upload, session } = request;
  if (upload && !upload.claimed) await session.ctx.services.storage.delete(upload.file.storageKey);
}

class Parsing {
  readonly #request: FastifyRequest;
  readonly #kind: UploadKind;
  readonly #fields: Record<string, string> = {};
  #file: Promise<void> | undefined;
  #refused: unknown;

  /** @param refused why nothing is taken, known before; it is read to its end all the same */
  constructor(request: FastifyRequest, kind: UploadKind, refused: Problem | undefined) {
    this.#request = request;
    this.#kind = kind;
    this.#refused = refused;
  }

  async run(source: Readable): Promise<Record<string, string>> {
    const parser = this.#parser();
    let read = 0;
    source.on('data', (bytes: Buffer) => {
      read += bytes.length;
      if (this.#refused && read > DRAIN_BYTES) source.destroy();
    });
    try {
      await new Promise<void>((resolve, reject) => {
        const broken = () => reject(problem('bad_request', { message: 'The multipart body is malformed' }));
        parser.on('field', (name, value) => {
          this.#fields[name] = value;
        });
        parser.on('file', (name, stream, fileName, _encoding, type) =>
          this.#take(name, stream, fileName, type, source),
        );
        parser.on('finish', () => resolve());
        parser.on('error', broken);
        source.on('error', broken);
        source.on('close', () => {
          if (!source.readableEnded) broken();
        });
        source.pipe(parser);
      });
    } finally {
      await this.#file;
    }
    if (this.#refused) throw this.#refused;
    return this.#fields;
  }

  #parser(): BusboyInstance {
    try {
      return new Busboy({
        headers: this.#request.headers as { 'content-type': string },
        limits: { fieldSize: FIELD_BYTES, fields: FIELD_COUNT, files: 2 },
      });
    } catch {
      throw problem('bad_request', { message: 'The multipart body is malformed' });
    }
  }

  #take(name: string, stream: BusboyFileStream, fileName: string, type: string, source: Readable): void {
    // Whoever reads it hears of an error; when nobody does any more, it must not bring down the process.
    stream.on('error', () => {});
    if (name !== uploadRules[this.#kind].part || this.#file || this.#refused) {
      stream.resume();
      return;
    }
    // A client that breaks off must not leave half a file that looks whole.
    source.on('close', () => {
      if (!source.readableEnded) stream.destroy(new Error('The client closed the connection'));
    });
    this.#file = this.#store(stream, fileName, type).catch((error: Problem) => {
      this.#refused = error;
      stream.resume();
    });
  }

  async #store(stream: BusboyFileStream, given: string, claimedType: string): Promise<void> {
    const { ctx } = this.#request.session;
    const mediaId = ctx.services.ids.uuid();
    // A part may come without a name, which no declaration of the parser tells.
    const name = unescapedName(given ?? '');
    if (isUnstorable(name)) throw invalid({ [uploadRules[this.#kind].part]: [CONTROL] });
    const fileName = safeFileName(name);
    const file = await receive(keepOpen(stream), {
      storage: ctx.services.storage,
      account: ctx.account_id,
      mediaId,
      rules: uploadRules[this.#kind],
      claimedType: claimedType === UNTYPED ? undefined : claimedType,
      fileName,
    });
    this.#request.upload = { mediaId, fileName, file, claimed: false };
  }
}

/** Browsers, and clients that follow them, write these three characters of a file's name so, and no other (HTML, multipart form data). */
function unescapedName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/** The bytes of a stream that isn't destroyed when its reader stops early: the parser needs it to end by itself. */
async function* keepOpen(stream: Readable): AsyncGenerator<Uint8Array> {
  yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}
