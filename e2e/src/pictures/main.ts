// npm run pictures [-- --shots FOLDER]: draws the pictures of the dashboard into docs/pictures.
//
// Starts the built service with a data directory of its own, fills it by the demo, signs up as its first administrator, and takes
// each page in Chromium. With --shots it also leaves every page in three widths, light and dark, for a reviewer of the design.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { signUp } from '../dashboard/sign-up.ts';
import { draw } from './draw.ts';
import type { Ready } from './made.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'docs/pictures');
const { shots } = parseArgs({ options: { shots: { type: 'string' } } }).values;

/** Runs a program of the workspace to its end. */
function run(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.js', ...args], { cwd: root, stdio: 'inherit' });
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${args[0]} ended with ${code}`))));
  });
}

/** Starts the service, and gives the address on which its first administrator signs up. */
function start(data: string, readyFile: string): Promise<{ service: ChildProcess; invitation: string }> {
  const ports = ['--port', '0', '--http-port', '0', '--ready-file', readyFile, '--data', data];
  const args = ['scripts/run.js', 'packages/server/dist/cli/main.js', 'serve', '--mode', 'development', ...ports];
  const service = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    service.stdout.on('data', (bytes) => {
      text += bytes;
      const invitation = /http:\S+\/dashboard\/welcome#\S+/.exec(text)?.[0];
      if (invitation && text.includes('Create an applicant')) resolve({ service, invitation });
    });
    service.on('close', (code) => reject(new Error(`The service ended with ${code}`)));
  });
}

const directory = mkdtempSync(join(tmpdir(), 'bonafide-pictures-'));
const readyFile = join(directory, 'ready.json');
const { service, invitation } = await start(join(directory, 'data'), readyFile);
try {
  await run('packages/server/dist/demo/main.js', '--fill', '--ready-file', readyFile);
  const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as Ready;
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath });
  const context = await browser.newContext();
  const page = await context.newPage();
  await signUp(page, invitation);
  await page.close();
  await draw(browser, context, { base: new URL(invitation).origin, ready, folder, shots });
  await browser.close();
} finally {
  service.removeAllListeners('close');
  service.kill();
  rmSync(directory, { recursive: true, force: true });
}
