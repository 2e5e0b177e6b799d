#!/usr/bin/env node
// npm links this file when it installs the packages. The program that it starts is built later.
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('Bonafide is not built yet. Run "npm run build" first.');
  process.exitCode = 1;
}
