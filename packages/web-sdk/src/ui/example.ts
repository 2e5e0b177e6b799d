import type { StepUpOffer } from '../flow/plan.ts';
import { svg } from './dom.ts';

const line = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 2.5,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};
const shape = (d: string, more = {}) => svg('path', { ...line, ...more, d });

/** Corners of a frame around the drawing. */
const corners = (x: number, y: number, w: number, h: number, l = 14) =>
  shape(
    `M${x} ${y + l}V${y}h${l}M${x + w - l} ${y}h${l}v${l}M${x + w} ${y + h - l}v${l}h${-l}M${x + l} ${y + h}h${-l}v${-l}`,
    { 'stroke-width': 4 },
  );

const card = () =>
  shape('M40 30h120a8 8 0 018 8v74a8 8 0 01-8 8H40a8 8 0 01-8-8V38a8 8 0 018-8z', {
    fill: 'currentColor',
    'fill-opacity': 0.1,
  });

const bars = () => [
  shape('M58 74v30M66 74v30M72 74v30M84 74v30M94 74v30M100 74v30M112 74v30M120 74v30M134 74v30M142 74v30'),
  corners(44, 62, 112, 54),
];
const square = () => [
  ...[60, 68, 76, 84, 92].map((y) => shape(`M83 ${y}h34`, { 'stroke-dasharray': '.1 8.4', 'stroke-width': 5 })),
  corners(68, 44, 64, 64),
];

/** Draws an example of a close-up of a code on a document. */
export function codeExample({ place }: StepUpOffer): SVGElement {
  const code = place === 'bars_on_back' ? bars() : square();
  return svg('svg', { viewBox: '0 0 200 150', 'aria-hidden': 'true', height: 150 }, card(), ...code);
}
