/** The field that the service knows: its coordinates are integers from the upper left corner. */
const FIELD = { width: 1000, height: 400 } as const;

/** Nearer points are left out: a hand is not that exact, and each costs bytes. */
const LEAST_DISTANCE = 5;

/** The service takes 30,000 characters. */
const LONGEST = 29_000;

/** Thickness of a line. */
const PEN = 7;

const SVG = 'http://www.w3.org/2000/svg';

/** A field in which a signature is drawn. */
export interface Pad {
  readonly element: SVGSVGElement;
  clear(): void;
}

function svgNode<K extends keyof SVGElementTagNameMap>(tag: K, attributes: object): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/**
 * Makes a field in which finger, pen or mouse draw.
 *
 * @param label for screen readers
 * @param drawn the first drawing; empty for none @param
 * changed is called with the drawing after each stroke: `x y x y` in a field of 1000×400, `;` between strokes
 */
export function openPad(label: string, drawn: string, changed: (drawn: string) => void): Pad {
  const { width, height } = FIELD;
  const element = svgNode('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  const pen = { fill: 'none', stroke: 'currentColor', 'stroke-width': PEN };
  const ink = svgNode('g', { ...pen, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
  element.append(ink);
  let done = drawn;
  let pointer: number | undefined;
  let line: SVGPolylineElement | undefined;
  let points: string[] = [];
  let last = { x: 0, y: 0 };

  function begin(): SVGPolylineElement {
    const begun = svgNode('polyline', {});
    ink.append(begun);
    return begun;
  }

  /** A dot is a line of two points in the same place: with round ends it shows. */
  const show = (shown: SVGPolylineElement, all: readonly string[]): void =>
    shown.setAttribute('points', (all.length === 1 ? [...all, ...all] : all).join(' '));

  function place({ clientX, clientY }: PointerEvent) {
    const box = element.getBoundingClientRect();
    const within = (part: number, size: number) => Math.round(Math.min(1, Math.max(0, part)) * size);
    return {
      x: within((clientX - box.left) / box.width, width),
      y: within((clientY - box.top) / box.height, height),
    };
  }

  function draw(at: typeof last): void {
    if (!line || done.length + points.length * 9 > LONGEST) return;
    last = at;
    points.push(`${at.x} ${at.y}`);
    show(line, points);
  }

  element.addEventListener('pointerdown', (event) => {
    if (pointer !== undefined || event.button !== 0) return;
    // Else the press selects text around the field, or drags the page.
    event.preventDefault();
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
    points = [];
    line = begin();
    draw(place(event));
  });
  element.addEventListener('pointermove', (event) => {
    if (event.pointerId !== pointer) return;
    const at = place(event);
    if (Math.hypot(at.x - last.x, at.y - last.y) >= LEAST_DISTANCE) draw(at);
  });
  const end = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    if (points.length === 0) return;
    done = [done, points.join(' ')].filter(Boolean).join(';');
    changed(done);
  };
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);

  for (const stroke of drawn ? drawn.split(';') : []) show(begin(), stroke.match(/\d+ \d+/g) ?? []);

  return {
    element,
    clear() {
      done = '';
      points = [];
      pointer = undefined;
      ink.replaceChildren();
      changed('');
    },
  };
}
