import type { YAMLMap, YAMLSeq } from 'yaml';
import { type Document, isCollection, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import type { Path } from './outline.ts';
import { blockText, flowText } from './write-value.ts';

// Edits of a YAML text. Each edit replaces one piece of the text and leaves all others byte-equal: writing the document again would
// change comments, quotes and line breaks. The positions come from the nodes of the `yaml` library. `edited` in `edit-file.ts`
// reads the result again and compares it with what it must be.

/** A part of the text with what replaces it. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const apply = (text: string, { from, to, by }: Splice): string => text.slice(0, from) + by + text.slice(to);

const read = (text: string): Document.Parsed => parseDocument(text, { prettyErrors: false, keepSourceTokens: true });

/** The edit can't be made in place, for example because an alias repeats the value elsewhere. */
export class NotEditable extends Error {}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** End of the line of a position, behind its line break. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** Line break of the text. */
const breakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

const rangeOf = (node: Node): readonly [start: number, end: number] => {
  if (!node.range) throw new NotEditable();
  return [node.range[0], node.range[1]];
};

const isFlow = (node: unknown): boolean => isCollection(node) && node.flow === true;

/** End of a node, without the comments and line breaks after it. */
function contentEnd(node: Node): number {
  if (isCollection(node) && !node.flow) {
    const last = node.items.at(-1);
    const end = isPair(last) ? (last.value ?? last.key) : last;
    if (end) return contentEnd(end as Node);
  }
  return rangeOf(node)[1];
}

/** End of a block, behind the line break of its last line. */
function blockEnd(text: string, node: Node): number {
  const end = contentEnd(node);
  return text[end - 1] === '\n' ? end : lineEnd(text, end);
}

const keyNode = (pair: Pair): Node => pair.key as Node;

/** The node at a path. */
function nodeAt(document: Document, path: Path): Node {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!node || typeof node !== 'object' || !('range' in node)) throw new NotEditable();
  return node as Node;
}

function pairOf(map: YAMLMap, key: string | number): Pair {
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (!pair) throw new NotEditable();
  return pair;
}

/** Offset of the dash before an entry of a block list. */
function dashOf(list: YAMLSeq, index: number): number {
  const token = list.srcToken;
  const items =
    token?.type === 'block-seq'
      ? token.items.filter(({ start }) => start.some(({ type }) => type === 'seq-item-ind'))
      : [];
  const dash = items[index]?.start.find(({ type }) => type === 'seq-item-ind');
  if (!dash) throw new NotEditable();
  return dash.offset;
}

const columnOf = (text: string, at: number): number => at - lineStart(text, at);

/** Returns whether only blanks stand before a position in its line. */
const opensLine = (text: string, at: number): boolean => text.slice(lineStart(text, at), at).trim() === '';

/** Start of the comments right above a line, if they have its indentation; else the start of the line. */
function withComments(text: string, start: number, column: number): number {
  let first = start;
  while (first > 0) {
    const above = lineStart(text, first - 1);
    const line = text.slice(above, first);
    if (!line.trimStart().startsWith('#') || line.length - line.trimStart().length !== column) break;
    first = above;
  }
  return first;
}

const inFlow = (document: Document, path: Path): boolean =>
  path.some((_, index) => isFlow(index === 0 ? document.contents : document.getIn(path.slice(0, index), true)));

const isJson = (text: string): boolean => /^\uFEFF?\s*[{[]/.test(text);

/** Replaces a value that is a scalar or a flow collection. */
export function replaceValue(text: string, path: Path, value: unknown): string {
  const document = read(text);
  const node = nodeAt(document, path);
  const [from, to] = rangeOf(node);
  const flow = inFlow(document, path);
  if (isScalar(node) && node.type?.startsWith('BLOCK') && !flow) {
    const parent = nodeAt(document, path.slice(0, -1));
    const column = isMap(parent)
      ? columnOf(text, rangeOf(keyNode(pairOf(parent, path.at(-1) as string)))[0])
      : columnOf(text, from);
    const written = typeof value === 'string';
    const by = written ? blockText(value, column, breakOf(text)) : flowText(value, { json: false });
    return apply(text, { from, to, by: by + (by.endsWith('\n') || text[to - 1] !== '\n' ? '' : breakOf(text)) });
  }
  if (isCollection(node) && !node.flow) throw new NotEditable();
  // A key without a value has nothing behind its colon, not even a blank.
  const blank = from === to && text[from - 1] === ':' ? ' ' : '';
  const quoted = isScalar(node) && !isJson(text) ? node.type : undefined;
  return apply(text, { from, to, by: blank + flowText(value, { json: isJson(text), flow, quoted }) });
}

/** Removes a key with its value. */
export function removeKey(text: string, path: Path, key: string): string {
  const map = nodeAt(read(text), path);
  if (!isMap(map)) throw new NotEditable();
  const index = map.items.indexOf(pairOf(map, key) as never);
  const pair = map.items[index] as Pair;
  const [start] = rangeOf(keyNode(pair));
  if (map.items.length === 1) {
    const [from, to] = [rangeOf(map)[0], contentEnd(map)];
    return apply(text, { from, to, by: '{}' });
  }
  const next = map.items[index + 1];
  const value = (pair.value ?? pair.key) as Node;
  if (map.flow) {
    if (next) return apply(text, { from: start, to: rangeOf(keyNode(next))[0], by: '' });
    const before = map.items[index - 1] as Pair;
    return apply(text, { from: contentEnd((before.value ?? before.key) as Node), to: contentEnd(value), by: '' });
  }
  if (opensLine(text, start)) return apply(text, { from: lineStart(text, start), to: blockEnd(text, value), by: '' });
  // The first key of an entry follows its dash.
  if (!next) throw new NotEditable();
  return apply(text, { from: start, to: rangeOf(keyNode(next))[0], by: '' });
}

/** Separator of the entries of a flow collection: a line break where its last entry begins a line. */
function flowSeparator(text: string, last: number): string {
  if (!opensLine(text, last)) return ', ';
  return `,${breakOf(text)}${text.slice(lineStart(text, last), last)}`;
}

/** Adds a key as the last one of its map. */
export function addKey(text: string, path: Path, key: string, value: unknown): string {
  const document = read(text);
  const map = nodeAt(document, path);
  if (!isMap(map)) throw new NotEditable();
  const json = isJson(text);
  const flow = map.flow || inFlow(document, path);
  const last = map.items.at(-1);
  const written = `${json ? JSON.stringify(key) : flowText(key, { json, flow })}: ${flowText(value, { json, flow: true })}`;
  if (!last) {
    const [from, to] = rangeOf(map);
    return apply(text, { from, to, by: `{${written}}` });
  }
  if (flow) {
    const at = contentEnd((last.value ?? last.key) as Node);
    return apply(text, { from: at, to: at, by: flowSeparator(text, rangeOf(keyNode(last))[0]) + written });
  }
  const column = columnOf(text, rangeOf(keyNode(map.items[0] as Pair))[0]);
  return insertLines(
    text,
    blockEnd(text, (last.value ?? last.key) as Node),
    column,
    `${flowText(key, { json, flow })}:`,
    value,
  );
}

/** Inserts lines at the start of a line, or behind the last line of the text. */
function insertLines(text: string, at: number, column: number, head: string, value: unknown): string {
  const end = breakOf(text);
  const before = at > 0 && text[at - 1] !== '\n' ? end : '';
  const body = blockText(value, column, end, head);
  const lines = `${before}${' '.repeat(column)}${body}`;
  return apply(text, { from: at, to: at, by: lines.endsWith('\n') ? lines : lines + end });
}

/** Removes an entry of a list, with the comments right above it. */
export function removeEntry(text: string, path: Path, index: number): string {
  const document = read(text);
  const list = nodeAt(document, path);
  if (!isSeq(list)) throw new NotEditable();
  const node = list.items[index] as Node;
  if (list.items.length === 1) {
    const blank = text[rangeOf(list)[0] - 1] === ':' ? ' ' : '';
    return emptied(text, list, blank);
  }
  if (list.flow) {
    const next = list.items[index + 1] as Node | undefined;
    if (next) return apply(text, { from: rangeOf(node)[0], to: rangeOf(next)[0], by: '' });
    return apply(text, { from: contentEnd(list.items[index - 1] as Node), to: contentEnd(node), by: '' });
  }
  const { from, to } = entryLines(text, list, index);
  return apply(text, { from, to, by: '' });
}

/** Replaces a list by an empty one. */
function emptied(text: string, list: YAMLSeq, blank: string): string {
  if (list.flow) {
    const [from, to] = rangeOf(list);
    return apply(text, { from, to, by: '[]' });
  }
  const dash = dashOf(list, 0);
  const to = contentEnd(list);
  const kept = text[to - 1] === '\n' ? breakOf(text) : '';
  if (!opensLine(text, dash)) return apply(text, { from: dash, to, by: `${blank}[]${kept}` });
  // The list goes up to the line of its key, above its own comments.
  const above = withComments(text, lineStart(text, dash), columnOf(text, dash));
  const key = above - breakOf(text).length;
  return apply(text, { from: key, to, by: ` []${kept}` });
}

/** The lines of an entry of a block list, with the comments right above it. */
function entryLines(text: string, list: YAMLSeq, index: number): { readonly from: number; readonly to: number } {
  const dash = dashOf(list, index);
  const column = columnOf(text, dash);
  const end = blockEnd(text, list.items[index] as Node);
  if (opensLine(text, dash)) return { from: withComments(text, lineStart(text, dash), column), to: end };
  // The first entry of an inner list follows the dash of the outer list.
  if (index + 1 >= list.items.length) throw new NotEditable();
  return { from: dash, to: dashOf(list, index + 1) };
}

/** Inserts an entry before the one at the index, or as the last one. */
export function addEntry(text: string, path: Path, index: number, value: unknown): string {
  const document = read(text);
  const list = nodeAt(document, path);
  if (!isSeq(list)) throw new NotEditable();
  const json = isJson(text);
  const written = flowText(value, { json, flow: true });
  const { items } = list;
  if (items.length === 0) {
    const [from, to] = rangeOf(list);
    return apply(text, { from, to, by: `[${written}]` });
  }
  if (list.flow) {
    const [first, next] = [items[0] as Node, items[index] as Node | undefined];
    const separator = flowSeparator(text, rangeOf(items.at(-1) as Node)[0]);
    if (next) {
      const at = rangeOf(next)[0];
      return apply(text, { from: at, to: at, by: written + (next === first && items.length === 1 ? ', ' : separator) });
    }
    const at = contentEnd(items.at(-1) as Node);
    return apply(text, { from: at, to: at, by: separator + written });
  }
  if (index >= items.length) {
    return insertLines(text, blockEnd(text, items.at(-1) as Node), columnOf(text, dashOf(list, 0)), '-', value);
  }
  const dash = dashOf(list, index);
  const column = columnOf(text, dash);
  if (opensLine(text, dash)) {
    return insertLines(text, withComments(text, lineStart(text, dash), column), column, '-', value);
  }
  const by = blockText(value, column, breakOf(text), '-');
  return apply(text, { from: dash, to: dash, by: (by.endsWith('\n') ? by : by + breakOf(text)) + ' '.repeat(column) });
}

/** Exchanges an entry of a list with the next one. Both keep their comments and their form. */
export function exchangeEntries(text: string, path: Path, index: number): string {
  const list = nodeAt(read(text), path);
  if (!isSeq(list)) throw new NotEditable();
  if (list.flow) {
    const [one, other] = [list.items[index], list.items[index + 1]] as [Node, Node];
    const [from, oneEnd] = [rangeOf(one)[0], contentEnd(one)];
    const [otherStart, to] = [rangeOf(other)[0], contentEnd(other)];
    return apply(text, {
      from,
      to,
      by: text.slice(otherStart, to) + text.slice(oneEnd, otherStart) + text.slice(from, oneEnd),
    });
  }
  const [one, other] = [index, index + 1].map((at) => entryLines(text, list, at)) as [Lines, Lines];
  const between = text.slice(one.to, other.from);
  const ended = (lines: string) => (lines.endsWith('\n') ? lines : lines + breakOf(text));
  const by = ended(text.slice(other.from, other.to)) + between + ended(text.slice(one.from, one.to));
  return apply(text, { from: one.from, to: other.to, by });
}

type Lines = ReturnType<typeof entryLines>;
