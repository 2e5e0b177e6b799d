import { expect } from 'vitest';
import { type Generation, isEarlier } from '../../../api/testing/generations.ts';
import { asRequested } from '../../../api/v3/testing/story.ts';
import { type Api, api } from '../api.ts';
import { type Check, isFinal, type Model, type Report, resultOf } from '../model.ts';
import type { TestWorld } from '../test-world.ts';

/** A body of any generation. */
// biome-ignore lint/suspicious/noExplicitAny: what a field holds is what is tested
type Body = any;

/** Checks that a generation shows every check and report by the contract. */
export async function agree(model: Model, world: TestWorld, generation: Generation): Promise<void> {
  for (const applicant of model.active) {
    const client = api(world, applicant.tenant, generation);
    for (const check of applicant.checks) await checkAgrees(client, generation, check);
  }
}

async function checkAgrees(client: Api, generation: Generation, check: Check): Promise<void> {
  const [shown, listed] = await Promise.all([client.check(check.applicant.id, check.id), client.reports(check.id)]);
  const states = [shown.status, listed.status, shown.body.status, shown.body.result];
  expect(states, `check ${check.id} in ${generation}`).toEqual([200, 200, check.status, resultOf(check)]);
  if (generation !== 'v1') expect(shown.body.paused).toBe(check.status === 'paused');
  expect(shown.body.form_uri).toBe(check.formUri);
  const requested = <List extends Body[]>(list: List) => (isEarlier(generation) ? list : asRequested(list));
  const bodies: Body[] = requested(listed.body.reports);
  const ids = check.reports.map(({ id }) => id);
  expect(requested(shown.body.report_ids ?? shown.body.reports)).toEqual(ids);
  expect(bodies.map(({ id }) => id)).toEqual(ids);
  for (const [index, report] of check.reports.entries()) reportAgrees(generation, report, bodies[index]);
}

function reportAgrees(generation: Generation, report: Report, body: Body): void {
  const why = `report ${report.id} in ${generation}`;
  expect([body.status, body.result], why).toEqual([report.status, report.result]);
  if (generation !== 'v1') expect(body.sub_result, why).toEqual(subResultFor(report));
  if (report.status !== 'complete') expect(body.breakdown, why).toEqual({});
  if (!isFinal(report)) return;
  const before = report.bodies.get(generation);
  if (before) expect(body, `final ${why}`).toEqual(before);
  report.bodies.set(generation, body);
}

/** Expected sub-result: only document reports have one, and it is `clear` exactly when the result is (contract 8.2). */
function subResultFor({ ordered, result }: Report): unknown {
  if (ordered.family !== 'document' || result === null) return null;
  return result === 'clear' ? 'clear' : expect.stringMatching(/^(rejected|suspected|caution)$/);
}
