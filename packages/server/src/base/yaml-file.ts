import { isNode, LineCounter, parseDocument } from 'yaml';
import { type Place, pathText } from './place.ts';

/** A place in a file; both count from 1. */
interface LinePos {
  readonly line: number;
  readonly col: number;
}

const shown = ({ line, col }: LinePos) => `${line}:${col}`;

/**
 * Reads a value from YAML 1.2, of which JSON is a part. Throws one error that names everything that is wrong, each in a line of
 * its own: `file:line:column steps[0].task: must be one of …`.
 *
 * @param read reports through the place what is wrong; its answer counts only when nothing was
 * @param whole what messages call the value as a whole
 */
export function readYaml<T>(
  text: string,
  { file, whole }: { readonly file: string; readonly whole: string },
  read: (place: Place) => T,
): T {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number) => lines.linePos(offset);
  if (document.errors.length > 0) {
    throw new Error(
      document.errors.map(({ pos, message }) => `${file}:${shown(placeOf(pos[0]))} ${message}`).join('\n'),
    );
  }
  /** Where a value stands, or the nearest thing around it. */
  const findPlace = (path: Place['path']): LinePos => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return placeOf(node.range[0]);
    }
    return { line: 1, col: 1 };
  };
  const found: { at: LinePos; problem: string }[] = [];
  const value = read({
    value: document.toJS(),
    path: [],
    wrong(path, message) {
      found.push({ at: findPlace(path), problem: `${pathText(path) || whole}: ${message}` });
    },
  });
  if (found.length > 0) {
    found.sort(({ at: one }, { at: other }) => one.line - other.line || one.col - other.col);
    throw new Error(found.map(({ at, problem }) => `${file}:${shown(at)} ${problem}`).join('\n'));
  }
  return value;
}
