import { expect, test } from 'vitest';
import { areasOf, walk } from './walk.js';

test('a decision on a report enters nine areas, with four returns', () => {
  const steps = walk('review/claims.ts', 'decideUnclaimed');
  const path = areasOf(steps);
  const distinct = new Set(path);
  expect(steps.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['review/decide.ts', 'checks/progress.ts', 'webhooks/event-log/record.ts']),
  );
  expect([...distinct].toSorted()).toEqual(
    expect.arrayContaining(['audit', 'checks', 'reports', 'review', 'updates', 'webhooks']),
  );
  expect(distinct.size, path.join(' → ')).toBeLessThanOrEqual(9);
  expect(path.length - distinct.size, path.join(' → ')).toBeLessThanOrEqual(4);
});
