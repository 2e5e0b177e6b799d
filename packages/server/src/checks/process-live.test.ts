import { setImmediate } from 'node:timers/promises';
import { DecodeTimeout, OutOfMemory } from '@bonafide/verification';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Analyser, AnalysisFailed } from '../analysis/analyser.ts';
import { directAnalyser } from '../analysis/testing/direct-analyser.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { enqueue } from '../jobs/queue.ts';
import { FrameTimeout } from '../media-files/frame.ts';
import { reportType } from '../reports/index.ts';
import { doubtful, verdictOf } from '../reports/live/assessment.ts';
import type { ReportProcessor } from '../reports/types.ts';
import { useService } from '../testing/service.ts';
import { ctxOf } from '../workers/ctx-of.ts';
import { findLikeFaces, findLikeLooks } from './reports/likenesses.ts';

const service = useService({ settings: { analysis: 'on' } });
/** Stands for the analyser of the service. */
let analyse: Analyser['run'];
let asked: number;

beforeAll(async () => {
  const run = ((name: never, input: never) => {
    asked += 1;
    return analyse(name, input);
  }) as Analyser['run'];
  Object.assign(service.services, { analyser: { run, close: async () => {} } });
});
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

/** Report that the operator sees. */
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
  // The picture is plain grey: whatever is found in it, it is not a sound document.
  const { status, result } = await reportNow(report.id);
  expect(status === 'awaiting_approval' || result === 'consider').toBe(true);
});

test.each([
  [new AnalysisFailed('crashed', 'The analyser ended: SIGKILL'), 'AnalysisFailed: The analyser ended: SIGKILL'],
  [new AnalysisFailed('no_time', 'The machine had no time'), 'AnalysisFailed: The machine had no time'],
  [new DecodeTimeout('no_time', 'The machine had no time'), 'DecodeTimeout: The machine had no time'],
  [new FrameTimeout('no_time', 'video'), 'Problem: The machine had no time to take a frame from the provided video'],
  [new OutOfMemory('The machine had no memory'), 'OutOfMemory: The machine had no memory'],
  [new RangeError('Maximum call stack size exceeded'), 'RangeError: Maximum call stack size exceeded'],
  [new Error('x'.repeat(1000)), `Error: ${'x'.repeat(293)}`],
])('after three failures it needs manual review, with the reason (%#)', async (error, failure) => {
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

test.each([
  [new AnalysisFailed('too_slow', 'No findings within 60 s'), 'AnalysisFailed: No findings within 60 s'],
  [new DecodeTimeout('too_slow', 'Not decoded within 10 s'), 'DecodeTimeout: Not decoded within 10 s'],
])('what used up its processor time is not tried again: a person must look (%#)', async (error, failure) => {
  analyse = failing(error);
  const { report } = await begin();
  expect(await reportNow(report.id)).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {} });
  expect((await seen(report.id)).failure).toBe(failure);
  await later(3600);
  expect(asked).toBe(1);
});

test('an analysis that the end of the service stops counts for nothing, however often', async () => {
  analyse = failing(new AnalysisFailed('crashed', 'The analyser ended: SIGSEGV'));
  const { report } = await begin();
  await later(1);
  analyse = failing(new AnalysisFailed('stopped', 'The service is shutting down'));
  await later(2);
  for (let stops = 2; stops <= 5; stops += 1) await later(1);
  expect(asked).toBe(7);
  expect(await seen(report.id)).toMatchObject({ status: 'awaiting_data', attempts: 2, failure: null });
  // The third time that it may end by itself.
  analyse = failing(new AnalysisFailed('too_slow', 'No findings within 60 s'));
  await later(1);
  expect(await seen(report.id)).toMatchObject({
    status: 'awaiting_approval',
    failure: 'AnalysisFailed: No findings within 60 s',
  });
});

test('without analysis a person decides, and no analyser is asked', async () => {
  const off = { ...service.services.settings, analysis: 'off' as const };
  const on = service.services.settings;
  Object.assign(service.services, { settings: off });
  const { report } = await begin();
  Object.assign(service.services, { settings: on });
  expect([report.status, asked]).toEqual(['awaiting_approval', 0]);
});

describe('while a report is analysed', () => {
  const type = reportType('document') as { process?: ReportProcessor };
  const processor = type.process as ReportProcessor;
  interface Made {
    readonly applicant: string;
    readonly check: string;
    readonly report: string;
  }
  /** Action between the first analysis and its verdict. */
  let meanwhile: (made: Made) => Promise<unknown>;
  let media: string;
  beforeEach(() => {
    media = service.services.ids.uuid();
  });
  afterEach(() => {
    type.process = processor;
  });

  /** Makes a live check whose report leaves a doubt, and remembers a face and a look. */
  async function analysed(): Promise<Made> {
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant({}, live());
    await story.document(applicant, {}, live());
    asked = 0;
    let begun = (_: Made) => {};
    const made = new Promise<Made>((resolve) => {
      begun = resolve;
    });
    type.process = async (_, tools) => {
      asked += 1;
      const first = asked === 1;
      await tools.keepFace({ id: media, type: 'live_photos' }, Float32Array.of(1, 0));
      await tools.keepLook({ id: media, type: 'live_photos' }, '0123456789abcdef');
      if (first) await meanwhile(await made);
      const leaves = { 'image_integrity.image_quality': doubtful(`Too dark to judge, at look ${asked}`) };
      return verdictOf(reportType('document'), { leaves, properties: {} }, { decision_uncertain: 'person' });
    };
    const { body } = await story.check({ applicant_id: applicant, report_names: ['document'] }, live());
    begun({ applicant, check: body.id, report: body.report_ids[0] });
    await service.settle();
    return made;
  }

  async function operate(path: string, json: object = {}) {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const at = `/operator/v1/accounts/${service.account.id}${path}`;
    const answer = await service.call('POST', at, { token: null, headers, json });
    expect(answer.status).toBe(200);
  }

  /** Counts the remembered likenesses of the upload. */
  async function kept(): Promise<number> {
    const ctx = await ctxOf(service.services, { account_id: service.account.id, environment: 'live' });
    const faces = await findLikeFaces(ctx, 'nobody', Float32Array.of(1, 0), 0.9);
    const looks = await findLikeLooks(ctx, 'nobody', '0123456789abcdef');
    return [...faces, ...looks].filter(({ media_id }) => media_id === media).length;
  }

  test('likenesses are kept with its verdict, also with one that leaves it to a person', async () => {
    meanwhile = async () => expect(await kept()).toBe(0);
    const { report } = await analysed();
    expect((await reportNow(report)).status).toBe('awaiting_approval');
    expect(await kept()).toBe(2);
  });

  test('what fails keeps nothing', async () => {
    meanwhile = failing(new Error('Broken'));
    const { report } = await analysed();
    expect([(await reportNow(report)).status, await kept()]).toEqual(['awaiting_data', 0]);
    await later(1);
    expect([(await reportNow(report)).status, await kept()]).toEqual(['awaiting_approval', 2]);
  });

  test('its check may be withdrawn: nothing is kept', async () => {
    meanwhile = ({ check }) => operate(`/checks/${check}/withdraw`);
    const { report } = await analysed();
    expect([(await reportNow(report)).status, asked, await kept()]).toEqual(['withdrawn', 1, 0]);
  });

  test('its applicant may be erased: nothing is left', async () => {
    meanwhile = ({ applicant }) => operate(`/applicants/${applicant}/erase`, { environment: 'live', force: true });
    const { report } = await analysed();
    expect((await service.get(`/v3.6/reports/${report}`, live())).status).toBe(410);
    await later(3600);
    expect([asked, await kept()]).toEqual([1, 0]);
  });

  test('its check may be reopened: it is analysed again once that continues', async () => {
    meanwhile = ({ check }) => operate(`/checks/${check}/reopen`);
    const { check, report } = await analysed();
    expect([(await reportNow(report)).status, asked, await kept()]).toEqual(['awaiting_data', 1, 0]);
    await operate(`/checks/${check}/take_up`);
    await service.settle();
    expect([(await reportNow(report)).status, asked, await kept()]).toEqual(['awaiting_approval', 2, 2]);
  });

  test('its check may be reopened and continue: of two analyses the first to end counts', async () => {
    meanwhile = async ({ check, report }) => {
      await operate(`/checks/${check}/reopen`);
      await operate(`/checks/${check}/take_up`);
      while ((await reportNow(report)).status === 'awaiting_data') await setImmediate();
    };
    const { report } = await analysed();
    expect(asked).toBe(2);
    const { status, leaves } = await seen(report);
    expect(status).toBe('awaiting_approval');
    expect(leaves['image_integrity.image_quality'].reason).toBe('Too dark to judge, at look 2');
  });

  test('a job too many does not touch what waits for a person', async () => {
    meanwhile = async () => {};
    const { report } = await analysed();
    await service.services.store.transaction((tx) =>
      enqueue(
        service.services,
        tx,
        { account_id: service.account.id, environment: 'live' },
        { kind: 'report', ref: report },
      ),
    );
    await service.settle();
    expect([(await reportNow(report)).status, asked]).toEqual(['awaiting_approval', 1]);
  });
});
