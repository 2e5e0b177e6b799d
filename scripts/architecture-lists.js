// The lists of docs/architecture/layers.md that code holds: the order of imports and the order of locks.
import rules from '../.dependency-cruiser.mjs';
import { lockKinds } from '../packages/server/src/store/lock-order.ts';

const code = (name) => `\`${name}\``;

/** Returns which folders each folder of the server may import, from the rules of `.dependency-cruiser.mjs`. */
function allowedImports() {
  const pairs = rules.forbidden
    .map(({ comment }) => /^([\w/-]+)\/ may import (.+)$/.exec(comment ?? ''))
    .filter((match) => match !== null)
    .map(([, folder, others]) => [folder, others.startsWith('nothing') ? [] : others.split(', ')]);
  return new Map(pairs);
}

/**
 * Returns the folders in layers: each folder's layer is above the layers of all folders that it may import.
 * @param allowed the folders that each folder may import; without a circle
 */
function layersOf(allowed) {
  const heights = new Map();
  const heightOf = (folder) => {
    if (!heights.has(folder)) {
      heights.set(
        folder,
        1 + Math.max(-1, ...(allowed.get(folder) ?? []).filter((other) => other !== folder).map(heightOf)),
      );
    }
    return heights.get(folder);
  };
  const layers = [];
  for (const folder of allowed.keys()) {
    const height = heightOf(folder);
    layers[height] = [...(layers[height] ?? []), folder];
  }
  return layers;
}

/** The generated parts of docs/architecture/layers.md by the name of their place. */
export function lists() {
  const rows = layersOf(allowedImports()).map(
    (folders, index) => `| ${index + 1} | ${folders.toSorted().map(code).join(', ')} |`,
  );
  return {
    layers: `| Layer | Folders |\n|---|---|\n${rows.toReversed().join('\n')}`,
    locks: `${lockKinds.map(code).join(' → ')}`,
  };
}

/** Returns the text with another content between `<!-- name -->` and `<!-- end of name -->`. Throws if it has no such place. */
export function withPart(text, name, content) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`There is no place for "${name}". Add "<!-- ${name} -->" and its end.`);
  return `${text.slice(0, from)}${begin}\n${content}\n\n${text.slice(to)}`;
}
