import { parseDocument } from 'yaml';

/** Keys and indexes from the top of a file: `['steps', 0, 'reports']`. */
export type Path = readonly (string | number)[];

export type Fields = Readonly<Record<string, unknown>>;

/** Keys of the lists of steps in a block, in the order in which a file has them. */
const blocks = ['then', 'else', 'parallel', 'repeat'] as const;

/** Tables of a file, in the order in which files have them. */
export const tableKinds = ['inputs', 'constants', 'output'] as const;
export type TableKind = (typeof tableKinds)[number];

/** Returns whether a part of a kind is a table of values. */
export const isTable = (kind: Part['kind']): kind is TableKind => tableKinds.some((table) => table === kind);

/** A part of a workflow file that the builder selects: the head, a table of values, a step, or a rule of the decision. */
export interface Part {
  readonly path: Path;
  readonly kind: 'head' | TableKind | 'step' | 'rule';
  /** Name of a step, key of a block, or outcome of a rule. */
  readonly name: string;
  readonly fields: Fields;
  /** Lists of steps in the part. */
  readonly lists: readonly PartList[];
}

/** A list of steps in a block. */
export interface PartList {
  readonly path: Path;
  /** `then`, `else`, `repeat`, or the number of a branch of `parallel`. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** The parts of a file: the steps, and what stands around them. */
export interface Outline {
  readonly head: Part;
  readonly tables: readonly Part[];
  readonly steps: PartList;
  readonly rules: readonly Part[];
}

/** The value of a YAML text; undefined for a text that is not YAML. */
export function parsedText(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? undefined;
  } catch {
    return undefined;
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The parts of the value of a file, as far as it has the form of a workflow. */
export function outlineOf(value: unknown): Outline {
  const whole = isFields(value) ? value : {};
  const { steps, decide, inputs, constants, output, ...head } = whole;
  const table = (kind: TableKind, of: unknown): Part[] =>
    isFields(of) ? [{ path: [kind], kind, name: kind, fields: of, lists: [] }] : [];
  return {
    head: { path: [], kind: 'head', name: String(head.name ?? ''), fields: head, lists: [] },
    tables: [...table('inputs', inputs), ...table('constants', constants), ...table('output', output)],
    steps: { path: ['steps'], name: 'steps', parts: partsOf(steps, ['steps']) },
    rules: listOf(decide).map((rule, index) => ({
      path: ['decide', index],
      kind: 'rule',
      name: String(isFields(rule) ? rule.outcome : rule),
      fields: isFields(rule) ? rule : {},
      lists: [],
    })),
  };
}

const partsOf = (steps: unknown, path: Path): Part[] =>
  listOf(steps).map((step, index) => partOf(step, [...path, index]));

function partOf(step: unknown, path: Path): Part {
  const fields = isFields(step) ? step : {};
  const lists = blocks.flatMap((key): PartList[] => {
    if (!(key in fields)) return [];
    if (key !== 'parallel') return [{ path: [...path, key], name: key, parts: partsOf(fields[key], [...path, key]) }];
    return listOf(fields.parallel).map((way, index) => {
      const at = [...path, key, index];
      return { path: at, name: String(index + 1), parts: partsOf(way, at) };
    });
  });
  const block = ['if', 'parallel', 'repeat', 'end'].find((key) => key in fields);
  return { path, kind: 'step', name: String(block ?? fields.name ?? fields.task ?? ''), fields, lists };
}

/** Fields of a part without its lists of steps. */
export const ownFields = ({ fields }: Part): [key: string, value: unknown][] =>
  Object.entries(fields).filter(([key]) => !blocks.some((block) => block === key));

/** Every part of an outline, in the order of the list of steps. */
export function allParts({ head, tables, steps, rules }: Outline): Part[] {
  const inside = (list: PartList): Part[] => list.parts.flatMap((part) => [part, ...part.lists.flatMap(inside)]);
  return [head, ...tables, ...inside(steps), ...rules];
}

/** A path as a key of a table. */
export const keyOf = (path: Path): string => JSON.stringify(path);

/** The part that a path of a value lies in: the innermost one. */
export function partAround(parts: readonly Part[], path: Path): Part | undefined {
  const holds = ({ path: own }: Part) => own.every((key, index) => key === path[index]);
  return parts.filter(holds).sort((one, other) => other.path.length - one.path.length)[0];
}
