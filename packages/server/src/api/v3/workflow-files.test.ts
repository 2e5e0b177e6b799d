import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn } from '../../exports/testing/files-in.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import type { TaskStep, Workflow } from '../../workflows/workflow.ts';
import { greyPng } from './testing/files.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, unknownId, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

/** A run of the sample workflow with its captures, and whether its check has ended. */
async function captured({ checked }: { checked: boolean }) {
  const run = await service.run(workflowIds.sample);
  const document = await service.story.document(run.applicant_id);
  await service.complete(run, await service.open(run), [{ id: document }]);
  const photo = await service.story.livePhoto(run.applicant_id);
  await service.complete(run, await service.open(run), [{ id: photo }]);
  if (checked) {
    service.clock.advance(1000);
    await service.settle();
  }
  return { run, document, photo, path: `${service.at}/${run.id}` };
}

describe('the timeline of a run', () => {
  it('is a PDF once the run has ended, asked for once or often', async () => {
    const { path } = await captured({ checked: true });
    const asked = await service.post(`${path}/timeline_file`);
    const { workflow_timeline_file_id: file } = asked.body;
    expect(outcome(asked)).toEqual({
      status: 202,
      body: { workflow_timeline_file_id: anId, href: `${path}/timeline_file/${file}` },
    });
    const { status, headers, bytes } = await service.get(asked.body.href);
    expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect((await service.post(`${path}/timeline_file`)).body).toEqual(asked.body);
    const unknown = await service.get(`${path}/timeline_file/${unknownId}`);
    expect(outcome(unknown)).toEqual(notFound('WorkflowTimelineFile', unknownId));
  });

  it('is not there before the run ends', async () => {
    const { path } = await captured({ checked: false });
    expect(outcome(await service.post(`${path}/timeline_file`))).toEqual(
      validationError({ status: ['must be final'] }),
    );
    expect((await service.get(`${path}/timeline_file/${unknownId}`)).status).toBe(404);
  });
});

describe('the evidence of a run', () => {
  it('holds run, tasks, timeline, check and what was captured', async () => {
    const { run, path, document, photo } = await captured({ checked: true });
    const { status, headers, bytes } = await service.get(`${path}/evidence_folder`);
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    expect(headers['content-disposition']).toBe(`attachment; filename="evidence_${run.id}.zip"`);
    const files = filesIn(bytes);
    expect([...files.keys()]).toEqual([
      'run.json',
      'tasks.json',
      'timeline.pdf',
      'check.pdf',
      `document_${document}.png`,
      `live_photo_${photo}.jpg`,
    ]);
    expect(files.get(`document_${document}.png`)?.equals(await greyPng())).toBe(true);
    // Neither what a capture SDK nor what a browser could continue with.
    const { sdk_token: _, ...shown } = await service.again(run);
    delete shown.link.url;
    expect(JSON.parse(String(files.get('run.json')))).toEqual(shown);
    const tasks = JSON.parse(String(files.get('tasks.json')));
    expect(tasks[1].output).toEqual([{ id: document, type: 'document' }]);
    expect(tasks[2].output).toEqual([{ id: photo }]);
    for (const name of ['timeline.pdf', 'check.pdf']) expect(String(files.get(name)?.subarray(0, 5))).toBe('%PDF-');
  });

  it('holds a file once that two tasks were completed with', async () => {
    const step = (name: string): TaskStep => ({ task: 'document_photo', name, completed_by: 'applicant' });
    const workflow: Workflow = {
      id: unknownId,
      version: 1,
      name: 'Twice',
      steps: [step('first'), step('second')],
      decide: [{ outcome: 'approve' }],
      output: {},
      abandon_after_days: 1,
    };
    (service.services.workflows as Map<string, Workflow>).set(workflow.id, workflow);
    const run = await service.run(workflow.id);
    const document = await service.story.document(run.applicant_id);
    for (const _ of workflow.steps) await service.complete(run, await service.open(run), [{ id: document }]);
    const { bytes } = await service.get(`${service.at}/${run.id}/evidence_folder`);
    const names = ['run.json', 'tasks.json', 'timeline.pdf', `document_${document}.png`];
    expect([...filesIn(bytes).keys()]).toEqual(names);
    // As the directory of the ZIP has them.
    expect(bytes.toString('latin1').split('PK\u0001\u0002')).toHaveLength(names.length + 1);
  });

  it('is not there before the end, for strangers, or after the applicant', async () => {
    const { run, path } = await captured({ checked: false });
    const early = await service.get(`${path}/evidence_folder`);
    expect(outcome(early)).toEqual(notFound('WorkflowRunEvidenceFolder', run.id));
    const { path: done, run: over } = await captured({ checked: true });
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      const unknown = notFound('WorkflowRun', over.id);
      expect(outcome(await service.get(`${done}/evidence_folder`, { token }))).toEqual(unknown);
      expect(outcome(await service.post(`${done}/timeline_file`, undefined, { token }))).toEqual(unknown);
    }
    expect((await service.get(`${done}/evidence_folder`, service.sdkOf(over))).status).toBe(401);
    await service.del(`/v3.6/applicants/${over.applicant_id}`);
    expect(outcome(await service.get(`${done}/evidence_folder`))).toEqual(gone);
    expect(outcome(await service.post(`${done}/timeline_file`))).toEqual(gone);
  });
});
