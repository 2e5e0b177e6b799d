// Which of our modules make up the service, and what each exports: read from the sources, as Node would load them.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of our own packages, by the name under which they are imported. */
export const ours = { '@bonafide/verification': resolve(root, 'packages/verification/src/index.ts') };

/** Returns whether a statement is of types alone, and so not there at run time. */
const ofTypes = (node) => node.importKind === 'type' || node.exportKind === 'type';

/** Names that a statement exports. */
function namesOf({ declaration, specifiers }) {
  const { id, declarations } = declaration ?? {};
  return [
    ...specifiers.filter((one) => !ofTypes(one)).map((one) => one.exported.name),
    ...(id && !/^TS/.test(declaration.type) ? [id.name] : []),
    ...(declarations ?? []).map((one) => one.id.name),
  ];
}

/** The paths of `import('…')` anywhere in a syntax tree. */
function importedLater(tree) {
  const paths = [];
  const nodes = [tree];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.type === 'ImportExpression' && node.source.type === 'Literal') paths.push(node.source.value);
    for (const value of Object.values(node)) nodes.push(...[value].flat().filter((item) => item?.type));
  }
  return paths;
}

/** Imports and exports of one file. Throws on what none of ours does: `export *`, `export default`, patterns. */
function read(file) {
  const text = readFileSync(file, 'utf8');
  const tree = parseAst(text, { lang: 'ts' }, file);
  const found = { imports: [], later: text.includes('import(') ? importedLater(tree) : [], exports: [] };
  for (const node of tree.body) {
    if (node.type === 'ExportAllDeclaration' || node.type === 'ExportDefaultDeclaration')
      throw new Error(`${file}: ${node.type}`);
    if (!/^(Import|ExportNamed)Declaration$/.test(node.type) || ofTypes(node)) continue;
    if (node.source) found.imports.push(node.source.value);
    if (node.type === 'ExportNamedDeclaration') found.exports.push(...namesOf(node));
    if (found.exports.includes(undefined)) throw new Error(`${file}: a pattern is exported`);
  }
  return found;
}

/** Modules that files load, themselves included, at once and later (`import()`): the exports of each module by its path. */
function modulesOf(entries) {
  const found = { atOnce: new Map(), later: new Map() };
  const waiting = { atOnce: [...entries], later: [] };
  for (const when of ['atOnce', 'later']) {
    for (let file = waiting[when].pop(); file; file = waiting[when].pop()) {
      if (found.atOnce.has(file) || found.later.has(file) || !file.endsWith('.ts')) continue;
      const { imports, later, exports } = read(file);
      found[when].set(file, exports);
      const paths = (names) =>
        names
          .map((name) => ours[name] ?? (name.startsWith('.') ? resolve(dirname(file), name) : undefined))
          .filter((path) => path && existsSync(path));
      waiting[when].push(...paths(imports));
      waiting.later.push(...paths(later));
    }
  }
  return found;
}

/** Name of a module, by which `modules.json` knows it. */
export const nameOf = (file) => relative(root, file);

/** The code of an entry that exports all of some modules, each name after its module's name. */
const exporting = (modules) =>
  [...modules]
    .map(([file, names]) => {
      const list = names.map((name) => `${name} as ${JSON.stringify(`${nameOf(file)} ${name}`)}`);
      return `export { ${list.join(', ')} } from ${JSON.stringify(file)};`;
    })
    .join('\n');

/**
 * Adds entries to a bundle that export what the modules behind `entries` export, so that tests call the bundle's own code:
 * `modules.js` those that are loaded at once, `modules-later.js` the others. `modules.json` says what is where. The later
 * entry loads the first one too: entries that shared only a part of it would split its chunks.
 */
export function exportModules(entries) {
  const { atOnce, later } = modulesOf(entries);
  const code = { modules: exporting(atOnce), 'modules-later': `import 'modules';\n${exporting(later)}` };
  const list = (file, modules) => [...modules].map(([path, names]) => [nameOf(path), { file, names }]);
  const all = [...list('modules.js', atOnce), ...list('modules-later.js', later)];
  return {
    name: 'export-modules',
    options: (options) => ({
      ...options,
      input: { ...options.input, modules: 'modules', 'modules-later': 'modules-later' },
    }),
    resolveId: { filter: { id: /^modules(-later)?$/ }, handler: (id) => `\0${id}` },
    load: { filter: { id: /^\0modules(-later)?$/ }, handler: (id) => code[id.slice(1)] },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'modules.json', source: JSON.stringify(Object.fromEntries(all)) });
    },
  };
}
