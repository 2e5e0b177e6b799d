import { describe, expect, it, test } from 'vitest';
import { assessLayout } from './assess.ts';
import type { Layout, LayoutPart, Spot } from './layout.ts';
import type { SeenLayout } from './seen.ts';
import { seenLayout } from './seen.ts';
import { LAYOUTS } from './versions/index.ts';

const layout: Layout = {
  documentType: 'passport',
  country: 'USA',
  version: 'USA passport 2099',
  source: 'drawn',
  anchors: [
    { text: 'passport', x: 0, y: 0 },
    { text: 'surnamenom', x: 400, y: 100 },
    { text: 'dateofbirth', x: 400, y: 300 },
    { text: 'dateofexpiry', x: 700, y: 450 },
    { text: 'authorityautorite', x: 900, y: 200 },
  ],
  parts: { portrait: { x: 150, y: 250 }, zone: { x: 0, y: 600 }, documentNumber: { x: 800, y: 50 } },
};
const passport = { documentType: 'passport', issuingCountry: 'USA' };

/** The document as a camera sees it: turned by some degrees, so many pixels wide, with parts moved by thousandths of its width. */
function seen(degrees: number, width: number, moved: Partial<Record<LayoutPart, number>> = {}): SeenLayout {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const place = ({ x, y }: Spot): Spot => ({
    x: 50 + (width / 1000) * (x * cos - y * sin),
    y: 80 + (width / 1000) * (x * sin + y * cos),
  });
  const parts = Object.entries(layout.parts).map(([part, { x, y }]) => [
    part,
    place({ x: x - (moved[part as LayoutPart] ?? 0), y }),
  ]);
  return {
    lines: layout.anchors.map(({ text, ...spot }) => ({ text, ...place(spot) })),
    parts: Object.fromEntries(parts),
  };
}

describe('a document of a known version', () => {
  test.each([
    [0, 1000],
    [7, 1000],
    [-12, 240],
  ])('stands in its layout, turned by %i degrees, %i pixels wide', (degrees, width) => {
    const found = assessLayout(seen(degrees, width), passport, [layout]);
    expect(found).toMatchObject({ name: 'layout', able: true, result: 'pass', threshold: 1 });
    expect(found.measure).toBeLessThan(0.001);
    expect(found.reason).toBe(
      'Layout match: high (measured 0.0 tolerances off, maximum 1). All 3 parts are in their places for a USA passport 2099 (recognised by 5 of 5 fixed lines)',
    );
  });

  it('is doubted where a part was moved', () => {
    const number = assessLayout(seen(3, 800, { documentNumber: 60 }), passport, [layout]);
    expect(number).toMatchObject({ able: true, result: 'fail' });
    expect(number.measure).toBeCloseTo(1.5, 5);
    expect(number.reason).toContain(
      'Layout match: low (measured 1.5 tolerances off, maximum 1). The document number is not in its place',
    );
    expect(assessLayout(seen(0, 800, { portrait: 100 }), passport, [layout]).result).toBe('fail');
    expect(assessLayout(seen(0, 800, { portrait: 30 }), passport, [layout]).result).toBe('pass');
  });

  it('may be of a second version with the same words', () => {
    const second = { ...layout, version: 'later', parts: { ...layout.parts, documentNumber: { x: 700, y: 50 } } };
    const found = assessLayout(seen(0, 800, { documentNumber: 100 }), passport, [layout, second]);
    expect(found).toMatchObject({ result: 'pass' });
    expect(found.reason).toContain('later');
  });
});

describe('nothing is said of', () => {
  it('another type, country or version', () => {
    const unknown = { able: false, result: 'pass', measure: 0 };
    expect(assessLayout(seen(0, 800), { ...passport, issuingCountry: 'CAN' }, [layout])).toMatchObject(unknown);
    const words = seen(0, 800);
    const others = { ...words, lines: words.lines.map((line, i) => ({ ...line, text: `other${i}` })) };
    expect(assessLayout(others, passport, [layout])).toMatchObject(unknown);
  });

  it('a version whose fixed print stands elsewhere', () => {
    const words = seen(0, 800);
    const lines = words.lines.map((line, i) => ({
      ...line,
      x: line.x + (i % 2 ? 200 : -60),
      y: line.y + (i === 2 ? 200 : 0),
    }));
    expect(assessLayout({ ...words, lines }, passport, [layout])).toMatchObject({ able: false, result: 'pass' });
  });
});

it('knows how a picture lies', () => {
  const box = { left: 0.5, top: 0.1, width: 0.2, height: 0.1 };
  const regions = { turn: 1 as const, zone: [], print: [{ box, text: 'A B' }], portrait: null, ghosts: [] };
  // 100 by 200 pixels, turned clockwise: 200 wide, its left side was the lower one.
  const { lines, parts } = seenLayout(regions, { portrait: box }, { width: 100, height: 200 });
  expect(lines).toEqual([{ text: 'ab', x: 170, y: 60 }]);
  expect(parts.portrait).toEqual({ x: 170, y: 60 });
});

test('every layout has anchors to be recognised by, parts to compare, and a source', () => {
  expect(LAYOUTS.length).toBeGreaterThan(10);
  for (const { anchors, parts, source, country } of LAYOUTS) {
    expect(anchors.length).toBeGreaterThanOrEqual(4);
    expect(Object.keys(parts).length).toBeGreaterThanOrEqual(2);
    expect(source).toMatch(/^https:/);
    expect(country).toMatch(/^[A-Z]{3}$/);
  }
});
