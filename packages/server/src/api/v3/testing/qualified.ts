import { expect } from 'vitest';
import { plainPdf, workflowIds } from '../../../workflows/testing/write.ts';
import type { RunService } from './runs.ts';

/** Milliseconds after which a failed job is retried, but no job is taken for the job of a dead worker. */
const RETRY_MS = 28_000;

type Run = { id: string; sdk_token: string };

/**
 * Common steps of live runs of qualified signatures on two documents, `Contract` of the applicant and `Terms` of the workflow.
 */
export function qualifiedRuns(service: RunService) {
  const live = { token: service.liveToken };
  const taskOf = async (run: { id: string }, call = live) => {
    const { body } = await service.get(`${service.at}/${run.id}/tasks`, call);
    return (await service.get(`${service.at}/${run.id}/tasks/${body[1].id}`, call)).body;
  };
  const fileOf = (run: { id: string }, id: string, call = live) =>
    service.get(`/v3.6/qualified_electronic_signature/documents?workflow_run_id=${run.id}&file_id=${id}`, call);
  return {
    taskOf,
    fileOf,
    /** A run whose documents are prepared, or that has failed before. */
    async started(call = live) {
      const applicant_id = await service.story.applicant({}, call);
      const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
      expect((await service.story.upload('signing_documents', { applicant_id }, file, call)).status).toBe(201);
      const run = await service.run(workflowIds.qualifiedUploads, { applicant_id }, call);
      expect(run.status).toBe('processing');
      await service.settle();
      return run;
    },
    /** The applicant opens the documents and signs, on the capture SDK; the service then does what it can. */
    async agree(run: Run) {
      const sdk = service.sdkOf(run);
      const { id } = await taskOf(run);
      const at = `/v3.6/sdk/workflow_runs/${run.id}/tasks/${id}/signature`;
      const { documents } = (await service.get(at, sdk)).body;
      for (const one of documents) await service.get(`${at}/documents/${one.id}`, sdk);
      const given = { name: 'Jane Doe', consent: 'en' };
      expect((await service.complete(run, { id }, given, sdk)).status).toBe(200);
      await service.settle();
    },
    /** Lets a job that failed be tried again. */
    async later(ms = RETRY_MS) {
      service.clock.advance(ms);
      await service.settle();
    },
    /** Status of a run, and why it has failed. */
    async statusOf(run: { id: string }) {
      const { status, error } = await service.again(run, live);
      return [status, error?.message ?? null];
    },
    async signedIn(run: { id: string }): Promise<Buffer[]> {
      const { output } = await taskOf(run);
      const ids: string[] = output.properties.signed_documents.map(({ id }: { id: string }) => id);
      return Promise.all(ids.map(async (id) => (await fileOf(run, id)).bytes));
    },
  };
}
