import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const programs = Object.entries(scripts)
  .map(([name, line]) => [name, / scripts\/run\.js ((?:bench|eval)\/dist\/\S+)$/.exec(line)?.[1]])
  .filter(([, program]) => program);

test('programs that measure are found', () => {
  expect(programs.map(([name]) => name)).toEqual([
    'bench',
    'eval',
    'layouts',
    'crash',
    'faults',
    'capacity',
    'rolling',
  ]);
});

test.each(programs)('npm run %s lists its options, and refuses another one in one line', (name, program) => {
  const run = (option) => spawnSync(process.execPath, ['scripts/run.js', program, option], { encoding: 'utf8' });
  const help = run('--help');
  expect([help.status, help.stdout.split('\n')[0]]).toEqual([0, `Usage: npm run ${name} -- [options]`]);
  const refused = run('--nonsense');
  expect([refused.status, refused.stderr]).toEqual([1, "error: unknown option '--nonsense'\n"]);
});
