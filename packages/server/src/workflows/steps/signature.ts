import { choiceAt, listAt, objectAt, type Place, textAt } from '../../base/place.ts';
import type { Ctx } from '../../context/ctx.ts';
import { getMedia } from '../../media/get.ts';
import { keepFiles } from '../../signatures/files.ts';
import { newSignature, type SignatureOutput } from '../../signatures/signature.ts';
import type { ScopedTx } from '../../store/store.ts';
import { moveRun } from '../runs/move.ts';
import type { Run } from '../runs/run.ts';
import { createTask, finishTask, saveSignature } from '../runs/tasks.ts';
import { type SignatureWork, workOnSignature } from '../signatures/work.ts';
import type { SignatureStep, SigningSource } from '../workflow.ts';
import { readSandbox } from './common-fields.ts';
import { enqueueWork } from './enqueue-work.ts';
import type { OpenTask, StepKind } from './kind.ts';

const MOST_DOCUMENTS = 10;

/** A name in the directory of the workflows, without a path. */
const PDF_NAME = [
  /^[A-Za-z0-9][\w.-]{0,99}\.pdf$/,
  'the name of a PDF beside the workflow, of at most 100 letters',
] as const;

function readSource(place: Place): SigningSource {
  if (typeof place.value === 'string') return choiceAt(place, ['applicant']);
  const source = objectAt(place, ['file', 'url']);
  if (source.has('file') === source.has('url')) place.wrong(place.path, 'must have one of file, url');
  return source.has('file') ? { file: textAt(source.at('file'), PDF_NAME) } : { url: textAt(source.at('url')) };
}

/** The applicant signs documents on the page of the run: `simple_electronic_signature`, `qualified_electronic_signature`. */
export const signature: StepKind<SignatureStep, SignatureWork> = {
  keys: ['documents', 'sandbox'],
  parse(head, fields) {
    const documents = fields.has('documents')
      ? listAt(fields.at('documents'), MOST_DOCUMENTS, readSource)
      : ['applicant' as const];
    const { path, wrong } = fields.at('documents');
    if (documents.length === 0) wrong(path, 'must have at least one document');
    const code_by = fields.has('code_by') ? choiceAt(fields.at('code_by'), ['sms', 'email']) : undefined;
    return { ...head, completed_by: 'applicant', documents, ...(code_by && { code_by }), sandbox: readSandbox(fields) };
  },
  judge({ documents }, { at, value, wrong }) {
    for (const [index, source] of documents.entries()) {
      if (typeof source !== 'object' || !('url' in source)) continue;
      const path = [...at, 'documents', index, 'url'];
      const type = value(path, source.url);
      if (type !== undefined && type !== 'string') wrong(path, `must be a string, but "${source.url}" is a ${type}`);
    }
  },
  rename(step, naming) {
    const documents = step.documents.map((source) =>
      typeof source === 'object' && 'url' in source ? { url: naming.path(source.url) } : source,
    );
    return { ...step, documents };
  },
  hint: ({ task }) => task,
  /** A job prepares the documents. */
  async begin(ctx, tx, run, { place }) {
    await enqueueWork(ctx, tx, run);
    return { run, task: await createTask(ctx, tx, run, { ...place, input: {}, signature: newSignature }) };
  },
  completion: { refused: 'must be signed by the applicant on the page of the run' },
  work: (ctx, run, open) => workOnSignature(ctx, run, open),
  filesOf: ({ files }) => files,
  settle: takeSignature,
  async media(ctx, { output }) {
    const { signed_documents, receipt_document } = (output as SignatureOutput).properties;
    return Promise.all([
      ...signed_documents.map(({ id }) => getMedia(ctx, 'signed_document', id)),
      ...(receipt_document ? [getMedia(ctx, 'signature_receipt', receipt_document.id)] : []),
    ]);
  },
};

/** The applicant also enters a code from a message: `advanced_electronic_signature`. */
export const advancedSignature: StepKind<SignatureStep, SignatureWork> = {
  ...signature,
  keys: ['documents', 'code_by', 'sandbox'],
};

/** Takes over the signature and its files, unless another process was faster. */
async function takeSignature(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  { task }: OpenTask<SignatureStep>,
  work: SignatureWork | undefined,
): Promise<Run | undefined> {
  if (!work || task.signature?.stage !== work.from) return undefined;
  if (work.failed !== undefined) {
    const error = { type: 'signature_failed', message: work.failed };
    return moveRun(ctx, tx, run, 'failed', { error });
  }
  await keepFiles(ctx, tx, run.applicant_id, work.files);
  const after = { ...task, ...(work.signature && { signature: work.signature }) };
  if (work.output) return finishTask(ctx, tx, run, after, work.output);
  await saveSignature(ctx, tx, after);
  return run;
}
