// node scripts/run.js PROGRAM [ARGUMENTS]: runs a program of the workspace, after a build of the changed parts.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './parts.js';

const [program, ...args] = process.argv.slice(2);
const folder = program.split('/dist/')[0];
const stale = [...new Set([folder, 'packages/server', 'packages/web-sdk'])].filter((one) => !isBuilt(one));

// In a process of its own: the bundler's memory is not the program's. Output of the build goes to stderr, because callers redirect
// the program's stdout into documents.
const { status } = stale.length
  ? spawnSync(process.execPath, ['scripts/build.js', ...stale], { stdio: ['inherit', 2, 'inherit'] })
  : { status: 0 };
if (status === 0) {
  process.argv = [process.argv[0], resolve(program), ...args];
  await import(pathToFileURL(resolve(program)).href);
} else {
  process.exitCode = 1;
}
