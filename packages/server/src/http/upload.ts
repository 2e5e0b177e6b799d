import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid, type Problem } from '../base/errors.ts';
import { isUnstorable } from '../base/storable-text.ts';
import { CONTROL } from '../input-rules/rule.ts';
import { PendingUpload } from '../media/pending-upload.ts';
import { noteRefusedUpload } from '../media/refused.ts';
import { hasEnoughMedia } from '../media/sdk-allowance.ts';
import { safeFileName } from '../media-files/file-name.ts';
import { receive } from '../media-files/receive.ts';
import { largestOf, type UploadKind, uploadRules } from '../media-files/rules.ts';
import { BODY_LIMIT, fromForm } from './bodies.ts';
import { nestBrackets } from './form-fields.ts';
import { type FilePart, isMultipart, readMultipart } from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a route that takes one; undefined where the client sent none. */
    upload: PendingUpload | undefined;
  }
}

/** Type that the parser gives a part without a type (RFC 7578, section 4.4): it claims nothing. */
const UNTYPED = 'text/plain';

/** Bytes of a form beside its file. */
const FORM_BYTES = BODY_LIMIT;

/**
 * Bytes of the longest delimiter that the parser takes. It keeps the beginning of a delimiter in a buffer of its own until more bytes show
 * what it is. If they are part of the file, they come as a chunk in that buffer.
 */
const LONGEST_DELIMITER = 256;

/** The applicant whom a request names; there may be none. */
type ApplicantNamed = (request: FastifyRequest) => unknown;

const inBody: ApplicantNamed = ({ body }) => (body as { applicant_id?: unknown } | null | undefined)?.applicant_id;

/**
 * Options of a route that takes a file of a kind. That part of a multipart body streams into the storage as it
 * comes, the other fields become the body; they may stand before or after the file. Other bodies are left as they are,
 * and have no file. A file without a row is deleted when the answer is made, whether the client still waits for it or not.
 * A field that is empty counts as absent: a form of a browser can't leave one out. That a file was refused is noted for the
 * applicant of the SDK token, else for the one whom the request names.
 */
export function takesFile(kind: UploadKind, applicantNamed = inBody) {
  return {
    preValidation: readUpload(kind),
    onSend: [discardUnclaimed, noteRefusal(applicantNamed), countUpload(kind)],
  };
}

function readUpload(kind: UploadKind) {
  const { part } = uploadRules[kind];
  const mostBytes = largestOf(uploadRules[kind]) + FORM_BYTES;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isMultipart(request)) return;
    const refusal = await tooMany(request, kind);
    let taken = false;
    const takeFile = ({ name, ...file }: FilePart) => {
      if (name !== part || taken) return undefined;
      taken = true;
      return refusal ? Promise.reject(refusal) : store(request, kind, file);
    };
    const fields: Record<string, string> = {};
    try {
      await readMultipart(request, reply, { mostBytes, fileField: part, takeFile, fields });
    } finally {
      // Log lines of a refused upload name its applicant, too.
      request.body = fields;
    }
    const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    request.body = fromForm(nestBrackets(filled));
  };
}

/** The refusal of an upload with an SDK token if the applicant has the maximum number of files from capture SDKs. */
async function tooMany({ session }: FastifyRequest, kind: UploadKind): Promise<Problem | undefined> {
  if (!session.sdk) return undefined;
  if (!(await hasEnoughMedia(session.ctx, session.sdk.applicantId))) return undefined;
  return invalid({ [uploadRules[kind].fields.content]: ['is one too many'] });
}

async function discardUnclaimed({ upload }: FastifyRequest): Promise<void> {
  await upload?.discardUnclaimed();
}

function noteRefusal(applicantNamed: ApplicantNamed) {
  return async (request: FastifyRequest): Promise<void> => {
    const { problem, session } = request;
    if (!problem?.fileFault) return;
    const applicantId = session.sdk?.applicantId ?? applicantNamed(request);
    if (typeof applicantId === 'string') await noteRefusedUpload(session.ctx, applicantId, problem.fileFault);
  };
}

function countUpload(kind: UploadKind) {
  return async ({ session }: FastifyRequest, { statusCode }: FastifyReply): Promise<void> => {
    // Requests without valid credentials are not counted as uploads.
    if (!session) return;
    const outcome = statusCode < 400 ? 'stored' : statusCode < 500 ? 'refused' : 'failed';
    session.ctx.services.metrics.count('bonafide_uploads_total', { kind, outcome });
  };
}

/** Streams a file into the storage, where it waits for its row as the upload of the request. */
async function store(
  request: FastifyRequest,
  kind: UploadKind,
  { stream, fileName: given = '', type }: Omit<FilePart, 'name'>,
): Promise<void> {
  const { ctx } = request.session;
  const mediaId = ctx.services.ids.uuid();
  const name = unescapedName(given);
  if (isUnstorable(name)) throw invalid({ [uploadRules[kind].part]: [CONTROL] });
  const fileName = safeFileName(name);
  const file = await receive(keepOpen(stream), {
    storage: ctx.services.storage,
    memory: ctx.services.uploadMemory,
    account: ctx.account_id,
    mediaId,
    rules: uploadRules[kind],
    claimedType: type === UNTYPED ? undefined : type,
    fileName,
    named: given !== '',
    videoKey: kind === 'binary_media' ? request.session.ctx.principal.id : undefined,
  });
  request.upload = new PendingUpload(ctx.services.storage, { mediaId, fileName, file });
}

/** Browsers, and clients that follow them, write these three characters of a file's name so, and no other (HTML, multipart form data). */
function unescapedName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/**
 * The bytes of a stream that isn't destroyed when its reader stops early: the parser needs it to end by itself. The reader may free each
 * chunk. The parser uses the memory of some short chunks again, so the reader gets copies of them.
 */
async function* keepOpen(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    yield bytes.length < LONGEST_DELIMITER ? Buffer.from(bytes) : bytes;
  }
}
