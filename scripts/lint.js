// npm run lint: style (Biome), import directions (dependency-cruiser), unused code (knip) and prose, side by side.
//
// Prints what fails and how long each took. The exit code is 1 when one of them fails.
import { spawn } from 'node:child_process';

const root = new URL('..', import.meta.url);

const linters = {
  style: ['biome', 'check', '.'],
  imports: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'bench/src', 'eval/src', 'e2e/src'],
  unused: ['knip'],
  prose: ['node', 'scripts/prose.js'],
};

/** Runs a program of node_modules/.bin, which npm has put on the path. */
function run([command, ...args]) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ ok: code === 0, seconds: (performance.now() - start) / 1000, text: Buffer.concat(output).toString() }),
    );
  });
}

const ends = await Promise.all(
  Object.entries(linters).map(async ([name, command]) => ({ name, ...(await run(command)) })),
);
for (const { name, ok, text } of ends) if (!ok || name === 'prose') process.stdout.write(text);
for (const { name, ok, seconds } of ends) console.log(`${name}: ${ok ? 'clean' : 'FAILED'} in ${seconds.toFixed(1)} s`);
if (!ends.every(({ ok }) => ok)) process.exitCode = 1;
