import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, isoSeconds } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { type Answering, type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, unknownId, validationError } from './testing/story.ts';

let service: RunService;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' }, account: { deletion_delay_days: 30 } });
});
afterAll(() => service.close());
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});

const at = '/v3.6/sandbox/clocks';
const live = () => ({ token: service.liveToken });
const others = () => ({ token: service.other.sandboxToken });

async function createClock(body: object = {}): Promise<string> {
  const { status, body: clock } = await service.post(at, body);
  expect(status, JSON.stringify(clock)).toBe(201);
  return clock.id;
}

async function applicantOn(clock: string): Promise<string> {
  const person = { first_name: 'Jane', last_name: 'Doe', location: { country_of_residence: 'GBR' } };
  const { status, body } = await service.post(`${at}/${clock}/applicants`, person);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const advance = (clock: string, body: object, call = {}) => service.post(`${at}/${clock}/advance`, body, call);

async function advanced(clock: string, ms: number) {
  const { status, body } = await advance(clock, { seconds: ms / 1000 });
  expect([status, body.status], JSON.stringify(body)).toEqual([200, 'ready']);
  return body;
}

async function receiver(answering: Answering) {
  const started = await startReceiver(answering);
  receivers.push(started);
  return started;
}

test('a clock is created, listed, moved forward and deleted', async () => {
  const now = service.clock.now();
  const { status, body: clock } = await service.post(at, { now: '2026-03-01T00:00:00Z' });
  expect([status, clock]).toEqual([
    201,
    { id: anId, created_at: isoSeconds(now), now: '2026-03-01T00:00:00Z', status: 'ready' },
  ]);
  expect((await advance(clock.id, { to: '2026-03-02T12:00:00Z' })).body).toMatchObject({ now: '2026-03-02T12:00:00Z' });
  expect((await service.get(`${at}/${clock.id}`)).body).toMatchObject({ now: '2026-03-02T12:00:00Z', status: 'ready' });
  expect((await service.get(at)).body.clocks.map(({ id }: { id: string }) => id)).toContain(clock.id);

  expect(outcome(await advance(clock.id, { to: '2026-03-02T12:00:00Z' }))).toEqual(
    validationError({ to: ['must be after 2026-03-02T12:00:00Z, the time of the clock'] }),
  );
  expect(outcome(await advance(clock.id, {}))).toEqual(validationError({ seconds: ['send either seconds or to'] }));
  expect(outcome(await advance(clock.id, { seconds: 500 * 365 * 86_400 }))).toEqual(
    validationError({ to: ['must be within 4000 days of today'] }),
  );
  expect(outcome(await service.post(at, { now: 'tomorrow' }))).toEqual(
    validationError({ now: ['is not a date-time'] }),
  );

  for (const call of [others(), live()]) {
    const expected = call.token === service.liveToken ? 403 : 404;
    expect((await service.get(`${at}/${clock.id}`, call)).status).toBe(expected);
    expect((await advance(clock.id, { seconds: 60 }, call)).status).toBe(expected);
    expect((await service.post(`${at}/${clock.id}/applicants`, {}, call)).status).toBe(expected === 403 ? 403 : 404);
    expect((await service.del(`${at}/${clock.id}`, call)).status).toBe(expected);
  }
  expect((await service.get(at, others())).body).toEqual({ clocks: [] });
  expect((await service.del(`${at}/${clock.id}`)).status).toBe(204);
  expect(outcome(await service.get(`${at}/${clock.id}`))).toEqual(notFound('Clock', clock.id));
  expect((await advance(unknownId, { seconds: 1 })).status).toBe(404);
});

test('72 hours of retries, an SDK token and a deletion delay pass at once', async () => {
  const broken = await receiver(() => ({ status: 500 }));
  const hook = await register(service, broken.url, { events: ['check.completed'] });
  const clock = await createClock();
  const applicant_id = await applicantOn(clock);
  const sdk = await service.story.sdk(applicant_id);
  const otherSdk = await service.story.sdk(await service.story.applicant());

  await service.story.document(applicant_id);
  const check = (await service.story.check({ applicant_id, report_names: ['document'] })).body;
  await advanced(clock, 2000);
  expect((await service.get(`/v3.6/checks/${check.id}`)).body).toMatchObject({ status: 'complete' });
  expect(broken.received).toHaveLength(1);

  const begun = service.clock.now();
  await advanced(clock, 72 * HOUR_MS);
  // The first attempt, and the ten retries of three days.
  expect(broken.received).toHaveLength(11);
  expect(service.clock.now()).toBe(begun);

  // A token is valid for 90 minutes. No time has passed for other applicants.
  const challenge = (call: { headers?: Record<string, string> }) =>
    service.post('/v3.6/live_video_challenge', undefined, call);
  expect((await challenge(sdk)).body.error.type).toBe('expired_token');
  expect((await challenge(otherSdk)).status).toBe(200);
  const renewed = await service.story.sdk(applicant_id);
  expect((await challenge(renewed)).status).toBe(200);

  await service.del(`/v3.6/applicants/${applicant_id}`);
  await advanced(clock, 29 * DAY_MS);
  expect(outcome(await service.del(`${at}/${clock}`))).toEqual(
    validationError({ clock: ['has applicants. Delete them, and advance the clock beyond their deletion'] }),
  );
  await advanced(clock, DAY_MS);
  expect(outcome(await service.get(`/v3.6/applicants/${applicant_id}`))).toEqual(gone);
  expect(outcome(await service.post(`/v3.6/applicants/${applicant_id}/restore`, undefined))).toEqual(gone);
  // The erasure has taken the applicant from the clock.
  expect((await service.del(`${at}/${clock}`)).status).toBe(204);
  await service.del(`/v3.6/webhooks/${hook.id}`);
});

test('attempts come at their own times, in their order', async () => {
  const clock = await createClock();
  const applicant_id = await applicantOn(clock);
  const began = Date.parse((await service.get(`${at}/${clock}`)).body.now);
  const hook = await receiver((number) => ({ status: number < 3 ? 500 : 200 }));
  const { id } = await register(service, hook.url, { events: ['check.completed'] });
  await service.story.document(applicant_id);
  await service.story.check({ applicant_id, report_names: ['document'] });
  await advanced(clock, 2 * HOUR_MS);
  expect(hook.received).toHaveLength(3);
  const { events } = (await service.get('/v3.6/events?action=check.completed&limit=1')).body;
  expect(events[0].created_at).toBe(isoSeconds(began + 1000));
  await service.del(`/v3.6/webhooks/${id}`);
});

test('workflow tasks and runs end by the clock', async () => {
  const clock = await createClock();
  const paused = await service.run(workflowIds.pause, { applicant_id: await applicantOn(clock) });
  const twin = await service.run(workflowIds.pause);
  await advanced(clock, HOUR_MS);
  expect(await service.again(paused)).toMatchObject({ status: 'processing' });
  await advanced(clock, HOUR_MS);
  expect(await service.again(paused)).toMatchObject({ status: 'approved' });
  expect(await service.again(twin)).toMatchObject({ status: 'processing' });

  const run = await service.run(workflowIds.profile, { applicant_id: await applicantOn(clock) });
  await advanced(clock, 7 * DAY_MS - 1000);
  expect(await service.again(run)).toMatchObject({ status: 'awaiting_input' });
  await advanced(clock, 1000);
  const { now } = (await service.get(`${at}/${clock}`)).body;
  expect(await service.again(run)).toMatchObject({ status: 'abandoned', updated_at: now });
});

const allJobs = query()((db) => db.selectFrom('jobs').selectAll().orderBy('id'));

/** The answers about an applicant, and all jobs without a clock. */
async function stateOf(applicant: string, run: { id: string }) {
  const { system } = service.services.store;
  const [read, checks, tasks] = await Promise.all([
    service.get(`/v3.6/applicants/${applicant}`),
    service.get(`/v3.6/checks?applicant_id=${applicant}`),
    service.get(`/v3.6/workflow_runs/${run.id}/tasks`),
  ]);
  const jobs = (await system.all(allJobs, {})).filter(({ clock_id }) => clock_id === null);
  return { read: read.body, checks: checks.body, tasks: tasks.body, run: await service.again(run), jobs };
}

test('advancing a clock changes nothing of applicants that are not on it', async () => {
  const first = await createClock();
  const second = await createClock();
  const [mine, theirs, free] = [await applicantOn(first), await applicantOn(second), await service.story.applicant()];
  const runs = new Map<string, { id: string }>();
  for (const id of [theirs, free]) runs.set(id, await service.run(workflowIds.pause, { applicant_id: id }));
  const deleted = await service.story.applicant();
  await service.del(`/v3.6/applicants/${deleted}`);
  const step = fc.oneof(
    fc.record({ act: fc.constant('advance' as const), seconds: fc.integer({ min: 1, max: 40 * 86_400 }) }),
    fc.record({ act: fc.constantFrom('run' as const, 'token' as const, 'check' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const before = await Promise.all([theirs, free].map((id) => stateOf(id, runs.get(id) as { id: string })));
      const clock = (await service.get(`${at}/${second}`)).body;
      for (const { act, ...more } of steps) {
        if (act === 'advance') await advanced(first, (more as { seconds: number }).seconds * 1000);
        else if (act === 'run') await service.run(workflowIds.pause, { applicant_id: mine });
        else if (act === 'token') await service.story.sdk(mine);
        else await service.story.check({ applicant_id: mine, report_names: ['identity_enhanced'] });
      }
      const after = await Promise.all([theirs, free].map((id) => stateOf(id, runs.get(id) as { id: string })));
      expect(after).toEqual(before);
      expect((await service.get(`${at}/${second}`)).body).toEqual(clock);
    }),
    { numRuns: 12 },
  );
  expect((await service.post(`/v3.6/applicants/${deleted}/restore`, undefined)).status).toBe(204);
});
