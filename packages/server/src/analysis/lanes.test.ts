import { expect, test } from 'vitest';
import { LanedAnalyser } from './lanes.ts';
import { failure, isAlive, usePools } from './testing/pools.ts';

const { open } = usePools();

test('a judgement waits for none of ten reports, and both lanes close', async () => {
  const [reports, judges] = [open(), open()];
  const analyser = new LanedAnalyser({ judged: new Set(['echo']), judges: judges.pool, reports: reports.pool });
  const run = analyser.run.bind(analyser) as unknown as typeof reports.run;
  const waiting = Array.from({ length: 10 }, () => failure(run('hangs'), 'stopped', /shutting down/));
  const { value, pid } = await run('echo', { value: 'judged' });
  expect(value).toBe('judged');
  await analyser.close();
  await Promise.all(waiting);
  expect(isAlive(pid)).toBe(false);
  await failure(run('echo', {}), 'stopped', /shutting down/);
});
