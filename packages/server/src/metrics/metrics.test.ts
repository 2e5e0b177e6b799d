import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { metricsDocument } from '../cli/commands/metrics.ts';
import { jobSubjects } from '../store/ownership.ts';
import { Metrics } from './metrics.ts';
import { metricsTable } from './table.ts';

test('docs/reference/metrics.md is made from the table of metrics', () => {
  const page = readFileSync(new URL('../../../../docs/reference/metrics.md', import.meta.url), 'utf8');
  expect(page).toBe(`${metricsDocument()}\n`);
});

test('every name says its unit as Prometheus does', () => {
  const units = { counter: /_total$/, histogram: /_(seconds|bytes)$/, gauge: /(?<!_total|_count|_sum|_bucket)$/ };
  const wrong = Object.entries(metricsTable).filter(([name, { type }]) => !units[type].test(name));
  expect(wrong).toEqual([]);
});

test('jobs have a metric for every kind', () => {
  expect(metricsTable.bonafide_jobs_ended_total.labels.kind.toSorted()).toEqual(Object.keys(jobSubjects).toSorted());
});

describe('Metrics', () => {
  const done = { kind: 'check', outcome: 'done' } as const;

  it('counts from 0, so that a rate sees the first event', () => {
    const metrics = new Metrics();
    const before = metrics.samples('bonafide_jobs_ended_total');
    expect(before.length).toBe(Object.keys(jobSubjects).length * 5);
    expect(before.find(({ labels }) => labels.kind === 'check' && labels.outcome === 'done')?.value).toBe(0);
    metrics.count('bonafide_jobs_ended_total', done);
    metrics.count('bonafide_jobs_ended_total', done, 2);
    const after = metrics.samples('bonafide_jobs_ended_total').filter(({ value }) => value > 0);
    expect(after).toEqual([{ suffix: '', labels: done, value: 3 }]);
  });

  it('shows gauges and histograms once they have a value', () => {
    const metrics = new Metrics();
    expect(metrics.samples('bonafide_redis_up')).toEqual([]);
    metrics.set('bonafide_redis_up', 1, {});
    metrics.set('bonafide_redis_up', 0, {});
    expect(metrics.samples('bonafide_redis_up')).toEqual([{ suffix: '', labels: {}, value: 0 }]);
    const labels = { store: 'disk', call: 'get', outcome: 'ok' } as const;
    for (const seconds of [0.001, 0.003, 0.003, 60]) {
      metrics.observe('bonafide_storage_call_duration_seconds', seconds, labels);
    }
    const samples = metrics.samples('bonafide_storage_call_duration_seconds');
    const buckets = samples.filter(({ suffix }) => suffix === '_bucket').map((s) => [s.labels.le, s.value]);
    expect(buckets.slice(0, 4)).toEqual([
      [0.001, 1],
      [0.0025, 1],
      [0.005, 3],
      [0.01, 3],
    ]);
    expect(buckets.at(-2)).toEqual([10, 3]);
    expect(buckets.at(-1)).toEqual(['+Inf', 4]);
    expect(samples.slice(-2)).toEqual([
      { suffix: '_sum', labels, value: 60.007 },
      { suffix: '_count', labels, value: 4 },
    ]);
  });

  it('counts a value that no row lists as "other", in one series', () => {
    const metrics = new Metrics();
    const outside = { kind: 'x"} 1\n', outcome: 'done' } as never;
    for (let i = 0; i < 3; i++) metrics.count('bonafide_jobs_ended_total', outside);
    metrics.count('bonafide_jobs_ended_total', { kind: 'y', outcome: 'done' } as never);
    const counted = metrics.samples('bonafide_jobs_ended_total').filter(({ value }) => value > 0);
    expect(counted).toEqual([{ suffix: '', labels: { kind: 'other', outcome: 'done' }, value: 4 }]);
  });

  it('times a call by its outcome', async () => {
    const metrics = new Metrics();
    const time = (call: () => Promise<number>) =>
      metrics.time('bonafide_redis_call_duration_seconds', { call: 'room' }, call);
    expect(await time(async () => 7)).toBe(7);
    await expect(time(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    const counts = metrics.samples('bonafide_redis_call_duration_seconds').filter(({ suffix }) => suffix === '_count');
    expect(counts.map(({ labels, value }) => [labels, value])).toEqual([
      [{ call: 'room', outcome: 'ok' }, 1],
      [{ call: 'room', outcome: 'failed' }, 1],
    ]);
  });
});
