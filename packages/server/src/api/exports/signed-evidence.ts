import { createHash } from 'node:crypto';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { PrintedFile } from '../../exports/evidence-pdf.ts';
import type { Media } from '../../media/media.ts';
import { bytesOf, capturesOf } from '../../workflows/runs/files.ts';
import { getRun, listTasksOf } from '../../workflows/runs/get.ts';
import type { Task } from '../../workflows/runs/run.ts';
import { companyOf, draw } from './draw.ts';
import { printedRun } from './run-pdf.ts';

/**
 * The evidence of a run as a PDF that the deployment has signed, whether the run has ended or not. Throws 404 or 410 for the
 * run.
 */
export async function signedEvidenceOf(ctx: Ctx, runId: string): Promise<Buffer> {
  const run = await getRun(ctx, runId);
  const applicant = await getApplicant(ctx, run.applicant_id);
  const tasks = await listTasksOf(ctx, runId);
  const { evidenceSigner, pdfSigner } = ctx.services;
  const signer = await evidenceSigner();
  const now = ctx.now();
  const printed = printedRun(ctx, run, tasks);
  const evidence = await Promise.all(
    tasks.map(async (task, index) => {
      const media = await capturesOf(ctx, run, task);
      const files: PrintedFile[] = [];
      for (const upload of media) files.push(await printedFile(ctx, upload));
      const { task_def_id } = task;
      return {
        ...(printed.tasks[index] as (typeof printed.tasks)[number]),
        task_def_id,
        files,
        data: dataOf(task, media),
      };
    }),
  );
  const input = {
    ...printed,
    company: await companyOf(ctx),
    tasks: evidence,
    countries: [applicant.nationality, applicant.country],
    applicantName: `${applicant.first_name} ${applicant.last_name}`,
    customerUserId: run.customer_user_id ?? run.applicant_id,
    printedAt: now,
    signature: {
      reason: `Evidence of workflow run ${run.id}`,
      at: new Date(now),
      room: pdfSigner.room(signer),
    },
  };
  const file = await draw(ctx, run.applicant_id, { kind: 'evidence', input });
  return pdfSigner.sign(file, signer);
}

/** Input and output of a task; captures are shown as files. */
function dataOf({ input, output }: Task, media: readonly Media[]): unknown {
  return media.length > 0 ? input : { ...input, ...(output as object | null) };
}

async function printedFile(ctx: Ctx, media: Media): Promise<PrintedFile> {
  const hash = createHash('sha256');
  for await (const part of bytesOf(ctx, media)) hash.update(part);
  const { id, kind, media_type, file_size: size, created_at } = media;
  return { id, kind, media_type, size, created_at: isoSeconds(created_at), sha256: hash.digest('hex') };
}
