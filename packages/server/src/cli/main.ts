#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { holdYoungGeneration } from './young-generation.ts';

// Code that Node has compiled once is read compiled by later starts. It is in the folder of the package, which only the owner of
// the program writes; where nobody can write, Node compiles again. This must run before other modules are loaded, hence the
// imports below.
enableCompileCache(fileURLToPath(new URL('../../.compile-cache', import.meta.url)));

holdYoungGeneration();
const { buildProgram } = await import('./program.ts');
const { CommandFailed, NoServer, TryAgain } = await import('./io.ts');

async function askAtTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Aborted by the first Ctrl-C; the second one ends the process. */
function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

try {
  await buildProgram({
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    ...(process.stdin.isTTY && { ask: askAtTerminal }),
    colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
    untilStopped,
    env: process.env,
  }).parseAsync();
} catch (error) {
  // An error that the operator can correct is one sentence; any other shows its stack.
  console.error(error instanceof CommandFailed ? error.message : error);
  // A port or timer that the command left open must not keep the process alive.
  process.exit(error instanceof NoServer || error instanceof TryAgain ? 2 : 1);
}
