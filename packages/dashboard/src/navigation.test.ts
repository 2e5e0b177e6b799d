import { expect, test } from 'vitest';
import { entryOf, navigationFor } from './navigation.ts';
import { type PagePath, pageAt, pageTable } from './pages.ts';

const labelsFor = (...may: Parameters<typeof navigationFor>[0]) =>
  navigationFor(may).map(({ title, entries }) => [title, ...entries.map(({ label }) => label)]);

test('the navigation has the pages that a member may open, and no empty group', () => {
  expect(labelsFor()).toEqual([]);
  expect(labelsFor('audit.see_own')).toEqual([['Account', 'Audit log']]);
  // One of several permissions is enough.
  expect(labelsFor('sandbox.simulate')).toEqual([['Integration', 'Developers']]);
  expect(
    labelsFor(
      ...([
        'states.see',
        'data.see',
        'insights.see',
        'quality.see',
        'screening.see',
        'members.see',
        'settings.see',
      ] as const),
      'audit.see_own',
    ),
  ).toEqual([
    ['Verification', 'Overview', 'Insights', 'Quality', 'Review queue', 'Checks', 'Applicants'],
    ['Rules', 'Workflows', 'Screening', 'Block and allow'],
    ['Account', 'Members', 'Settings', 'Audit log'],
  ]);
});

test('no two pages share a shortcut', () => {
  const keys = Object.values(pageTable).flatMap(({ navigation }) => navigation?.key ?? []);
  expect(keys).toEqual([...new Set(keys)]);
});

test.each([
  ['/queue', '/queue', '/queue'],
  ['/reports/01890000', '/reports/$id', '/queue'],
  ['/workflow-runs/01890000', '/workflow-runs/$id', '/workflows'],
  ['/developers/requests', '/developers/requests', '/developers/requests'],
  ['/developers/requests/12', '/developers/requests/$id', '/developers/requests'],
  ['/me', '/me', undefined],
] as const)('%s is the page %s, and is marked as %s', (address, path, entry) => {
  expect(pageAt(address)).toBe(path);
  expect(entryOf(path)).toBe(entry);
});

test('an unknown address has no page', () => {
  expect(['', '/', '/nowhere', '/queue/1'].map(pageAt)).toEqual([undefined, undefined, undefined, undefined]);
});

test('each page of an object has a list in the navigation', () => {
  const paths = Object.keys(pageTable) as PagePath[];
  expect(paths.filter((path) => path.endsWith('$id') && entryOf(path) === undefined)).toEqual([]);
});
