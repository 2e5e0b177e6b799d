// npm run test:soak -- [RUNS] [COMMAND...]: runs test commands again and again beside busy processes, and prints what failed.
//
//   npm run test:soak -- 10                    npm test, npm run test:browser and npm run test:live, ten times each
//   npm run test:soak -- 5 test:browser        one of them, five times
//   npm run test:soak -- 5 test:browser -- e2e/src/web-sdk/vision.test.ts     some of its files
import { spawn } from 'node:child_process';

/** Processes that use a processor each, all the time. */
const BUSY = Number(process.env.SOAK_BUSY ?? 4);

const given = process.argv.slice(2);
const end = given.indexOf('--');
const [runs = '10', ...named] = end < 0 ? given : given.slice(0, end);
const files = end < 0 ? [] : given.slice(end + 1);
const commands = named.length > 0 ? named : ['test', 'test:browser', 'test:live'];

const busy = Array.from({ length: BUSY }, () =>
  spawn(process.execPath, ['-e', 'for (;;) Math.random();'], { stdio: 'ignore' }),
);
const stop = () => {
  for (const one of busy) one.kill('SIGKILL');
};
process.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Runs a command; what it printed, and whether it passed. */
function run(command) {
  const child = spawn('npm', ['run', '-s', command, '--', ...files], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      text += piece;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ text, passed: code === 0 })));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const plain = (text) => text.replaceAll(/\x1b\[[\d;]*m/g, '');

let failed = 0;
for (let count = 1; count <= Number(runs); count += 1) {
  for (const command of commands) {
    const began = performance.now();
    const { text, passed } = await run(command);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${count}/${runs} npm run ${command} beside ${BUSY}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
    if (passed) continue;
    failed += 1;
    const lines = plain(text).split('\n');
    const from = lines.findIndex((line) => /Failed (Tests|Suites)/.test(line));
    console.log((from < 0 ? lines.slice(-40) : lines.slice(from)).join('\n'));
  }
}
stop();
console.log(`${failed} of ${Number(runs) * commands.length} runs failed`);
process.exit(failed > 0 ? 1 : 0);
