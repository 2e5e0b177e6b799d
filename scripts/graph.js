// npm run graph: writes the order of imports, the order of locks and the graph of the server's folders into
// docs/architecture/layers.md. dependency-cruiser draws the graph (Mermaid). It leaves out tests and the folders that all others
// import (base, config).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { lists, withPart } from './architecture-lists.js';

const root = new URL('..', import.meta.url);
const page = new URL('docs/architecture/layers.md', root);

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
const parts = { ...lists(), graph: `\`\`\`mermaid\n${drawn.trim()}\n\`\`\`` };
const text = Object.entries(parts).reduce(
  (written, [name, content]) => withPart(written, name, content),
  readFileSync(page, 'utf8'),
);
writeFileSync(page, text);
console.log('docs/architecture/layers.md is up to date.');
