#!/usr/bin/env node
import { CommandFailed } from './io.ts';
import { buildProgram } from './program.ts';

try {
  await buildProgram({
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    env: process.env,
  }).parseAsync();
} catch (error) {
  // What the operator can mend is said in a sentence; for all else the stack helps whoever mends it.
  console.error(error instanceof CommandFailed ? error.message : error);
  process.exitCode = 1;
}
