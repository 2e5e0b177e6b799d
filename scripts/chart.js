// node scripts/chart.js [VALUES.yaml...]: prints the manifests of deploy/helm/bonafide, as `helm template bonafide` would.
//
// Renders only the part of Go's templates that the chart uses: if, else, end, range over maps, define, include, pipes, and the
// functions below. It throws for anything else, so that the chart stays within that part.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments, stringify } from 'yaml';

const chart = fileURLToPath(new URL('../deploy/helm/bonafide', import.meta.url));

const isEmpty = (value) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const functions = {
  quote: (value) => JSON.stringify(String(value)),
  toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
  nindent: (count, text) => `\n${text.replace(/^/gm, ' '.repeat(count))}`,
  default: (fallback, value) => (isEmpty(value) ? fallback : value),
  not: isEmpty,
};

/** Splits a template into texts and actions; a dash at a brace takes the blanks beside it away, as in Go. */
function tokensOf(template) {
  const tokens = [];
  let rest = template.replace(/\{\{-? ?\/\*[\s\S]*?\*\/ ?-?\}\}/g, '');
  let trimsNext = false;
  for (;;) {
    const at = rest.indexOf('{{');
    let text = at < 0 ? rest : rest.slice(0, at);
    if (trimsNext) text = text.trimStart();
    if (at < 0) return [...tokens, { text }];
    const end = rest.indexOf('}}', at);
    let action = rest.slice(at + 2, end);
    if (action.startsWith('-')) text = text.trimEnd();
    trimsNext = action.endsWith('-');
    action = action.replace(/^-/, '').replace(/-$/, '').trim();
    tokens.push({ text }, { action });
    rest = rest.slice(end + 2);
  }
}

/** Turns tokens into a tree; returns the nodes up to the `end` or `else` that closes them. */
function treeOf(tokens, definitions) {
  const nodes = [];
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    if (token.text !== undefined) nodes.push({ text: token.text });
    else if (token.action === 'end' || token.action === 'else') return { nodes, closedBy: token.action };
    else if (token.action.startsWith('define ')) {
      definitions[JSON.parse(token.action.slice(7))] = treeOf(tokens, definitions).nodes;
    } else if (/^(if|range) /.test(token.action)) {
      const [, kind, of] = /^(\w+) (.*)$/.exec(token.action);
      const { nodes: then, closedBy } = treeOf(tokens, definitions);
      const otherwise = closedBy === 'else' ? treeOf(tokens, definitions).nodes : [];
      nodes.push({ kind, of, then, otherwise });
    } else nodes.push({ expression: token.action });
  }
  return { nodes };
}

function resolved(word, scope) {
  if (/^"/.test(word)) return JSON.parse(word);
  if (/^\d+$/.test(word)) return Number(word);
  const [, base, path] = /^(\$\w*|)((?:\.\w+)*|\.)$/.exec(word) ?? [];
  if (base === undefined) throw new Error(`The renderer does not know "${word}"`);
  const start = base === '' ? scope.dot : scope.variables[base];
  if (start === undefined) throw new Error(`"${word}" is not defined`);
  const names = path === '.' ? [] : path.split('.').slice(1);
  return names.reduce((value, name) => {
    if (value === null || typeof value !== 'object')
      throw new Error(`"${word}" leads through something without fields`);
    return value[name];
  }, start);
}

function evaluate(expression, scope) {
  let piped;
  for (const part of expression.split(' | ')) {
    const words = part.match(/"[^"]*"|\S+/g);
    const [name] = words;
    const values = words.slice(1).map((word) => resolved(word, scope));
    if (piped !== undefined) values.push(piped);
    if (name === 'include')
      piped = render(scope.definitions[values[0]], { ...scope, dot: values[1], variables: { $: values[1] } });
    else if (functions[name]) piped = functions[name](...values);
    else if (words.length === 1 && piped === undefined) piped = resolved(name, scope);
    else throw new Error(`The renderer does not know "${part}"`);
  }
  return piped;
}

function render(nodes, scope) {
  let out = '';
  for (const node of nodes) {
    if (node.text !== undefined) out += node.text;
    else if (node.kind === 'if') out += render(isEmpty(evaluate(node.of, scope)) ? node.otherwise : node.then, scope);
    else if (node.kind === 'range') {
      const [, key, value, list] = /^(\$\w+), (\$\w+) := (.+)$/.exec(node.of);
      const entries = Object.entries(evaluate(list, scope) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [name, one] of entries) {
        const variables = { ...scope.variables, [key]: name, [value]: one };
        out += render(node.then, { ...scope, dot: one, variables });
      }
    } else {
      const value = evaluate(node.expression, scope);
      if (value === undefined || value === null) throw new Error(`"${node.expression}" has no value`);
      out += String(value);
    }
  }
  return out;
}

/** Lays values over the chart's values; maps are joined, as Helm does. */
function merged(base, over) {
  if (over === null || typeof over !== 'object' || Array.isArray(over) || typeof base !== 'object') return over;
  const names = new Set([...Object.keys(base ?? {}), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? merged(base?.[name], over[name]) : base[name]]),
  );
}

/** The manifests of the chart under `values`, as text. */
export function renderChart(values = {}) {
  const definitions = {};
  const folder = join(chart, 'templates');
  const trees = readdirSync(folder)
    .sort()
    .map((file) => [file, treeOf(tokensOf(readFileSync(join(folder, file), 'utf8')), definitions).nodes]);
  const { appVersion, name, version } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));
  const dot = {
    Values: merged(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')), values),
    Release: { Name: 'bonafide', Namespace: 'default', Service: 'Helm' },
    Chart: { AppVersion: appVersion, Name: name, Version: version },
  };
  const texts = trees
    .filter(([file]) => file.endsWith('.yaml'))
    .map(([, nodes]) => render(nodes, { dot, variables: { $: dot }, definitions }).trim());
  return texts.filter((text) => text !== '').join('\n---\n');
}

/** The manifests as objects. Throws for text that is not YAML. */
export function manifestsOf(text) {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    })
    .filter((manifest) => manifest !== null);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2).map((file) => parse(readFileSync(file, 'utf8')));
  console.log(renderChart(files.reduce(merged, {})));
}
