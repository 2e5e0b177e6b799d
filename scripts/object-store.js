// Starts Ceph, with its S3 gateway, on free ports of loopback: one monitor, one manager, one OSD with its data in memory.
//
//   npm run ceph              until Ctrl-C
//   npm run ceph -- prove     runs the tests of storage against it
//
// It needs root and Debian's packages ceph-mon, ceph-mgr, ceph-osd, ceph-common and radosgw.
import { execFileSync, spawn } from 'node:child_process';
import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BUCKET = 'media';
const READY_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'bonafide-ceph-'));
const conf = join(folder, 'ceph.conf');
const keys = { access: 'bonafide', secret: randomBytes(20).toString('hex') };
const daemons = [];

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const run = (program, ...args) =>
  execFileSync(program, [...args, '--conf', conf], { stdio: ['ignore', 'pipe', 'ignore'], timeout: READY_MS });

/** Starts a daemon in the foreground, as a child of this process. */
function start(program, ...args) {
  const daemon = spawn(program, ['-f', ...args, '--conf', conf], { stdio: 'ignore' });
  daemon.once('exit', (code) => {
    if (code) console.error(`${program} ended with code ${code}; its log is in ${folder}`);
  });
  daemons.push(daemon);
}

async function startCeph() {
  const [monitor, gateway] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  const address = `v1:127.0.0.1:${monitor}`;
  for (const name of ['mon', 'osd', 'mgr', 'rgw']) mkdirSync(join(folder, name));
  writeFileSync(
    conf,
    `[global]
fsid = ${fsid}
mon initial members = a
mon host = ${address}
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
[mgr.x]
mgr data = ${folder}/mgr
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${folder}/rgw
`,
  );
  const [keyring, map] = [join(folder, 'keyring'), join(folder, 'monmap')];
  execFileSync('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'], {
    stdio: 'ignore',
  });
  execFileSync('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[${address}]`, map], { stdio: 'ignore' });
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  start('ceph-mon', '-i', 'a');
  start('ceph-mgr', '-i', 'x');
  const osd = randomUUID();
  run('ceph', 'osd', 'new', osd);
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  start('ceph-osd', '-i', '0');
  start('radosgw', '-n', 'client.rgw');
  const endpoint = `http://127.0.0.1:${gateway}`;
  await answers(endpoint);
  const user = ['user', 'create', '--uid=bonafide', '--display-name=Bonafide'];
  run('radosgw-admin', ...user, `--access-key=${keys.access}`, `--secret=${keys.secret}`);
  await makeBucket(endpoint);
  return endpoint;
}

async function answers(endpoint) {
  for (let waited = 0; waited < READY_MS; waited += 200) {
    if (await fetch(endpoint).catch(() => undefined)) return;
    await pause(200);
  }
  throw new Error(`The gateway did not answer within ${READY_MS / 1000} s`);
}

/** Makes the bucket. Source of the signature: AWS General Reference, "Signature Version 4 signing process". */
async function makeBucket(endpoint) {
  const { host } = new URL(endpoint);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const body = hash('sha256', '');
  const headers = { host, 'x-amz-content-sha256': body, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = `PUT\n/${BUCKET}\n\n${lines.join('')}\n${names}\n${body}`;
  const key = scope
    .split('/')
    .reduce((from, part) => createHmac('sha256', from).update(part).digest(), `AWS4${keys.secret}`);
  const signature = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', request)}`)
    .digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${keys.access}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const answer = await fetch(`${endpoint}/${BUCKET}`, { method: 'PUT', headers: { ...headers, authorization } });
  if (!answer.ok) throw new Error(`The bucket could not be made: ${answer.status} ${await answer.text()}`);
}

async function stop() {
  for (const daemon of daemons.toReversed()) {
    if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
    daemon.removeAllListeners('exit');
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const endpoint = await startCeph();
  const tests = { BONAFIDE_TEST_S3: endpoint, AWS_ACCESS_KEY_ID: keys.access, AWS_SECRET_ACCESS_KEY: keys.secret };
  if (process.argv[2] === 'prove') {
    const files = ['blob-store', 's3'].map((name) => `packages/server/src/storage/${name}.test.ts`);
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'fast', '--maxWorkers=1', ...files];
    const proof = spawn(process.execPath, vitest, { stdio: 'inherit', env: { ...process.env, ...tests } });
    [process.exitCode] = await once(proof, 'exit');
    return;
  }
  const service = {
    BONAFIDE_S3_BUCKET: BUCKET,
    BONAFIDE_S3_ENDPOINT: endpoint,
    BONAFIDE_S3_PATH_STYLE: 'on',
    BONAFIDE_S3_ACCESS_KEY: keys.access,
    BONAFIDE_S3_SECRET_KEY: keys.secret,
  };
  const exports = (variables) => Object.entries(variables).map(([name, value]) => `export ${name}=${value}`);
  console.log(['# for the service', ...exports(service), '# for its tests', ...exports(tests)].join('\n'));
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

await main().finally(stop);
