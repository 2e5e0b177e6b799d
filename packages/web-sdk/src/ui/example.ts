import { offerOf } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
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

const card = () => [
  shape('M40 30h120a8 8 0 018 8v74a8 8 0 01-8 8H40a8 8 0 01-8-8V38a8 8 0 018-8z', {
    fill: 'currentColor',
    'fill-opacity': 0.1,
  }),
];

const drawings = {
  front: () => [
    ...card(),
    shape('M48 50h34v44H48zM65 72a7 7 0 100-14 7 7 0 000 14zM52 94c1-9 6-14 13-14s12 5 13 14'),
    shape('M96 54h56M96 68h40M96 82h48'),
  ],
  back: () => [
    ...card(),
    shape('M32 48h136v16H32z', { fill: 'currentColor', 'fill-opacity': 0.35 }),
    shape('M48 82h70M48 98h104'),
  ],
  bars: () => [
    ...card(),
    shape('M58 74v30M66 74v30M72 74v30M84 74v30M94 74v30M100 74v30M112 74v30M120 74v30M134 74v30M142 74v30'),
  ],
  square: () => [
    ...card(),
    ...[60, 68, 76, 84, 92].map((y) => shape(`M83 ${y}h34`, { 'stroke-dasharray': '.1 8.4', 'stroke-width': 5 })),
  ],
  passport: () => [
    shape('M52 12h96a8 8 0 018 8v110a8 8 0 01-8 8H52a8 8 0 01-8-8V20a8 8 0 018-8zM44 70h112', {
      fill: 'currentColor',
      'fill-opacity': 0.1,
    }),
    shape(
      'M56 82h28v30H56zM70 97a5 5 0 100-10 5 5 0 000 10zM60 112c1-7 5-10 10-10s9 3 10 10M96 86h48M96 98h32M56 124h88M56 130h88',
    ),
  ],
  page: () => [
    shape('M62 12h58l22 22v96a6 6 0 01-6 6H62a6 6 0 01-6-6V18a6 6 0 016-6zM118 12v24h24', {
      fill: 'currentColor',
      'fill-opacity': 0.1,
    }),
    shape('M70 44h32M70 56h44M70 80h58M70 94h58M70 108h36'),
  ],
  face: () => [
    shape('M100 128c26 0 42-26 42-58s-16-54-42-54-42 22-42 54 16 58 42 58z', {
      'stroke-dasharray': '1 9',
      'stroke-width': 4,
    }),
    shape('M100 112c18 0 29-18 29-42s-11-40-29-40-29 16-29 40 11 42 29 42z', {
      fill: 'currentColor',
      'fill-opacity': 0.1,
    }),
    shape('M88 64v.1M112 64v.1', { 'stroke-width': 6 }),
    shape('M88 88c7 6 17 6 24 0M100 66v10h-3'),
  ],
};

/** Draws an example of the picture that the applicant should take. */
export function example({ part, choice, state }: Kit): SVGElement {
  const offer = offerOf(part);
  const code = offer?.kind === 'seal' && (offer.place === 'bars_on_back' ? 'bars' : 'square');
  const pictureName = code || (choice?.type === 'passport' ? 'passport' : state.side);
  const name = part?.kind === 'face' ? 'face' : part?.kind === 'poa' ? 'page' : pictureName;
  const frame = {
    front: corners(18, 16, 164, 118),
    back: corners(18, 16, 164, 118),
    bars: corners(44, 62, 112, 54),
    square: corners(68, 44, 64, 64),
    passport: corners(30, 2, 140, 146),
    page: corners(38, 2, 124, 144),
    face: null,
  }[name];
  return svg('svg', { viewBox: '0 0 200 150', 'aria-hidden': 'true', height: 150 }, ...drawings[name](), frame);
}
