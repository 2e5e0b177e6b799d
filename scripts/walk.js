// The walk of a request through the areas of the server: follows the calls of a function in the order in which a reader does, depth
// first, and notes each file at its first call.
//
//   node scripts/walk.js                                      the decision on a report
//   node scripts/walk.js review/decide.ts decideReport        any other function
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { areas } from '../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('../packages/server/src', import.meta.url));

/** Areas that a walk counts: all but `context`, whose words every function uses. Seams are called everywhere, too. */
const counted = new Set(areas.filter((area) => area !== 'context'));

const isFunction = ({ type }) => /Function/.test(type);
const files = new Map();

/** Imports and top declarations of a file, by their local names. */
function open(file) {
  if (!files.has(file)) {
    const tree = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }, file);
    const found = { file, imports: new Map(), declared: new Map() };
    for (const node of tree.body) {
      const { declaration = node } = node;
      if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
        for (const { local, imported } of node.specifiers.filter((one) => one.importKind !== 'type')) {
          found.imports.set(local.name, { file: join(dirname(file), node.source.value), name: imported?.name });
        }
      } else if (declaration?.type === 'FunctionDeclaration') found.declared.set(declaration.id.name, declaration);
      else if (declaration?.type === 'VariableDeclaration') {
        for (const { id, init } of declaration.declarations) if (init) found.declared.set(id.name, init);
      }
    }
    files.set(file, found);
  }
  return files.get(file);
}

/**
 * Follows the calls of a function. A table of functions counts as a call of each. Calls of methods are not followed: hooks and
 * services are how an area knows nothing of another.
 *
 * @param file path below `packages/server/src`
 * @returns the files in the order of their first call, each with the function that was called
 */
export function walk(file, name) {
  const steps = [];
  const seen = new Set();

  function enter(path, called) {
    const module = open(path);
    const body = module.declared.get(called);
    if (!body || seen.has(`${path} ${called}`)) return;
    seen.add(`${path} ${called}`);
    if (isFunction(body) && !steps.some((step) => step.file === relative(root, path))) {
      steps.push({ file: relative(root, path), name: called });
    }
    if (isFunction(body) || isTableOfFunctions(body)) follow(body, module);
  }

  function follow(node, module) {
    if (Array.isArray(node)) for (const one of node) follow(one, module);
    if (!node?.type) return;
    if (/^TS/.test(node.type)) return follow(node.expression, module);
    if (node.type === 'Identifier') {
      const from = module.imports.get(node.name);
      return from ? enter(from.file, from.name) : enter(module.file, node.name);
    }
    if (node.type === 'MemberExpression') {
      // The key is worked out before the function behind it runs.
      if (node.computed) follow(node.property, module);
      return follow(node.object, module);
    }
    if (node.type === 'Property') return follow(node.value, module);
    if (node.type === 'CallExpression') {
      follow(node.arguments, module);
      return follow(node.callee, module);
    }
    for (const [key, value] of Object.entries(node)) {
      if (!['id', 'params', 'returnType', 'typeAnnotation', 'typeParameters'].includes(key)) follow(value, module);
    }
  }

  enter(join(root, file), name);
  return steps;
}

function isTableOfFunctions({ type, properties = [], elements = [] }) {
  if (type === 'ObjectExpression')
    return properties.length > 0 && properties.every(({ value }) => value && isFunction(value));
  return (
    type === 'ArrayExpression' &&
    elements.some((one) => one?.type === 'ArrayExpression' && one.elements.some(isFunction))
  );
}

/** The areas that steps enter, in order. */
export function areasOf(steps) {
  const entered = steps.map(({ file }) => file.split('/')[0]).filter((area) => counted.has(area));
  return entered.filter((area, index) => area !== entered[index - 1]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file = 'review/claims.ts', name = 'decideUnclaimed'] = process.argv.slice(2);
  const steps = walk(file, name).filter((step) => counted.has(step.file.split('/')[0]));
  for (const step of steps) console.log(`${step.file} ${step.name}`);
  const path = areasOf(steps);
  const distinct = new Set(path).size;
  console.log(`${path.join(' → ')}\n${distinct} areas, ${path.length - distinct} returns`);
}
