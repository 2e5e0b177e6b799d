// node scripts/try-image.js ROOT IMAGE: runs the image that is mounted at ROOT as a container engine would, and uses it.
//
// The process is the first of its own process namespace, has no privileges, the user of the image, a root file system that can't be
// written, `/data` as a volume and `/tmp` as a small memory file system. The network is the machine's. Called by
// `scripts/image.sh try`. Prints each step with its time, and exits with 1 when one fails.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [root, target] = process.argv.slice(2);
const inspected = execFileSync('buildah', ['inspect', '--type', 'image', `localhost/bonafide:${target}`], {
  encoding: 'utf8',
  maxBuffer: 1e8,
});
const { config } = JSON.parse(inspected).Docker;
const [user, group] = config.User.split(':').map(Number);

const folder = mkdtempSync(join(tmpdir(), 'bonafide-image-'));
const data = join(folder, 'data');
mkdirSync(data, { mode: 0o700 });
chownSync(data, user, group);

/** Arguments of a shell that lays out the file systems of a container and runs the arguments in it. */
const LAYOUT = `set -e
mkdir -p "$FOLDER/root"
mount --bind "$ROOT" "$FOLDER/root"
mount -o remount,ro,bind "$FOLDER/root"
mount --bind "$FOLDER/data" "$FOLDER/root/data"
mount -t tmpfs -o size=64m,mode=1777,noexec,nosuid tmpfs "$FOLDER/root/tmp"
mount --rbind /dev "$FOLDER/root/dev"
mount -t proc proc "$FOLDER/root/proc"
mount --bind /etc/hosts "$FOLDER/root/etc/hosts"
mount --bind /etc/resolv.conf "$FOLDER/root/etc/resolv.conf"
exec setpriv --no-new-privs chroot --userspec="$OWNER" "$FOLDER/root" "$@"`;

const imageEnv = Object.fromEntries(config.Env.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));

function enter(args, stdio) {
  const env = { ...imageEnv, ROOT: root, FOLDER: folder, OWNER: config.User };
  env.PATH = `${imageEnv.PATH}:/usr/sbin:/sbin:/bin`;
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  return spawn('unshare', [...namespaces, 'sh', '-c', LAYOUT, 'sh', ...args], { env, stdio });
}

/** Runs a program of the image to its end; returns its exit code and text. */
function run(args) {
  const child = enter(args, ['ignore', 'pipe', 'pipe']);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

let failed = false;
async function step(name, work) {
  const began = performance.now();
  let outcome = 'ok';
  try {
    const said = await work();
    if (said) outcome = said;
  } catch (error) {
    failed = true;
    outcome = `FAILED: ${error.message}`;
  }
  console.log(`${name.padEnd(46)} ${String(Math.round(performance.now() - began)).padStart(6)} ms  ${outcome}`);
}

function must(condition, message) {
  if (!condition) throw new Error(message);
}

const [, ...health] = config.Healthcheck.Test;
const serve = ['serve', '--mode', 'development', '--ready-file', '/data/ready.json'];
const service = enter(
  [...config.Entrypoint, ...serve, '--port', '18443', '--http-port', '18080'],
  ['ignore', 'pipe', 'pipe'],
);
let log = '';
for (const stream of [service.stdout, service.stderr]) {
  stream.on('data', (chunk) => {
    log += chunk;
  });
}
const ended = new Promise((resolve) => service.once('exit', (code, signal) => resolve(code ?? signal)));

/** Id, outside of the namespace, of the process that is the first within. */
const firstProcess = () =>
  Number(readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ')[0]);

const operator = ['node', '/app/node_modules/bonafide/bin/bonafide.js'];

try {
  await step('the service is ready', async () => {
    for (let i = 0; i < 600 && service.exitCode === null && !existsSync(join(data, 'ready.json')); i += 1)
      await pause(50);
    must(existsSync(join(data, 'ready.json')), `it is not: ${log}`);
  });
  await step('user, privileges, first process', () => {
    const status = readFileSync(`/proc/${firstProcess()}/status`, 'utf8');
    const of = (name) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)[1].split('\t');
    must(
      of('Uid').every((id) => Number(id) === user),
      `runs as ${of('Uid')}`,
    );
    must(/^0+$/.test(of('CapEff')[0]), `has the capabilities ${of('CapEff')}`);
    must(of('NSpid').at(-1) === '1', `is the process ${of('NSpid')}`);
    return `uid ${user}, no capabilities, process 1`;
  });
  await step('health check', async () => {
    const { code, text } = await run(health);
    must(code === 0, text);
    return text.trim().slice(0, 120);
  });
  await step('npm run demo: upload, check, webhook, PDF', async () => {
    const { code, text } = await run([
      'node',
      '/app/node_modules/bonafide/dist/demo/main.js',
      '--ready-file',
      '/data/ready.json',
    ]);
    must(code === 0, text);
    return text.trim().split('\n').at(-1);
  });
  await step('doctor', async () => {
    const { text } = await run([...operator, 'doctor']);
    const lines = text.trim().split('\n');
    console.log(lines.map((line) => `    ${line}`).join('\n'));
    must(!/\bfailed\b/.test(text), 'something does not work');
  });
  await step('SIGTERM', async () => {
    process.kill(firstProcess(), config.StopSignal);
    const code = await Promise.race([ended, pause(15_000).then(() => 'still running after 15 s')]);
    must(code === 0, `ended with ${code}: ${log.slice(-2000)}`);
    return 'exit code 0';
  });
} finally {
  service.kill('SIGKILL');
  await pause(100);
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
