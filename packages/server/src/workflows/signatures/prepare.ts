import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getApplicant } from '../../applicants/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import { forClient, laneOf } from '../../media/for-client.ts';
import { listMediaOf } from '../../media/get.ts';
import { uploadRules } from '../../media-files/rules.ts';
import { outgoingAgent } from '../../outgoing/client.ts';
import { fetchFile } from '../../outgoing/fetch-file.ts';
import { type NewFile, putFile, wholeFile } from '../../signatures/files.ts';
import { NotSignable } from '../../signatures/not-signable.ts';
import type { SigningFile } from '../../signatures/signature.ts';
import { addressPolicyOf } from '../../sources/provider.ts';
import { type Scope, valueAt } from '../condition.ts';
import type { Run } from '../runs/run.ts';
import type { SignatureStep, SigningSource } from '../workflow.ts';
import { assureTrustService } from './by-trust-service.ts';
import { codeRoute } from './codes.ts';

/** Documents that one task asks an applicant to sign. */
const MOST = 10;

const TOO_MANY = `There are more than ${MOST} documents to sign`;

const FETCH_MS = 15_000;

/** The documents of a task, and the files among them that have no row yet. */
export interface Prepared {
  readonly documents: readonly SigningFile[];
  readonly files: readonly NewFile[];
}

interface Found {
  readonly file_name: string;
  readonly bytes: Uint8Array;
  /** Id of a document that the client has uploaded. */
  readonly id?: string;
}

/**
 * Gathers what an applicant is to sign, fixed by its hashes from then on. Throws `NotSignable` where something is missing, can't
 * be fetched or can't be signed, and `unavailable` where the trust service doesn't answer.
 */
export async function prepareSignature(ctx: Ctx, run: Run, step: SignatureStep, scope: Scope): Promise<Prepared> {
  const applicantId = run.applicant_id;
  if (step.task === 'qualified_electronic_signature') await assureTrustService(ctx, run);
  const needsApplicant = !ctx.sandbox || step.sandbox === 'applicant';
  if (step.task === 'advanced_electronic_signature' && needsApplicant) {
    const route = codeRoute(ctx.services.settings, step, await getApplicant(ctx, applicantId));
    if (typeof route === 'string') throw new NotSignable(route);
  }
  const found: Found[] = [];
  for (const source of step.documents) found.push(...(await documentsOf(ctx, applicantId, source, scope)));
  if (found.length === 0) throw new NotSignable('The applicant has no signing document');
  if (found.length > MOST) throw new NotSignable(TOO_MANY);
  for (const document of found) await assertSignable(ctx, applicantId, document);
  const documents: SigningFile[] = [];
  const files: NewFile[] = [];
  for (const { id, file_name, bytes } of found) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = id === undefined ? await putFile(ctx, { kind: 'signing_document', file_name, bytes }) : undefined;
    if (file) files.push(file);
    documents.push({ id: file?.id ?? (id as string), file_name, sha256 });
  }
  return { documents, files };
}

async function documentsOf(ctx: Ctx, applicantId: string, source: SigningSource, scope: Scope): Promise<Found[]> {
  if (source === 'applicant') {
    const uploaded = await listMediaOf(ctx, 'signing_document', applicantId);
    const own = uploaded.filter(({ made_by_service }) => !made_by_service).reverse();
    // Before any is read: a client may upload hundreds.
    if (own.length > MOST) throw new NotSignable(TOO_MANY);
    return Promise.all(
      own.map(async (media) => ({
        id: media.id,
        file_name: media.file_name,
        bytes: await wholeFile(ctx, media.storage_key),
      })),
    );
  }
  if ('file' in source) {
    const { workflows } = ctx.services.settings;
    const bytes = await readFile(join(workflows ?? '', source.file)).catch(() => undefined);
    if (!workflows || !bytes) throw new NotSignable(`The file ${source.file} of the workflow cannot be read`);
    return [{ file_name: source.file, bytes }];
  }
  const url = valueAt(source.url, scope);
  if (typeof url !== 'string' || !URL.canParse(url)) throw new NotSignable(`${source.url} is not a valid URL`);
  const dispatcher = outgoingAgent({ policy: addressPolicyOf(ctx.services.settings.mode) });
  try {
    const { largest } = uploadRules.signing_document;
    const fetched = await fetchFile({ url, dispatcher, timeoutMs: FETCH_MS, largest });
    if ('failed' in fetched)
      throw new NotSignable(`The document could not be fetched: ${source.url} ${fetched.failed}`);
    return [{ file_name: nameIn(url), bytes: fetched.bytes }];
  } finally {
    await dispatcher.close();
  }
}

/** The last part of an address as a name of a file, where it is a plain one. */
function nameIn(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return /^[\w.-]{1,100}\.pdf$/i.test(name) ? name : 'document.pdf';
}

/** Throws `NotSignable` for a file that is too large, or can't take a signature: better now than once it is read. */
async function assertSignable(ctx: Ctx, applicantId: string, { file_name, bytes }: Found): Promise<void> {
  const refusal =
    bytes.length > uploadRules.signing_document.largest
      ? 'is too large'
      : (await makeSignable(ctx, applicantId, { bytes, reason: 'Test', at: new Date(0), room: 16 })).refused;
  if (refusal !== undefined) throw new NotSignable(`The document ${file_name} ${refusal}`);
}

interface Order {
  readonly bytes: Uint8Array;
  readonly reason: string;
  readonly at: Date;
  readonly room: number;
}

/** A document with a place for a signature, in a process apart: what others wrote is read there alone. */
export async function makeSignable(
  ctx: Ctx,
  applicantId: string,
  order: Order,
): Promise<{ file?: Uint8Array; refused?: string }> {
  return forClient(ctx.services.decoder.run('signable', order, { lane: laneOf(ctx, applicantId) }));
}
