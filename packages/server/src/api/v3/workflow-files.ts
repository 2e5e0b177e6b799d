import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordDownload } from '../../audit/record.ts';
import type { Version } from '../../base/versions.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type ZipEntry, zip } from '../../exports/zip.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { askForTimeline, bytesOf, type Evidence, evidenceOf, runOfTimeline } from '../../workflows/runs/files.ts';
import { listTasksOf } from '../../workflows/runs/get.ts';
import { stepOf } from '../../workflows/runs/run.ts';
import { Href, Id, IdParams } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';
import { checkPdfOf } from '../exports/check-pdf.ts';
import { timelinePdf } from '../exports/run-pdf.ts';
import { presentReport } from './reports.ts';
import { presentRun } from './workflow-runs.ts';
import { presentTask } from './workflow-tasks.ts';

const FileParams = Type.Object({ id: Type.String(), file: Type.String() });

/** Files of a workflow run that has ended: its timeline, and a folder of all its evidence. */
export function workflowFileRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.workflows) return;
  const app = typed(instance);
  const tags = ['workflow runs'];

  app.post(
    '/workflow_runs/:id/timeline_file',
    {
      schema: {
        tags,
        summary: 'Ask for the timeline of a workflow run that has ended',
        params: IdParams,
        response: { 202: Type.Object({ workflow_timeline_file_id: Id, href: Href }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const fileId = await askForTimeline(request.session.ctx, id);
      const href = `/${versionOf(request).name}/workflow_runs/${id}/timeline_file/${fileId}`;
      return reply.code(202).send({ workflow_timeline_file_id: fileId, href });
    },
  );

  app.get(
    '/workflow_runs/:id/timeline_file/:file',
    { schema: { tags, summary: 'Download a timeline, PDF', params: FileParams, produces: ['application/pdf'] } },
    async (request, reply) => {
      const { id, file } = request.params;
      const { ctx } = request.session;
      const run = await runOfTimeline(ctx, id, file);
      const body = Buffer.from(await timelinePdf(ctx, run, await listTasksOf(ctx, id)));
      await recordDownload(ctx, { action: 'workflow_run_exported', object_id: id, details: { file: 'timeline' } });
      return sendFile(reply, { body, mediaType: 'application/pdf', fileName: `timeline_${id}.pdf` });
    },
  );

  app.get(
    '/workflow_runs/:id/evidence_folder',
    {
      schema: {
        tags,
        summary: 'Download the evidence of a workflow run that has ended, ZIP',
        description: 'Run and tasks as JSON, timeline and checks as PDF, and what was captured.',
        params: IdParams,
        produces: ['application/zip'],
      },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const evidence = await evidenceOf(ctx, request.params.id);
      const entries = await entriesOf(ctx, evidence, versionOf(request));
      const { id } = evidence.run;
      await recordDownload(ctx, {
        action: 'workflow_run_exported',
        object_id: id,
        details: { file: 'evidence_folder' },
      });
      const fileName = `evidence_${id}.zip`;
      return sendFile(reply, { body: Readable.from(zip(entries, ctx.now())), mediaType: 'application/zip', fileName });
    },
  );
}

async function entriesOf(ctx: Ctx, evidence: Evidence, version: Version): Promise<ZipEntry[]> {
  const { run, tasks, media } = evidence;
  const json = (value: unknown) => [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)];
  return [
    { name: 'run.json', bytes: json(presentRun(ctx, run)) },
    { name: 'tasks.json', bytes: json(tasks.map(presentTask)) },
    { name: 'timeline.pdf', bytes: [await timelinePdf(ctx, run, tasks)] },
    ...(await checkEntries(ctx, evidence, version)),
    ...media.map((upload) => ({
      name: `${upload.kind}_${upload.id}.${upload.extension}`,
      bytes: bytesOf(ctx, upload),
    })),
  ];
}

/** `check.pdf`, and `check_2.pdf` and on where the run made several. */
async function checkEntries(ctx: Ctx, { run, tasks }: Evidence, version: Version): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const task of tasks.filter((task) => stepOf(run, task)?.task === 'check')) {
    const pdf = await checkPdfOf(ctx, String(task.input.check_id), (report) => presentReport(report, version));
    entries.push({ name: entries.length === 0 ? 'check.pdf' : `check_${entries.length + 1}.pdf`, bytes: [pdf] });
  }
  return entries;
}
