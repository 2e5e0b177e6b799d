import type { Workflow } from '../api-types.ts';
import { plain, words } from '../words.ts';

/** A piece of the picture of a workflow. */
type Shape = Workflow['picture']['shapes'][number];

/** Room for the widest line around a piece. */
const MARGIN = 4;

/** Mean width of a letter of each size, in units of the picture. */
const LETTER = { title: 7.4, hint: 6.2 } as const;

/** Units that a text keeps from each side of its piece. */
const PADDING = 12;

/** Names of the steps whose tasks are done, and of those that are open. */
export interface RunProgress {
  readonly done: readonly string[];
  readonly open: readonly string[];
}

/**
 * A workflow as a graph, from the start at the top to its ends. The rules of the decision stand below as a list.
 * @param at where a run stands; absent for a definition
 */
export function Graph({ workflow, at }: { workflow: Workflow; at?: RunProgress }) {
  const { name, steps, decide, picture } = workflow;
  const [width, height] = [picture.width + 2 * MARGIN, picture.height + 2 * MARGIN];
  return (
    <>
      <svg
        className="graph"
        viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`${name}: ${steps.map((step) => plain(step.name)).join(', ')}`}
      >
        {picture.shapes.map((shape) => (
          <Piece
            key={'points' in shape ? shape.points.join(' ') : `${shape.kind} ${shape.x} ${shape.y}`}
            {...{ shape, at }}
          />
        ))}
      </svg>
      <ol className="rules">
        {decide.map(({ when, outcome, reason }) => (
          <li key={when ?? outcome}>
            {when ? plain(when) : plain(words.workflows.otherwise)} → <strong>{plain(outcome)}</strong>{' '}
            {reason && <span className="quiet">{reason}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}

function Piece({ shape, at }: { shape: Shape; at: RunProgress | undefined }) {
  if ('points' in shape) {
    const [x = 0, y = 0] = shape.points.at(-1) ?? [];
    const head = shape.kind === 'arrow' ? `M${x - 4} ${y - 7}L${x} ${y}L${x + 4} ${y - 7}` : '';
    return <path className="arrow" d={`M${shape.points.map((point) => point.join(' ')).join('L')}${head}`} />;
  }
  if (shape.kind === 'label') {
    return (
      <text className="hint" x={shape.x} y={shape.y}>
        {shape.text}
      </text>
    );
  }
  const { kind, x, y, width, height } = shape;
  const [middle, center] = [x + width / 2, y + height / 2];
  if (kind === 'task') {
    const look = at?.open.includes(shape.name) ? 'open' : at?.done.includes(shape.name) ? 'reached' : '';
    return (
      <g className={look}>
        <title>{`${plain(shape.name)}: ${shape.hint}`}</title>
        <rect {...{ x, y, width, height }} rx="6" />
        <text x={middle} y={y + 20} textAnchor="middle">
          {cut(plain(shape.name), width, LETTER.title)}
        </text>
        <text className="hint" x={middle} y={y + 37} textAnchor="middle">
          {cut(shape.hint, width, LETTER.hint)}
        </text>
      </g>
    );
  }
  if (kind === 'loop' || kind === 'workflow') {
    return (
      <g>
        <title>{shape.text}</title>
        <rect className={kind} {...{ x, y, width, height }} rx="10" />
        <text className="hint" x={x + 10} y={y + 20}>
          {cut(kind === 'loop' ? `↻ ${shape.text}` : plain(shape.text), width, LETTER.hint)}
        </text>
      </g>
    );
  }
  const [left, right] = [x + 14, x + width - 14];
  return (
    <g>
      <title>{shape.text}</title>
      {kind === 'choice' ? (
        <path d={`M${left} ${y}H${right}L${x + width} ${center}L${right} ${y + height}H${left}L${x} ${center}Z`} />
      ) : (
        <rect {...{ x, y, width, height }} rx={height / 2} />
      )}
      <text className={kind === 'choice' ? 'hint' : ''} x={middle} y={center + 5} textAnchor="middle">
        {cut(plain(shape.text), width, kind === 'choice' ? LETTER.hint : LETTER.title)}
      </text>
    </g>
  );
}

/** A text as long as its piece has room; the title of the piece has all of it. */
function cut(text: string, width: number, letter: number): string {
  const letters = Math.floor((width - 2 * PADDING) / letter);
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}
