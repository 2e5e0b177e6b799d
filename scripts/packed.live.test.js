// What is published: the tarballs of npm, installed in an empty folder. The registry brings the packages that they need.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = [
  'packages/server',
  'packages/verification',
  'packages/web-sdk',
  'packages/chip-reader',
  'packages/conformance',
];
const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ENOTCACHED/;

/** A first installation may have to fetch 150 MB. */
const INSTALL_MS = 900_000;

const run = promisify(execFile);
const npm = (cwd, ...args) => run('npm', args, { cwd, env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' } });

let folder;
let unreachable = false;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-'));
  const tarballs = [];
  for (const one of packages) {
    const { stdout } = await npm(
      join(root, one),
      'pack',
      '--silent',
      '--ignore-scripts=false',
      '--pack-destination',
      folder,
    );
    tarballs.push(`./${stdout.trim().split('\n').at(-1)}`);
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  try {
    await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs);
  } catch (error) {
    if (!NO_NETWORK.test(error.stderr)) throw error;
    unreachable = true;
  }
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the installed command; answers its addresses and tokens, and what ends it. */
async function serve(...more) {
  const readyFile = join(folder, 'ready.json');
  // An earlier service may have left its addresses.
  rmSync(readyFile, { force: true });
  const flags = ['--mode', 'development', '--port', '0', '--http-port', '0', '--sandbox-delay', '0'];
  const paths = ['--data', join(folder, 'data'), '--ready-file', readyFile];
  const command = join(folder, 'node_modules/.bin/bonafide');
  const child = spawn(process.execPath, [command, 'serve', ...flags, ...paths, ...more], {
    stdio: 'ignore',
    cwd: folder,
  });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  await expect.poll(() => existsSync(readyFile) || child.exitCode !== null).toBe(true);
  const end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { end, ...JSON.parse(readFileSync(readyFile, 'utf8')) };
}

test('the installed service completes a check in sandbox, and stops', async (context) => {
  if (unreachable) context.skip('The registry of npm can not be reached');
  const service = await serve();
  const call = async (method, path, body) => {
    const headers = { authorization: `Token token=${service.sandbox_token}`, 'content-type': 'application/json' };
    const url = `${service.http_base_url}/v3.6/${path}`;
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return [answer.status, await answer.json()];
  };
  const [made, applicant] = await call('POST', 'applicants', {
    first_name: 'Jane',
    last_name: 'Consider',
    location: { ip_address: '193.0.6.139' },
  });
  expect([made, applicant.location.country_of_residence]).toEqual([201, 'NLD']);
  const [requested, check] = await call('POST', 'checks', {
    applicant_id: applicant.id,
    report_names: ['watchlist_standard'],
  });
  expect(requested).toBe(201);
  const completed = async () => (await call('GET', `checks/${check.id}`))[1];
  await expect.poll(completed).toMatchObject({ status: 'complete', result: 'consider' });
  const { version } = JSON.parse(readFileSync(join(root, 'packages/web-sdk/package.json'), 'utf8'));
  expect((await fetch(`${service.http_base_url}/sdk/${version}/Onfido.js`)).status).toBe(200);
  expect(await service.end()).toBe(0);
});

test('the installed conformance command finds that the installed service keeps its contract', async (context) => {
  if (unreachable) context.skip('The registry of npm can not be reached');
  const service = await serve('--rate-limits', 'off');
  const command = join(folder, 'node_modules/.bin/conformance');
  const flags = ['--base', service.http_base_url, '--story', 'Authentication'];
  const env = { ...process.env, BONAFIDE_API_TOKEN: service.sandbox_token };
  const { stdout } = await run(process.execPath, [command, ...flags], { env });
  expect(stdout).toMatch(/\n\d+ hold, 0 don't hold, 0 skipped\n$/);
  expect(await service.end()).toBe(0);
});

test('the installed analysers run their nets', async (context) => {
  if (unreachable) context.skip('The registry of npm can not be reached');
  const program = `
    import { findFaces } from '@bonafide/verification';
    import sharp from 'sharp';
    const wall = sharp({ create: { width: 320, height: 240, channels: 3, background: '#776655' } });
    console.log(await findFaces(await wall.png().toBuffer()));`;
  writeFileSync(join(folder, 'analyse.mjs'), program);
  const { stdout } = await run(process.execPath, [join(folder, 'analyse.mjs')]);
  expect(stdout).toBe('[]\n');
});

test('the installed browser SDK has its files and types', async (context) => {
  if (unreachable) context.skip('The registry of npm can not be reached');
  const sdk = join(folder, 'node_modules/@bonafide/web-sdk');
  const { module, main, types } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  for (const file of [module, main, types, 'dist/onfido.min.js']) expect(existsSync(join(sdk, file))).toBe(true);
});

test('the installed reader of chips runs in Node', async (context) => {
  if (unreachable) context.skip('The registry of npm can not be reached');
  const program = `
    import { readChip } from '@bonafide/chip-reader';
    const key = { documentNumber: 'L898902C3', dateOfBirth: '740812', dateOfExpiry: '120415' };
    const absent = async () => Uint8Array.of(0x6a, 0x82);
    console.log(await readChip(absent, { key }).catch((error) => error.code));`;
  writeFileSync(join(folder, 'read.mjs'), program);
  const { stdout } = await run(process.execPath, [join(folder, 'read.mjs')]);
  expect(stdout).toBe('unsupported\n');
  expect(existsSync(join(folder, 'node_modules/@bonafide/chip-reader/dist/types/index.d.ts'))).toBe(true);
});
