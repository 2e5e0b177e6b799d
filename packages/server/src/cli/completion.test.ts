import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { completionScript, type Shell } from './completion.ts';
import { buildProgram } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonafide-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = buildProgram({ out: () => {}, err: () => {}, env: {} });
const has = (shell: Shell) => spawnSync(shell, ['--version']).status === 0;

/** Runs a script in a shell without the files of its user. Returns the lines of its output. */
function run(shell: Shell, script: string): string[] {
  const flags = { bash: ['--norc', '--noprofile'], zsh: ['-f'], fish: ['--no-config'] }[shell];
  const file = join(folder, `script.${shell}`);
  writeFileSync(file, script);
  const { stdout, stderr, status } = spawnSync(shell, [...flags, file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The words that bash offers for the last word of a line. */
function offeredByBash(line: string): string[] {
  const words = line.split(' ');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const call = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _bonafide; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run('bash', `${completionScript('bash', program)}\n${call}`);
}

test.each([
  ['bonafide ev', ['events', 'evidence-certificate']],
  ['bonafide events ', ['list', 'replay', '--help']],
  ['bonafide events replay --t', ['--to', '--type']],
  ['bonafide webhooks ', ['test', '--help']],
  ['bonafide trigger check', ['check.completed', 'check.started']],
  // Values of a flag come before the words of its command.
  ['bonafide trigger check.completed --result ', ['clear', 'consider']],
  ['bonafide events list --type check.completed --un', ['--until']],
  ['bonafide completion ', ['bash', 'zsh', 'fish', '--help']],
  ['bonafide nonsense --fla', []],
])('bash completes %j', (line, words) => {
  expect(offeredByBash(line).sort()).toEqual([...words].sort());
});

test('bash registers the completion', () => {
  expect(run('bash', `${completionScript('bash', program)}\ncomplete -p bonafide`)).toEqual([
    'complete -o default -F _bonafide bonafide',
  ]);
});

test.runIf(has('fish')).each([
  ['bonafide ev', ['events', 'evidence-certificate']],
  ['bonafide events replay --t', ['--to', '--type']],
  ['bonafide trigger --result c', ['clear', 'consider']],
])('fish completes %j', (line, words) => {
  const offered = run('fish', `${completionScript('fish', program)}\ncomplete -C '${line}'`);
  expect(offered.map((row) => row.split('\t')[0]).sort()).toEqual(words);
});

test.runIf(has('zsh'))('zsh loads the script after compinit', () => {
  const script = `autoload -Uz compinit; compinit -D\n${completionScript('zsh', program)}\nprint $_comps[bonafide]`;
  expect(run('zsh', script)).toEqual(['_bonafide']);
});

test('the scripts name every command', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionScript(shell, program);
    for (const { commands } of program.commands)
      for (const command of commands) expect(script).toContain(command.name());
  }
});
