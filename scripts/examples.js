import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFiles, root } from './repository-files.js';

/** Packages whose docstrings carry examples, with the compiler options of each. */
const PACKAGES = {
  'packages/verification': 'tsconfig.json',
  'packages/chip-reader': 'tsconfig.json',
  'packages/server': 'tsconfig.json',
  'packages/web-sdk': 'packages/web-sdk/tsconfig.json',
};

/** @typedef {{ file: string, line: number, name: string, code: string }} Example `name` is what the docstring describes */

const DOCSTRING = /^([ \t]*)\/\*\*(?!\*)([\s\S]*?)\*\/\n(.*)/gm;

/** Name of the declaration on a line: of a function, class, constant, type or method. */
const nameOf = (declaration) =>
  /^\s*(?:export )?(?:async )?(?:function\*?|class|const|interface|type)? ?([A-Za-z]\w*)/.exec(declaration)?.[1] ?? '';

/** The `@example`s of a source file. @returns {Example[]} */
function examplesIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(DOCSTRING)].flatMap(({ 2: text, 3: declaration, index }) => {
    const [, code] = /@example\n([\s\S]*?)(?=\n\s*\* ?@\w|\s*$)/.exec(text) ?? [];
    if (code === undefined) return [];
    const line = source.slice(0, index).split('\n').length;
    return [{ file, line, name: nameOf(declaration), code: code.replace(/^\s*\* ?/gm, '') }];
  });
}

/** Every example of the packages, by package. @returns {Record<string, Example[]>} */
export function allExamples() {
  const sources = repositoryFiles().filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file));
  return Object.fromEntries(
    Object.keys(PACKAGES).map((name) => [
      name,
      sources.filter((file) => file.startsWith(`${name}/src/`)).flatMap(examplesIn),
    ]),
  );
}

/** An example can run if it needs no file and no page. */
const canRun = ({ file, code }) => !file.startsWith('packages/web-sdk/') && !code.includes("'node:fs/promises'");

/** A line that shows the value of an expression: `edits('Meier', 'Maier'); // 1`. */
const SHOWN = /^(?!import |const |let |for |if )(.+); \/\/ (.+)$/gm;

/**
 * Writes examples as modules and returns their folder. Relative imports lead to the folder of the docstring's file. `run.ts` there
 * runs each example that can run, and prints a line of JSON for each failure: `{index, message}`.
 */
export function writeExamples(name, examples) {
  const folder = join(root, 'scripts/dist/examples', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (file, text) => writeFileSync(join(folder, file), text);
  examples.forEach(({ file, code }, index) => {
    const absolute = code.replace(/from '(\.[^']*)'/g, (_, path) => `from '${join(root, dirname(file), path)}'`);
    write(`${index}.ts`, `${absolute}\nexport {};\n`);
    const checked = absolute.replace(SHOWN, 'deepStrictEqual(await ($1), $2);');
    write(`${index}.run.ts`, `import { deepStrictEqual } from 'node:assert';\n${checked}\n`);
  });
  const runs = examples.flatMap((example, index) => (canRun(example) ? [index] : []));
  write(
    'run.ts',
    `for (const index of ${JSON.stringify(runs)}) {
  await import(\`./\${index}.run.ts\`).catch(({ message }) => console.error(JSON.stringify({ index, message })));
}\n`,
  );
  const compilerOptions = { noUnusedLocals: false, rootDir: root };
  const files = examples.map((_, index) => `${index}.ts`);
  // Modules of the server add to the type of its services, which names most of its modules.
  const declared = ['context/services.ts', '**/*.d.ts'].map((path) => join(root, 'packages/server/src', path));
  const include = name === 'packages/server' ? declared : [];
  write('tsconfig.json', JSON.stringify({ extends: join(root, PACKAGES[name]), compilerOptions, files, include }));
  return folder;
}
