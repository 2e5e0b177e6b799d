import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuiltService } from '../../../e2e/src/live/built.ts';
import { HELD_OUT } from './held-out.ts';
import { REPORTED } from './reported.ts';
import { startForCases, tried } from './run.ts';
import { SHORT_NAMES } from './short-names.ts';

/** Cases of kinds whose way from the picture to the report differs; `npm run eval -- --only bug-cases` tries all of them. */
const QUICK = [
  'M2 surname only',
  'surname of one letter',
  'M3 number of 12 characters whose digit counts the filler',
  'M7 day 41 with a right digit',
  'A1 old header and days with hyphens',
  'A5 suffix in its own element, applicant Tolliver Sr Amos',
  'A8 signed barcode with another subfile',
];

/** Drawing, uploading and reading both sides of a card beside other tests. */
const PATIENCE_MS = 300_000;

let service: BuiltService;
beforeAll(async () => {
  service = await startForCases();
}, PATIENCE_MS);
afterAll(() => service?.stop());

test.each(QUICK)('%s', { timeout: PATIENCE_MS }, async (name) => {
  const given = [...REPORTED, ...HELD_OUT, ...SHORT_NAMES].find((one) => one.name === name);
  expect(await tried(service, given!)).toEqual([]);
});
