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
  // An error that the operator can correct is one sentence; any other shows its stack.
  console.error(error instanceof CommandFailed ? error.message : error);
  process.exitCode = 1;
}
