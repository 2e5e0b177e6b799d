import { createHash } from 'node:crypto';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds } from '../../base/clock.ts';
import { brandingOf, readLogo } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { forClient, laneOf } from '../../media/for-client.ts';
import { getMedia } from '../../media/get.ts';
import { type NewFile, putFile, wholeFile } from '../../signatures/files.ts';
import { NotSignable } from '../../signatures/not-signable.ts';
import type { Act, Signature, SignatureOutput, SigningFile } from '../../signatures/signature.ts';
import { readStrokes, STROKE_FIELD } from '../../signatures/strokes.ts';
import type { Run, Task } from '../runs/run.ts';
import type { SignatureStep } from '../workflow.ts';
import { type Signers, trustSigners } from './by-trust-service.ts';
import { makeSignable } from './prepare.ts';

interface About {
  readonly run: Run;
  readonly task: Task;
  readonly step: SignatureStep;
}

export interface Sealed {
  readonly files: readonly NewFile[];
  readonly signature: Signature;
  readonly output: SignatureOutput;
}

/** Name of a level in the receipt. */
const levels = {
  simple_electronic_signature: 'Simple',
  advanced_electronic_signature: 'Advanced',
  qualified_electronic_signature: 'Qualified',
} as const;

/**
 * Signs the documents of a task, and makes the receipt of the applicant's acts. Throws `NotSignable`, and `unavailable` where a
 * trust service or a time-stamp authority doesn't answer.
 * @param unkept documents of the task that have no row yet
 */
export async function sealSignature(
  ctx: Ctx,
  { run, task, step }: About,
  signature: Signature,
  unkept: readonly NewFile[] = [],
): Promise<Sealed> {
  const { pdfSigner } = ctx.services;
  const qualified = step.task === 'qualified_electronic_signature';
  const signers = await (qualified ? trustSigners(ctx, { run, task }, signature) : deploymentSigners(ctx));
  const { at } = signers;
  const room = pdfSigner.room(signers);
  const files: NewFile[] = [];
  const documents: SigningFile[] = [];
  for (const document of signature.documents) {
    const bytes = await bytesOf(ctx, document, unkept);
    const reason = `Signed in task ${task.id} of workflow run ${run.id}`;
    const { file, refused } = await makeSignable(ctx, run.applicant_id, { bytes, reason, at, room });
    if (!file) throw new NotSignable(`The document ${document.file_name} ${refused}`);
    const { file_name } = document;
    const signed = await pdfSigner.sign(file, signers.of(document.id));
    const signedFile = await putFile(ctx, { kind: 'signed_document', file_name, bytes: signed });
    files.push(signedFile);
    documents.push({ ...document, signed_id: signedFile.id });
  }
  const { by_trust_service: _made, ...done } = signature;
  const signed: Signature = { ...done, stage: 'signed', documents };
  const signed_documents = files.map(({ id }) => ({ id }));
  // Of a qualified signature its trust service has the evidence.
  if (qualified) return { files, signature: signed, output: { properties: { signed_documents } } };
  const applicant = await getApplicant(ctx, run.applicant_id);
  const { name, colour, support, logo } = brandingOf(ctx.account);
  const pictured = logo && (await readLogo(ctx.services, logo));
  const drawing = {
    kind: 'receipt',
    input: {
      company: {
        name,
        colour: colour ?? undefined,
        contact: support?.label,
        logo: logo && pictured ? { bytes: pictured, width: logo.width, height: logo.height } : undefined,
      },
      sandbox: ctx.sandbox,
      level: levels[step.task],
      runId: run.id,
      taskId: task.id,
      applicantId: run.applicant_id,
      applicantName: `${applicant.first_name} ${applicant.last_name}`,
      signedName: signed.name ?? '',
      consent: signed.consent ?? '',
      drawn: drawnIn(signed),
      documents: documents.map(({ id, file_name, sha256 }, index) => {
        const file = files[index] as NewFile;
        return { id, name: file_name, sha256, signedId: file.id, signedSha256: file.sha256 };
      }),
      acts: signed.acts.map((act) => printed(act, documents)),
      countries: [applicant.nationality, applicant.country],
      printedAt: ctx.now(),
      signature: { reason: `Receipt of task ${task.id} of workflow run ${run.id}`, at, room },
    },
  } as const;
  const lane = laneOf(ctx, run.applicant_id);
  const drawn = await forClient(ctx.services.decoder.run('drawing', drawing, { lane }));
  const receipt = await putFile(ctx, {
    kind: 'signature_receipt',
    file_name: `receipt_${task.id}.pdf`,
    bytes: await pdfSigner.sign(drawn, signers.of(task.id)),
  });
  const output = { properties: { signed_documents, receipt_document: { id: receipt.id } } };
  return { files: [...files, receipt], signature: signed, output };
}

/** The deployment signs with its own certificate. */
async function deploymentSigners(ctx: Ctx): Promise<Signers> {
  const signer = await ctx.services.evidenceSigner();
  return { chain: signer.chain, at: new Date(ctx.now()), of: () => signer };
}

function drawnIn({ drawn }: Signature) {
  const strokes = drawn === undefined ? undefined : readStrokes(drawn);
  return strokes && { strokes, ...STROKE_FIELD };
}

/** The bytes that the applicant was asked to sign. Throws `NotSignable` where the storage has others now. */
async function bytesOf(ctx: Ctx, document: SigningFile, unkept: readonly NewFile[]): Promise<Buffer> {
  const { id, file_name, sha256 } = document;
  const waiting = unkept.find((file) => file.id === id);
  const { storage_key } = waiting ?? (await getMedia(ctx, 'signing_document', id));
  const bytes = await wholeFile(ctx, storage_key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new NotSignable(`The document ${file_name} is not the document that the applicant read`);
  return bytes;
}

const acts: Readonly<Record<Act['kind'], string>> = {
  asked: 'The applicant was asked to sign',
  opened: 'The applicant opened a document',
  code_sent: 'A code was sent to the applicant',
  code_wrong: 'The applicant entered a wrong code',
  code_right: 'The applicant entered the code',
  signed: 'The applicant signed',
};

/** An act in words. */
function printed({ kind, at, document_id, to, address, user_agent }: Act, documents: readonly SigningFile[]) {
  const document = documents.find(({ id }) => id === document_id);
  const more = [document?.file_name, to].filter(Boolean).join(', ');
  const what = more === '' ? acts[kind] : `${acts[kind]}: ${more}`;
  return { what, at: isoSeconds(at), address, browser: user_agent };
}
