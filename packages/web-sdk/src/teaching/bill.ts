import type { Svg } from './subjects.ts';

const LINE = { fill: 'none', stroke: 'currentColor', 'stroke-width': 2.5, 'stroke-linecap': 'round' };

/** Places of the numbers on the bill: name, address, date and sender, as the list beside the drawing has them. */
const PLACES: readonly (readonly [x: number, y: number])[] = [
  [16, 50],
  [16, 68],
  [104, 50],
  [104, 20],
];

/** Draws a bill with numbers at what it must show. */
export function billDrawing(svg: Svg): SVGElement {
  const paper = svg('path', {
    d: 'M26 6h68v136H26z',
    fill: 'var(--page)',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linejoin': 'round',
  });
  const marked = svg('path', { ...LINE, 'stroke-width': 4, d: 'M34 50h22M34 65h20M34 73h15M70 50h16M64 20h22' });
  const rest = svg('path', {
    ...LINE,
    'stroke-opacity': 0.45,
    d: 'M34 20h14M34 90h52M34 100h52M34 110h52M34 126h18M70 126h16',
  });
  const numbers = PLACES.flatMap(([cx, cy], at) => [
    svg('circle', { cx, cy, r: 10, fill: 'var(--icon)' }),
    svg(
      'text',
      { x: cx, y: cy + 4.5, 'text-anchor': 'middle', 'font-size': 13, 'font-weight': 700, fill: 'var(--page)' },
      `${at + 1}`,
    ),
  ]);
  return svg('svg', { viewBox: '0 0 120 148', 'aria-hidden': 'true' }, paper, rest, marked, ...numbers);
}
