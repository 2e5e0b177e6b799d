import { expect, test } from 'vitest';
import { readRequest } from './phone-screens.ts';

const choices = ['12', '34', '56'];
const logo = 'data:image/png;base64,iVBORw0KGgo=';

test('what a computer says of itself is read, and nothing that could do harm', () => {
  const computer = { os: 'Windows', browser: 'Firefox', at: 1_700_000_000_000 };
  expect(readRequest({ choices, computer, language: 'de', theme: 'dark', logo })).toEqual({
    system: 'Windows',
    browser: 'Firefox',
    at: new Date(1_700_000_000_000),
    choices,
    language: 'de',
    theme: 'dark',
    logo,
  });
  const strange = { os: 5, browser: 'x'.repeat(1000), at: Number.NaN };
  const before = Date.now();
  const read = readRequest({
    choices,
    computer: strange,
    language: {},
    theme: 'red',
    logo: 'https://evil.example/a.png',
  });
  expect(read).toMatchObject({ system: '', browser: 'x'.repeat(40), choices });
  expect([read?.language, read?.theme, read?.logo]).toEqual([undefined, undefined, undefined]);
  expect(read?.at.getTime()).toBeGreaterThanOrEqual(before);
  expect(read?.at.getTime()).toBeLessThanOrEqual(Date.now());
  for (const picture of ['data:image/svg+xml;base64,AAAA', `data:image/png;base64,${'A'.repeat(300_000)}`])
    expect(readRequest({ choices, logo: picture })?.logo).toBeUndefined();
});

test.each([[undefined], ['12'], [[]], [['12']], [['12', 'x']], [Array(10).fill('12')]])(
  '%j is nothing to pick from',
  (some) => {
    expect(readRequest({ choices: some })).toBeUndefined();
  },
);
