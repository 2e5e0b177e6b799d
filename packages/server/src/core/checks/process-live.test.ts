import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Analyser, AnalysisFailed, directAnalyser } from '../../analysis/analyser.ts';
import { storyOf } from '../../faces/v3/testing/story.ts';
import { startService, type TestService } from '../../testing/service.ts';

let service: TestService;
/** What the analyser of the service does with each task. */
let analyse: Analyser['run'];
let asked: number;

beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  const run = ((name: never, input: never) => {
    asked += 1;
    return analyse(name, input);
  }) as Analyser['run'];
  Object.assign(service.services, { analyser: { run, close: async () => {} } });
});
afterAll(() => service.close());
beforeEach(() => {
  asked = 0;
  analyse = directAnalyser.run;
});

const live = () => ({ token: service.liveToken });

/** Makes a live check of a document, and lets its report be tried once. */
async function begin() {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({}, live());
  await story.document(applicant_id, {}, live());
  asked = 0;
  const { check, reports } = await story.completed({ applicant_id, report_names: ['document'] }, live());
  return { check, report: reports[0] };
}

const reportNow = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;

/** What the operator sees of a report. */
async function seen(id: string) {
  const path = `/operator/v1/accounts/${service.account.id}/reports/${id}`;
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return (await service.get(path, { token: null, headers })).body;
}

/** Lets so much time pass that a job which failed is tried again. */
async function later(seconds: number) {
  service.clock.advance(seconds * 1000);
  await service.settle();
}

const failing = (error: Error) => async () => {
  throw error;
};

test('an analysis that fails is tried again after a second', async () => {
  analyse = failing(new AnalysisFailed('crashed', 'The analyser ended: SIGSEGV'));
  const { report } = await begin();
  expect([report.status, asked]).toEqual(['awaiting_data', 1]);
  analyse = directAnalyser.run;
  await later(0.9);
  expect(asked).toBe(1);
  await later(0.1);
  expect(asked).toBe(2);
  // The picture is plain grey: whatever is found in it, it is no sound document.
  const { status, result } = await reportNow(report.id);
  expect(status === 'awaiting_approval' || result === 'consider').toBe(true);
});

test.each([
  [new AnalysisFailed('timeout', 'No findings within 60 s'), 'AnalysisFailed: No findings within 60 s'],
  [new AnalysisFailed('crashed', 'The analyser ended: SIGKILL'), 'AnalysisFailed: The analyser ended: SIGKILL'],
  [new RangeError('Maximum call stack size exceeded'), 'RangeError: Maximum call stack size exceeded'],
  [new Error('x'.repeat(1000)), `Error: ${'x'.repeat(293)}`],
])('after three failures a person must look, and is told why (%#)', async (error, failure) => {
  analyse = failing(error);
  const { check, report } = await begin();
  await later(1);
  expect((await reportNow(report.id)).status).toBe('awaiting_data');
  await later(2);
  expect(asked).toBe(3);
  expect(await reportNow(report.id)).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {} });
  expect((await seen(report.id)).failure).toBe(failure);
  expect((await service.get(`/v3.6/checks/${check.id}`, live())).body.status).toBe('in_progress');
  await later(3600);
  expect(asked).toBe(3);
});

test('an analysis that the end of the service stops is nobody’s failure', async () => {
  analyse = failing(new AnalysisFailed('stopped', 'The service is shutting down'));
  const { report } = await begin();
  await later(1);
  await later(2);
  expect(asked).toBe(3);
  expect((await reportNow(report.id)).status).toBe('awaiting_data');
  // Nothing of it is left for the tests that follow.
  await later(4);
});

test('without analysis a person decides, and no analyser is asked', async () => {
  const off = { ...service.services.settings, analysis: 'off' as const };
  const on = service.services.settings;
  Object.assign(service.services, { settings: off });
  const { report } = await begin();
  Object.assign(service.services, { settings: on });
  expect([report.status, asked]).toEqual(['awaiting_approval', 0]);
});
