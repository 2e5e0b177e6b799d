import type { svg } from '../ui/dom.ts';

/** Makes elements of a drawing. */
export type Svg = typeof svg;

/** The object in the example pictures of a guide. */
export type Subject = 'front' | 'back' | 'passport' | 'page' | 'face';

/** A flaw that an example photo shows. The words are those by which a taken photo is judged. */
export type Flaw = 'cut' | 'blurred' | 'glare' | 'dark';

/** Size of a picture, in units of its drawing. */
export const WIDTH = 96;
export const HEIGHT = 64;

const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 2,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};
const GROUND = { fill: 'var(--page)', stroke: 'currentColor', 'stroke-width': 2, 'stroke-linejoin': 'round' };

const portrait = (x: number, y: number) =>
  `M${x} ${y}h14v18h-14zM${x + 7} ${y + 9}a3 3 0 100-6 3 3 0 000 6zM${x + 2} ${y + 18}c.5-4 2-6 5-6s4.500 2 5 6`;

/** The outline of each subject, and its lines. Nobody is depicted: portraits are outlines. */
const SHAPES: Readonly<Record<Subject, readonly [ground: string, lines: string]>> = {
  front: [
    'M20 14h56a4 4 0 014 4v28a4 4 0 01-4 4H20a4 4 0 01-4-4V18a4 4 0 014-4z',
    `${portrait(23, 22)}M45 24h27M45 31h19M45 38h23`,
  ],
  back: [
    'M20 14h56a4 4 0 014 4v28a4 4 0 01-4 4H20a4 4 0 01-4-4V18a4 4 0 014-4z',
    'M16 21h64M16 25h64M23 33h30M23 39h50M23 44h50',
  ],
  passport: [
    'M23 5h50a4 4 0 014 4v46a4 4 0 01-4 4H23a4 4 0 01-4-4V9a4 4 0 014-4zM19 30h58',
    `${portrait(25, 34)}M46 36h25M46 42h17M25 55h46M29 13h38M29 20h26`,
  ],
  page: ['M33 4h24l8 8v48H31V4z', 'M57 4v8h8M37 15h12M37 22h16M37 32h22M37 38h22M37 44h22M37 50h14'],
  face: [
    'M48 50c9 0 15-9 15-20S57 9 48 9s-15 10-15 21 6 20 15 20zM28 62c2-9 9-12 20-12s18 3 20 12',
    'M42 27v.1M54 27v.1M43 39c3 3 7 3 10 0M48 29v5h-2',
  ],
};

/** Draws a subject. */
export function drawSubject(svg: Svg, subject: Subject): SVGElement {
  const [ground, lines] = SHAPES[subject];
  return svg('g', {}, svg('path', { ...GROUND, d: ground }), svg('path', { ...LINE, d: lines }));
}
