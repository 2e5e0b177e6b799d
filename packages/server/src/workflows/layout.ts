import type { Place } from '../base/place.ts';
import { stepKind } from './steps/index.ts';
import { conditionText, ruleText } from './words.ts';
import type { Rule, Step, TaskStep, Workflow } from './workflow.ts';

/** Sizes in the units of the picture. */
const BOX = { width: 240, height: 48 } as const;
const END_HEIGHT = 32;
const CHOICE_HEIGHT = 36;
const GAP = 28;
const BETWEEN = 24;
const FRAME = { side: 16, top: 34, bottom: 18 } as const;

type Point = readonly [x: number, y: number];

/** Position of a step or rule in the file; undefined for steps of the file of a sub-workflow. */
type Path = Place['path'] | undefined;

/** The step or rule of the file that a piece shows; absent for the start and for steps of another file. */
interface OfFile {
  readonly path?: Place['path'];
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A piece of the picture of a workflow. */
export type Shape =
  /** A step with a task; `name` is the step's. */
  | ({ readonly kind: 'task'; readonly name: string; readonly hint: string } & Area & OfFile)
  /** The start, or how a run ends there. */
  | ({ readonly kind: 'start' | 'approve' | 'decline' | 'review'; readonly text: string } & Area & OfFile)
  /** A condition, or a frame: of a loop with its condition, of a workflow with its file. */
  | ({ readonly kind: 'choice' | 'loop' | 'workflow'; readonly text: string } & Area & OfFile)
  | { readonly kind: 'label'; readonly text: string; readonly x: number; readonly y: number }
  /** Connection from one piece to the next; an arrow points down at its end. */
  | { readonly kind: 'line' | 'arrow'; readonly points: readonly Point[] };

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** A part of the picture: runs enter it in the middle of its upper edge, and leave in the middle of the lower one. */
interface Part {
  readonly width: number;
  readonly height: number;
  /** True if runs leave it; false if every way through it ends. */
  readonly leaves: boolean;
  at(x: number, y: number): Shape[];
}

/** Places the pieces of a workflow. A run goes from the top to the bottom. */
export function layOut({ steps, decide }: Pick<Workflow, 'steps' | 'decide'>): Picture {
  const whole = inARow([ending('start', 'start', undefined), ...flowOf(steps, decide, [])]);
  return { width: whole.width, height: whole.height, shapes: whole.at(0, 0) };
}

/** The steps, then the rules that decide. */
function flowOf(steps: readonly Step[], decide: readonly Rule[], path: Path): Part[] {
  const rules = decide.map((rule, index) => {
    const at = path && [...path, 'decide', index];
    const when = ruleText(rule);
    const end = ending(rule.outcome, rule.outcome, at, rule.reason);
    return when === undefined ? end : choice(when, [end], [], at);
  });
  return [...blockOf(steps, path && [...path, 'steps']), ...rules];
}

const blockOf = (steps: readonly Step[], path: Path): Part[] =>
  steps.map((step, index) => partOf(step, path && [...path, index]));

function partOf(step: Step, path: Path): Part {
  const below = (key: string) => path && [...path, key];
  if ('task' in step) return task(step, path);
  if ('end' in step) return ending(step.end, step.end, path, step.reason);
  if ('if' in step) {
    return choice(conditionText(step.if), blockOf(step.yes, below('then')), blockOf(step.no, below('else')), path);
  }
  if ('parallel' in step) {
    const at = below('parallel');
    return sideBySide(step.parallel.map((way, index) => inARow(blockOf(way, at && [...at, index]))));
  }
  if ('workflow' in step) {
    const inner = inARow(flowOf(step.steps, step.decide, undefined));
    return { ...frame('workflow', inner, `${step.name}: ${step.workflow}`, path), leaves: true };
  }
  const text = `until ${conditionText(step.until)}, at most ${step.at_most}×`;
  return frame('loop', inARow(blockOf(step.repeat, below('repeat'))), text, path);
}

const ofFile = (path: Path): OfFile => (path ? { path } : {});

function task(step: TaskStep, path: Path): Part {
  return {
    ...BOX,
    leaves: true,
    at: (x, y) => [{ kind: 'task', name: step.name, hint: stepKind(step).hint(step), x, y, ...BOX, ...ofFile(path) }],
  };
}

function ending(kind: 'start' | 'approve' | 'decline' | 'review', name: string, path: Path, reason?: string): Part {
  const size = { width: BOX.width, height: END_HEIGHT };
  const text = reason === undefined ? name : `${name}: ${reason}`;
  return { ...size, leaves: kind === 'start', at: (x, y) => [{ kind, text, x, y, ...size, ...ofFile(path) }] };
}

/** Parts under each other, with arrows between. */
function inARow(parts: readonly Part[]): Part {
  if (parts.length === 0) return { width: BOX.width / 2, height: 0, leaves: true, at: () => [] };
  const width = Math.max(...parts.map((part) => part.width));
  const height = parts.reduce((sum, part) => sum + part.height, 0) + GAP * (parts.length - 1);
  return {
    width,
    height,
    leaves: parts.at(-1)?.leaves ?? true,
    at(x, top) {
      const middle = x + width / 2;
      let y = top;
      return parts.flatMap((part, index) => {
        const shapes = part.at(x + (width - part.width) / 2, y);
        y += part.height + GAP;
        const follows = part.leaves && index < parts.length - 1;
        return follows ? [...shapes, arrow([middle, y - GAP], [middle, y])] : shapes;
      });
    },
  };
}

/** Ways beside each other, which runs enter from above and leave below. */
function sideBySide(ways: readonly Part[], labels: readonly string[] = []): Part {
  const width = ways.reduce((sum, way) => sum + way.width, 0) + BETWEEN * (ways.length - 1);
  const height = Math.max(...ways.map((way) => way.height)) + 2 * GAP;
  return {
    width,
    height,
    leaves: ways.some((way) => way.leaves),
    at(x, y) {
      const [middle, top, bottom] = [x + width / 2, y + GAP, y + height];
      let left = x;
      return ways.flatMap((way, index) => {
        const center = left + way.width / 2;
        const [turn, back] = [y + GAP / 2, bottom - GAP / 2];
        const text = labels[index];
        const shapes: Shape[] = [
          arrow([middle, y], [middle, turn], [center, turn], [center, top]),
          ...(text === undefined ? [] : [{ kind: 'label', text, x: center + 6, y: top - 4 } as const]),
          ...way.at(left, top),
          ...(way.leaves ? [line([center, top + way.height], [center, back], [middle, back], [middle, bottom])] : []),
        ];
        left += way.width + BETWEEN;
        return shapes;
      });
    },
  };
}

function choice(text: string, yes: readonly Part[], no: readonly Part[], path: Path): Part {
  const ways = sideBySide([inARow(yes), inARow(no)], ['yes', 'no']);
  const width = Math.max(ways.width, BOX.width);
  return {
    width,
    height: CHOICE_HEIGHT + ways.height,
    leaves: ways.leaves,
    at: (x, y) => [
      {
        kind: 'choice',
        text,
        x: x + (width - BOX.width) / 2,
        y,
        width: BOX.width,
        height: CHOICE_HEIGHT,
        ...ofFile(path),
      },
      ...ways.at(x + (width - ways.width) / 2, y + CHOICE_HEIGHT),
    ],
  };
}

/** A frame around repeated steps, or around a workflow that runs as a step. */
function frame(kind: 'loop' | 'workflow', inner: Part, text: string, path: Path): Part {
  const size = { width: inner.width + 2 * FRAME.side, height: inner.height + FRAME.top + FRAME.bottom };
  return {
    ...size,
    leaves: inner.leaves,
    at: (x, y) => [{ kind, text, x, y, ...size, ...ofFile(path) }, ...inner.at(x + FRAME.side, y + FRAME.top)],
  };
}

const line = (...points: readonly Point[]): Shape => ({ kind: 'line', points });
const arrow = (...points: readonly Point[]): Shape => ({ kind: 'arrow', points });
