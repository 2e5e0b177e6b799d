import { createHash } from 'node:crypto';
import { stringify } from 'uuid';
import { type CreatedOnce, createApplicantOnce } from '../applicants/create.ts';
import type { ApplicantFieldSet } from '../applicants/fields.ts';
import { getApplicant } from '../applicants/get.ts';
import { Problem } from '../base/errors.ts';
import { queueLink } from '../checks/forms/send-link.ts';
import type { Ctx } from '../context/ctx.ts';
import { linkUrl, type RunFields } from '../workflows/runs/run.ts';
import { runLinkOf } from '../workflows/runs/send-link.ts';
import { startRun } from '../workflows/runs/start.ts';
import { type ImportOptions, type ImportRow, type JudgedImport, sentByService } from './judge.ts';
import type { RowOutcome } from './options.ts';

/**
 * Rows of a request. It ends within seconds, so that a client sees how far the import is. The longest file takes 20 requests, fewer
 * than the sandbox takes in a minute (contract 4.3).
 */
const PAGE = 500;

interface RowResult {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly applicant_id: string;
  readonly workflow_run_id: string | null;
  /** Link to the workflow, where the results deliver it. */
  readonly link: string | null;
  /** Reason of a failure. */
  readonly error: string | null;
}

export interface ImportedPage {
  readonly results: readonly RowResult[];
  /** Row after which the next page begins; null on the last page. */
  readonly next: number | null;
}

/** The fields of a run that an import starts. */
const RUN_FIELDS: RunFields = {
  tags: [],
  customer_user_id: null,
  link: { completed_redirect_url: null, expired_redirect_url: null, expires_at: null, language: null },
  custom_data: {},
};

/** A UUID version 8 (RFC 9562, section 5.8) from a hash as hexadecimal. */
function uuidOf(hash: string): string {
  const bytes = Buffer.from(hash.slice(0, 32), 'hex');
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return stringify(bytes);
}

/**
 * The id of the applicant of a row. The same row of the same file has the same id, so it is created once. The hash is keyed: from an id
 * nobody finds out what the file says.
 */
function applicantIdOf(ctx: Ctx, digest: string, row: number): string {
  const text = JSON.stringify([ctx.account_id, ctx.environment, digest, row]);
  return uuidOf(ctx.services.master.hash('applicant-imports', text));
}

/** The id of the run of an applicant of an import. Applicant and workflow have one. */
function runIdOf(applicantId: string, workflowId: string): string {
  const text = JSON.stringify(['applicant-import', applicantId, workflowId.toLowerCase()]);
  return uuidOf(createHash('sha256').update(text).digest('hex'));
}

/**
 * Imports a page of the rows of a judged file: creates each applicant, starts the workflow and sends the link, each once, however often the
 * file is sent. A row that fails does not keep others from being imported.
 * @param after row after which the page begins; 0 for the first page
 */
export async function importRows(
  ctx: Ctx,
  { digest, rows }: JudgedImport,
  { after, ...options }: ImportOptions & { readonly fields: ApplicantFieldSet; readonly after: number },
): Promise<ImportedPage> {
  const left = rows.filter(({ row }) => row > after);
  const results: RowResult[] = [];
  for (const row of left.slice(0, PAGE)) results.push(await importRow(ctx, digest, row, options));
  return { results, next: left.length > PAGE ? (results.at(-1) as RowResult).row : null };
}

async function importRow(
  ctx: Ctx,
  digest: string,
  { row, input }: ImportRow,
  { fields, workflowId, links }: ImportOptions & { readonly fields: ApplicantFieldSet },
): Promise<RowResult> {
  const applicant_id = applicantIdOf(ctx, digest, row);
  const result = { row, applicant_id, workflow_run_id: null, link: null, error: null };
  try {
    const outcome: CreatedOnce = await createApplicantOnce(ctx, applicant_id, input, fields);
    if (workflowId === null || outcome === 'deleted') return { ...result, outcome };
    const run = await startRun(ctx, {
      id: runIdOf(applicant_id, workflowId),
      workflowId,
      applicantId: applicant_id,
      fields: RUN_FIELDS,
      tokenId: ctx.principal.id,
      ...(sentByService(links) && {
        locks: { account: ctx.account_id },
        also: async (tx, started) =>
          queueLink(ctx, tx, runLinkOf(ctx, started, await getApplicant(ctx, applicant_id, tx)), links),
      }),
    });
    return { ...result, outcome, workflow_run_id: run.id, link: links === 'results' ? linkUrl(ctx, run) : null };
  } catch (error) {
    // A fault of the service ends the request: the client sends the file again.
    if (!(error instanceof Problem) || error.type === 'unavailable') throw error;
    return { ...result, outcome: 'failed', error: error.message };
  }
}
