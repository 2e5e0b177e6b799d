// npm run graph: writes which folder of the server imports which into ARCHITECTURE.md, as dependency-cruiser draws it
// (Mermaid). What all folders import (base, config) and tests are left out.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const page = new URL('ARCHITECTURE.md', root);
const [begin, end] = ['<!-- npm run graph -->\n', '<!-- end of the graph -->'];

const SERVER = '^packages/server/src';
const left = String.raw`\.test\.ts$|/testing/|/testing\.ts$|^packages/server/src/(base|config)/|^packages/server/src/(demo|app)`;
const drawn = execFileSync(
  'depcruise',
  [
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'mermaid'],
    ...['--include-only', SERVER, '--exclude', left, '--collapse', `${SERVER}/[^/]+`],
    'packages/server/src',
  ],
  { cwd: root, encoding: 'utf8' },
);
const text = readFileSync(page, 'utf8');
const [from, to] = [text.indexOf(begin), text.indexOf(end)];
if (from < 0 || to < 0) throw new Error('ARCHITECTURE.md has no place for the graph');
const graph = `${begin}\`\`\`mermaid\n${drawn.trim()}\n\`\`\`\n`;
writeFileSync(page, text.slice(0, from) + graph + text.slice(to));
console.log(graph);
