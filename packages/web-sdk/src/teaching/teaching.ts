import { billDrawing } from './bill.ts';
import { drawSubject, type Flaw, HEIGHT, type Subject, type Svg, WIDTH } from './subjects.ts';

/*
 * Loaded with a guide. Imports nothing of the core: it gets its tools as arguments.
 */

/** Shift of a subject that is cut off, in units of the drawing. */
const CUT = 'translate(0 27)';

/** A patch of light on a subject. In the example it moves away while the document tilts. */
const light = (svg: Svg) =>
  svg('ellipse', {
    class: 'light',
    cx: 52,
    cy: 30,
    rx: 17,
    ry: 11,
    fill: '#fff',
    stroke: '#c98a00',
    'stroke-width': 1,
  });

/**
 * Draws the example of a photo.
 *
 * @param flaw of the photo; null for a good one
 */
function drawExample(svg: Svg, subject: Subject, flaw: Flaw | null): SVGElement {
  const drawn = drawSubject(svg, subject);
  if (flaw === 'cut') drawn.setAttribute('transform', CUT);
  if (flaw === 'blurred') drawn.setAttribute('class', 'soft');
  if (flaw === 'glare') drawn.append(light(svg));
  const tilted = flaw === 'glare' ? svg('g', { class: 'tilting' }, drawn) : drawn;
  const shade =
    flaw === 'dark' &&
    svg('rect', { x: -WIDTH, width: 3 * WIDTH, height: HEIGHT, fill: '#05080c', 'fill-opacity': 0.72 });
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' }, tilted, shade);
}

/** The places of a guide that wait for their drawings. */
export interface TeachingSlots {
  readonly tiles: readonly { readonly place: HTMLElement; readonly flaw: Flaw | null }[];
  /** Place of the annotated bill, in the guide of a proof of address. */
  readonly bill: HTMLElement | undefined;
}

/** Draws the examples of a guide into their places. */
export default function teach(svg: Svg, subject: Subject, { tiles, bill }: TeachingSlots): void {
  for (const { place, flaw } of tiles) place.replaceChildren(drawExample(svg, subject, flaw));
  bill?.replaceChildren(billDrawing(svg));
}
