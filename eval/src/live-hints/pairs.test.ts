import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { edgeSteepness } from '../../../packages/verification/src/image/blur.ts';
import { testFile } from '../../../packages/verification/src/testing/data.ts';
import { greyOf } from '../../../packages/web-sdk/src/vision/frame.ts';
import { sharpnessOf } from '../../../packages/web-sdk/src/vision/sharpness.ts';
import { blurred, cardOnTable, ended } from '../../../packages/web-sdk/src/vision/testing.ts';
import { documentPairs, facePairs, judgedDocument, judgedFace } from './pairs.ts';

const passport = readFileSync(testFile('documents_mrz/USA-Passport-2020.jpeg'));
const portrait = readFileSync(testFile('faces_pairs/london_010_neutral.jpg'));

describe('the camera and the service judge alike', () => {
  test('a good picture of a document, also on a pale table', async () => {
    const good = { hint: 'found', faults: [] };
    expect(await judgedDocument(passport, {})).toEqual(good);
    expect(await judgedDocument(passport, { ground: '#d8d4cc' })).toEqual(good);
  });

  test.each(documentPairs)('a document $what', async ({ bad, hint, faults }) => {
    expect(await judgedDocument(passport, bad)).toEqual({ hint, faults });
  });

  test('a good picture of a face', async () => {
    expect(await judgedFace(portrait, {})).toEqual({ hint: 'good', faults: [] });
  });

  test.each(facePairs)('a face: $what', async ({ bad, hint, faults }) => {
    expect(await judgedFace(portrait, bad)).toEqual({ hint, faults });
  });
});

test.each([0, 1, 2])('sharpness is measured alike, at a blur of %d pixels', (reach) => {
  const frame = blurred(cardOnTable(), reach);
  const grey = { width: frame.width, height: frame.height, data: greyOf(frame) };
  expect(ended(sharpnessOf(frame))).toBe(edgeSteepness(grey));
});
