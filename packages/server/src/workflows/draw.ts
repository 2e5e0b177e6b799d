import { type HtmlPart, html } from '../base/html.ts';
import { layOut, type Shape } from './layout.ts';
import type { Workflow } from './workflow.ts';

/** Margin around the picture, in its units. */
const MARGIN = 16;

/** Letters that a box of the picture has room for, and units of a small one. */
const LETTERS = 36;
const LETTER_WIDTH = 6.2;

/** A workflow as a picture: SVG in one file, without scripts, and without fonts or colours from elsewhere. */
export function drawWorkflow(workflow: Workflow): string {
  const picture = layOut(workflow);
  const [width, height] = [picture.width + 2 * MARGIN, picture.height + 2 * MARGIN];
  const title = `${workflow.name}, version ${workflow.version}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>
text { font: 13px system-ui, sans-serif; text-anchor: middle; fill: #1c2430 }
.hint, .choice + text { font-size: 11px; fill: #4a5565 }
.label { text-anchor: start; font-size: 11px; fill: #4a5565 }
rect, path { fill: none; stroke: #6b7685; stroke-width: 1.2 }
.task, .choice { fill: #fff }
.loop, .workflow { stroke-dasharray: 4 3 }
.approve { fill: #e4f5ea } .decline { fill: #fbe6e6 } .review { fill: #fdf3d8 } .start { fill: #eef1f5 }
.page { fill: #fff; stroke: none }
</style>
<rect class="page" width="${width}" height="${height}"/>
<g transform="translate(${MARGIN} ${MARGIN})">
${picture.shapes.map(drawn)}</g>
</svg>
`.toString();
}

function drawn(shape: Shape): HtmlPart {
  if ('points' in shape) {
    const [x, y] = shape.points.at(-1) as readonly [number, number];
    const head = shape.kind === 'arrow' && `M${x - 4} ${y - 7}L${x} ${y}L${x + 4} ${y - 7}`;
    return html`<path d="${shape.points.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px} ${py}`).join('')}${head}"/>
`;
  }
  if (shape.kind === 'label') {
    return html`<text class="label" x="${shape.x}" y="${shape.y}">${shape.text}</text>
`;
  }
  const { kind, x, y, width, height } = shape;
  const [middle, rect] = [x + width / 2, html`x="${x}" y="${y}" width="${width}" height="${height}"`];
  if (kind === 'task') {
    return html`<g><title>${`${shape.name}: ${shape.hint}`}</title><rect class="task" ${rect} rx="6"/>
<text x="${middle}" y="${y + 20}">${cut(shape.name)}</text><text class="hint" x="${middle}" y="${y + 37}">${cut(shape.hint, LETTERS + 6)}</text></g>
`;
  }
  if (kind === 'loop' || kind === 'workflow') {
    return html`<g><title>${shape.text}</title><rect class="${kind}" ${rect} rx="10"/>
<text class="label" x="${x + 10}" y="${y + 20}">${cut(kind === 'loop' ? `↻ ${shape.text}` : shape.text, Math.floor((width - 20) / LETTER_WIDTH))}</text></g>
`;
  }
  const [left, right, center] = [x + 14, x + width - 14, y + height / 2];
  const outline =
    kind === 'choice'
      ? html`<path class="choice" d="M${left} ${y}H${right}L${x + width} ${center}L${right} ${y + height}H${left}L${x} ${center}Z"/>`
      : html`<rect class="${kind}" ${rect} rx="${height / 2}"/>`;
  return html`<g><title>${shape.text}</title>${outline}<text x="${middle}" y="${center + 4.5}">${cut(shape.text)}</text></g>
`;
}

const cut = (text: string, letters = LETTERS) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
