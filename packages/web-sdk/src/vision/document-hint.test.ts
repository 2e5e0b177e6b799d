import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type DocumentHint, documentHint } from './document-hint.ts';
import { partsOf } from './document-view.ts';
import type { Frame } from './frame.ts';
import { blurred, cardOnTable, ended, type Lying, TABLE } from './testing.ts';

const hintOf = (overview: Frame, detail: Frame = overview, was?: DocumentHint): DocumentHint =>
  ended(documentHint({ overview, frame: TABLE.frame, detail: () => detail }, was));
const lying = (how: Lying) => hintOf(cardOnTable(how));

describe('a document in the frame', () => {
  it('is found where nothing is wrong with it', () => {
    expect(hintOf(cardOnTable())).toBe('found');
  });

  it('is found wherever it lies about the middle', () => {
    const place = fc.record({
      left: fc.integer({ min: 10, max: 60 }),
      top: fc.integer({ min: 8, max: 50 }),
      width: fc.integer({ min: 200, max: 240 }),
    });
    fc.assert(
      fc.property(place, ({ left, top, width }) => {
        expect(lying({ card: { left, top, width, height: Math.round(width / 1.586) } })).toBe('found');
      }),
      { numRuns: 25 },
    );
  });

  test.each<[string, Lying, DocumentHint]>([
    ['far away', { card: { left: 90, top: 64, width: 140, height: 88 } }, 'closer'],
    ['cut off at the side', { card: { left: -60, top: 37, width: 224, height: 141 } }, 'cutoff'],
    ['cut off below', { card: { left: 48, top: 110, width: 224, height: 141 } }, 'cutoff'],
    ['over all four sides of the frame', { card: { left: 32, top: 26, width: 258, height: 162 } }, 'further'],
    ['over the sides to left and right', { card: { left: 22, top: 30, width: 276, height: 154 } }, 'further'],
    ['in the dark', { light: 0.4 }, 'dark'],
    ['under a lamp', { lamp: true }, 'glare'],
    ['an empty sheet', { printed: false }, 'no_document'],
    ['upright', { card: { left: 100, top: 15, width: 120, height: 190 } }, 'no_document'],
    ['not there, on a dark table', { card: { left: 0, top: 0, width: 0, height: 0 } }, 'no_document'],
    ['not there, in the dark', { card: { left: 0, top: 0, width: 0, height: 0 }, light: 0.5 }, 'dark'],
  ])('%s', (_, how, hint) => {
    expect(lying(how)).toBe(hint);
  });

  it('is not sharp where its detail isn’t', () => {
    expect(hintOf(cardOnTable(), blurred(cardOnTable(), 2))).toBe('blur');
  });

  it('stays good a little longer than it takes to become good', () => {
    const card = { left: 90, top: 60, width: 142, height: 90 };
    expect(hintOf(cardOnTable({ card }))).toBe('closer');
    expect(hintOf(cardOnTable({ card }), cardOnTable(), 'found')).toBe('found');
  });
});

test('what is looked at lies within the camera’s picture, and shows the frame', () => {
  const camera = fc.record({ width: fc.integer({ min: 320, max: 4000 }), height: fc.integer({ min: 240, max: 4000 }) });
  const share = fc.double({ min: 0.2, max: 0.95, noNaN: true });
  fc.assert(
    fc.property(camera, share, share, (camera, w, h) => {
      const [width, height] = [w * camera.width, h * camera.height];
      const frame = { left: (camera.width - width) / 2, top: (camera.height - height) / 2, width, height };
      const { overview, detail, frame: there } = partsOf(frame, camera);
      for (const { part, width, height } of [overview, detail]) {
        expect(part.left).toBeGreaterThanOrEqual(-1e-6);
        expect(part.top).toBeGreaterThanOrEqual(-1e-6);
        expect(part.left + part.width).toBeLessThanOrEqual(camera.width + 1e-6);
        expect(part.top + part.height).toBeLessThanOrEqual(camera.height + 1e-6);
        expect(Math.max(width, height)).toBeLessThanOrEqual(401);
      }
      expect(there.left + there.width / 2).toBeCloseTo(overview.width / 2, -0.5);
      expect(there.width / there.height).toBeCloseTo(width / height, 5);
    }),
  );
});
