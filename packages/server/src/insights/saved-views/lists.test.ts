import { expect, test } from 'vitest';
import { judgeView } from './lists.ts';

test('a view keeps the filters and columns that its list has, and names the others', () => {
  const filter = { status: 'complete', result: 'green', colour: 'red', from: '2026-02-01', to: 'soon' };
  expect(judgeView('checks', filter, ['took', 'weight'])).toEqual({
    filter: { status: 'complete', from: '2026-02-01' },
    hidden: ['took'],
    unknown: ['result', 'colour', 'to', 'weight'],
  });
  expect(judgeView('queue', { report: 'workflow_run', waited: '60', order: 'oldest', constructor: 'x' }, [])).toEqual({
    filter: { report: 'workflow_run', waited: '60', order: 'oldest' },
    hidden: [],
    unknown: ['constructor'],
  });
  expect(judgeView('applicants', { q: ' ' }, ['name']).unknown).toEqual(['q', 'name']);
});
