import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { type Call, type StartOptions, startService } from '../../../testing/service.ts';
import { workflowDirectory } from '../../../workflows/testing/write.ts';
import { storyOf } from './story.ts';

/** The service with the workflows of the tests. */
export async function startWithWorkflows(options: StartOptions = {}) {
  const directory = workflowDirectory();
  const service = await startService({ ...options, settings: { workflows: directory, ...options.settings } });
  const story = storyOf(service, 'v3.6');
  const at = '/v3.6/workflow_runs';
  return {
    ...service,
    story,
    at,
    /** `keep` leaves the data to a service that continues with it; the workflows are gone in any case. */
    async close({ keep = false } = {}) {
      await service.close({ keep });
      rmSync(directory, { recursive: true, force: true });
    },
    /** Starts a workflow, for a new applicant unless one is named. */
    async run(workflow_id: string, body: { applicant_id?: string; [field: string]: unknown } = {}, call: Call = {}) {
      const applicant_id = body.applicant_id ?? (await story.applicant({}, call));
      const { status, body: run } = await service.post(at, { workflow_id, ...body, applicant_id }, call);
      expect(status, JSON.stringify(run)).toBe(201);
      return run;
    },
    /** The task of a run that waits. */
    async open(run: { id: string }, call: Call = {}): Promise<{ id: string; task_def_id: string }> {
      return (await service.get(`${at}/${run.id}/tasks`, call)).body.at(-1);
    },
    complete: (run: { id: string }, task: { id: string }, data: unknown, call: Call = {}) =>
      service.post(`${at}/${run.id}/tasks/${task.id}/complete`, { data }, call),
    again: async (run: { id: string }, call: Call = {}) => (await service.get(`${at}/${run.id}`, call)).body,
    /** Authorization of a capture SDK with the token of a run. */
    sdkOf: (run: { sdk_token: string }): Call => ({
      token: null,
      headers: { authorization: `Bearer ${run.sdk_token}` },
    }),
  };
}

export type RunService = Awaited<ReturnType<typeof startWithWorkflows>>;
