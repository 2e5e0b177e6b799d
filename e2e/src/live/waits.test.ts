import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type BuiltService, PATIENCE_MS, startBuilt, until } from './built.ts';

/** Actions that are undone after a test, the last first. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const WORKFLOW = 'a1000000-0000-4000-8000-000000000001';
const RUNS = 200;
const HOURS = 2;
const HOUR_MS = 3_600_000;

const workflow = `
id: ${WORKFLOW}
version: 1
name: A pause, then a mail
steps:
  - {task: wait, hours: ${HOURS}}
  - {task: notify, to: [team@example.com], subject: 'Run {start.number}', text: The pause is over.}
decide: [{outcome: approve}]
`;

interface Begun {
  readonly token: string;
  readonly id: string;
}

async function startRuns({ call, liveToken, sandboxToken }: BuiltService): Promise<Begun[]> {
  const runs: Begun[] = [];
  for (const token of [liveToken, sandboxToken]) {
    const { id: applicant_id } = await call(token, 'POST', '/v3.6/applicants', { first_name: 'Ann', last_name: 'Lee' });
    for (let count = 0; count < RUNS / 2; count += 1) {
      const body = { workflow_id: WORKFLOW, applicant_id, custom_data: { number: String(runs.length) } };
      runs.push({ token, id: (await call(token, 'POST', '/v3.6/workflow_runs', body)).id });
    }
  }
  return runs;
}

/** Counts the runs of both environments in a state. */
async function countIn(status: string, { baseUrl }: BuiltService, tokens: readonly string[]): Promise<number> {
  const counts = tokens.map(async (token) => {
    const headers = { authorization: `Token token=${token}` };
    const answer = await fetch(`${baseUrl}/v3.6/workflow_runs?per_page=1&status=${status}`, { headers });
    return Number(answer.headers.get('x-total-count'));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count);
}

test('runs that wait continue exactly once, however often the service is killed', {
  timeout: 5 * PATIENCE_MS,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
  const workflows = mkdtempSync(join(tmpdir(), 'workflows-'));
  undo.push(() => {
    for (const path of [directory, workflows]) rmSync(path, { recursive: true, force: true });
  });
  writeFileSync(join(workflows, 'pause.yaml'), workflow);
  const flags = ['--workflows', workflows];
  let service = await startBuilt({ directory, flags });
  undo.push(() => service.kill());
  const tokens = [service.liveToken, service.sandboxToken];
  const runs = await startRuns(service);
  expect(await countIn('processing', service, tokens)).toBe(RUNS);
  await service.kill();

  // Its time has not come.
  service = await startBuilt({ directory, flags, aheadMs: (HOURS - 1) * HOUR_MS });
  expect(await countIn('processing', service, tokens)).toBe(RUNS);
  await service.kill();

  let done = 0;
  const seen: number[] = [];
  while (done < RUNS) {
    service = await startBuilt({ directory, flags, aheadMs: HOURS * HOUR_MS + 60_000 });
    const before = done;
    done = await until(async () => {
      const approved = await countIn('approved', service, tokens);
      return approved > before && approved;
    });
    seen.push(done);
    if (done < RUNS) await service.kill();
  }
  console.log(`Runs that had ended at each kill of the service: ${seen.join(', ')}`);

  for (const { token, id } of runs) {
    const tasks = await service.call(token, 'GET', `/v3.6/workflow_runs/${id}/tasks`);
    expect(tasks.map(({ task_def_id }: { task_def_id: string }) => task_def_id)).toEqual(['start', 'wait', 'notify']);
  }
  const subjects: string[] = [];
  for (let page = 1; ; page += 1) {
    const { mails } = await service.operate(`/mails?per_page=500&page=${page}`);
    if (mails.length === 0) break;
    subjects.push(...mails.map(({ subject }: { subject: string }) => subject));
  }
  expect(subjects.sort()).toEqual(runs.map((_, index) => `Run ${index}`).sort());
});
