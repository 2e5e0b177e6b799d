#!/usr/bin/env node
// npm links this file when it installs the packages. The program that it starts is built later.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './node.js';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
if (existsSync(program)) {
  await run(program, process.argv.slice(2));
} else {
  console.error('Bonafide is not built yet. Run "npm run build" first.');
  process.exitCode = 1;
}
