import { expect, test } from 'vitest';
import { readSettings, type SettingName } from '../config/settings.ts';
import { useService } from '../testing/service.ts';
import { jobHandlers } from './index.ts';

const service = useService();

/** Kinds of jobs that a process with these settings runs. */
function kindsOf(flags: Partial<Record<SettingName, string>>): string[] {
  const settings = { ...service.services.settings, ...readSettings({ analysis: 'on', ...flags }, {}) };
  return jobHandlers({ ...service.services, settings }).map(({ kind }) => kind);
}

test('analysers run the jobs that need nets, and workers leave these to them where the setting says so', () => {
  const all = kindsOf({});
  expect(kindsOf({ role: 'worker' })).toEqual(all);
  const analysers = kindsOf({ role: 'analyser' });
  expect(analysers).toEqual(['report', 'workflow_run']);
  const others = kindsOf({ role: 'worker', analysis: 'elsewhere' });
  expect([...others, ...analysers].sort()).toEqual([...all].sort());
  expect(() => kindsOf({ role: 'analyser', analysis: 'elsewhere' })).toThrow('--role analyser needs --analysis on');
});
