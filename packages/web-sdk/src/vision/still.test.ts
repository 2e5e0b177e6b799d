import { expect, test } from 'vitest';
import { lookAtDocument } from './document-still.ts';
import { lookAtFace } from './face-still.ts';
import type { Frame, RequestedFrame } from './frame.ts';
import type { Still } from './still.ts';
import { blurred, cardOnTable, ended, headTurned, TABLE } from './testing.ts';

/** Draws parts of a picture by their nearest pixels. What lies outside is black. */
const drawing =
  (picture: Frame) =>
  ({ part, width, height }: RequestedFrame): Frame => {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let i = 0; i < width * height; i++) {
      const x = Math.floor(part.left + (((i % width) + 0.5) * part.width) / width);
      const y = Math.floor(part.top + ((Math.floor(i / width) + 0.5) * part.height) / height);
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
      data.set(picture.data.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 4), 4 * i);
    }
    return { width, height, data };
  };

const still = (picture: Frame, more: Partial<Still> = {}): Still => ({
  size: { width: picture.width, height: picture.height },
  draw: drawing(picture),
  wasGood: false,
  ...more,
});
const judged = (picture: Frame, more?: Partial<Still>) => ended(lookAtDocument(still(picture, more), 1.586));

test('a file of a document is shown cropped to its outline', () => {
  const { findings, part } = judged(cardOnTable());
  expect(findings).toEqual(['corners', 'sharp', 'no_glare']);
  // The card of 224 by 141 pixels, with a margin of 5 %.
  expect(Math.abs(part!.left - 36.8)).toBeLessThan(3);
  expect(Math.abs(part!.top - 30)).toBeLessThan(3);
  expect(Math.abs(part!.width - 246.4)).toBeLessThan(5);
  expect(Math.abs(part!.height - 155.1)).toBeLessThan(5);
});

test.each([
  ['under a lamp', cardOnTable({ lamp: true }), ['corners', 'sharp', 'glare'], true],
  ['out of focus', blurred(cardOnTable(), 2), ['corners', 'blurred', 'no_glare'], true],
  ['in the dark', cardOnTable({ light: 0.35 }), ['corners', 'dark'], true],
  ['with nothing on it', cardOnTable({ printed: false }), ['no_document'], false],
  [
    'cut off',
    cardOnTable({ card: { left: -40, top: 37, width: 224, height: 141 } }),
    ['cut', 'sharp', 'no_glare'],
    false,
  ],
])('a file of a card %s', (_, picture, findings, isCropped) => {
  const judgement = judged(picture);
  expect(judgement.findings).toEqual(findings);
  expect(judgement.part !== undefined).toBe(isCropped);
});

test('a photo without a document lacks its corners, unless the camera has just seen them', () => {
  const table = cardOnTable({ card: { left: 0, top: 0, width: 0, height: 0 } });
  const { frame } = TABLE;
  expect(judged(table, { frame }).findings).toContain('no_corners');
  expect(judged(table, { frame, wasGood: true }).findings).not.toContain('no_corners');
});

test('a selfie', () => {
  const of = (picture: Frame, more?: Partial<Still>) => ended(lookAtFace(still(picture, more))).findings;
  expect(of(headTurned())).toEqual(['face', 'sharp']);
  const wall = { width: 128, height: 128, data: new Uint8ClampedArray(128 * 128 * 4).fill(190) };
  expect(of(wall)).toEqual(['no_face']);
  const { width, height, data } = headTurned();
  expect(of({ width, height, data: data.map((level, i) => (i % 4 === 3 ? level : level * 0.25)) })).toEqual([
    'face',
    'dark',
  ]);
});
