// npm run pictures [-- --shots FOLDER]: draws the pictures of the dashboard into docs/pictures.
//
// Starts the built service with a data directory of its own, fills it by the demo, signs up as its first administrator, and takes
// each page in Chromium. With --shots it also leaves every page in three widths, light and dark, for a reviewer of the design.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { made, type Ready } from './made.ts';
import { alone, type Scene, scenesOf } from './scenes.ts';
import { contactSheet, shrunk } from './sheet.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'docs/pictures');
const { shots } = parseArgs({ options: { shots: { type: 'string' } } }).values;

const heights: Readonly<Record<number, number>> = { 390: 844, 1280: 800, 1920: 1080 };
const PASSWORD = 'correct horse battery staple';

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** What each contact sheet shows of each page. */
const sheets: readonly (Look & { readonly file: string; readonly columns: number; readonly shown: number })[] = [
  { file: 'contact-sheet.png', width: 1280, colorScheme: 'light', columns: 4, shown: 480 },
  { file: 'contact-sheet-dark.png', width: 1280, colorScheme: 'dark', columns: 4, shown: 480 },
  { file: 'contact-sheet-phone.png', width: 390, colorScheme: 'light', columns: 9, shown: 210 },
];

/** The pictures of README.md, of one scene each. */
const single: Readonly<Record<string, string>> = {
  'review.png': 'review-document',
  'checks.png': 'checks-sandbox',
  'overview.png': 'overview-sandbox',
};

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

async function signUp(page: Page, invitation: string): Promise<void> {
  await page.goto(invitation);
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
}

/** Takes a picture of a scene. Throws where the page is wider than its window. */
async function take(page: Page, base: string, scene: Scene, { width, colorScheme }: Look): Promise<Buffer> {
  await page.setViewportSize({ width, height: heights[width] as number });
  await page.emulateMedia({ colorScheme });
  // The same address with another part behind # would not be loaded anew.
  await page.goto('about:blank');
  await page.goto(base + scene.path);
  await page.locator('h1').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  // Live updates keep one request open: what is waited for are the pictures.
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await scene.prepare?.(page);
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (excess > 0) throw new Error(`${scene.name} is ${excess} pixels too wide at ${width}`);
  const picture = await page.screenshot();
  await scene.leave?.(page);
  return picture;
}

async function draw(browser: Browser, context: BrowserContext, base: string, ready: Ready): Promise<void> {
  const page = await context.newPage();
  const shown = await made(page, base, ready);
  const member = scenesOf(shown).map(({ path, environment = 'live', ...scene }) => ({
    ...scene,
    path: path.replace('~', `/accounts/${shown.account}/${environment}`),
  }));
  const strangers = await browser.newContext();
  const stranger = await strangers.newPage();
  const scenes = [
    ...member.map((scene) => [page, scene] as const),
    ...alone.map((scene) => [stranger, scene] as const),
  ];
  const taken = async (look: Look) => {
    const pictures: Record<string, Buffer> = {};
    for (const [by, scene] of scenes) pictures[scene.name] = await take(by, `${base}/dashboard`, scene, look);
    return pictures;
  };
  for (const { file, columns, shown: width, ...look } of sheets) {
    const pictures = await taken(look);
    writeFileSync(join(folder, file), await contactSheet(Object.values(pictures), columns, width));
    if (file !== 'contact-sheet.png') continue;
    for (const [name, scene] of Object.entries(single)) {
      writeFileSync(join(folder, name), await shrunk(pictures[scene] as Buffer));
    }
  }
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  for (const width of [390, 1280, 1920]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, bytes] of Object.entries(await taken({ width, colorScheme }))) {
        writeFileSync(join(shots, `${name}-${width}-${colorScheme}.png`), bytes);
      }
    }
  }
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
  await draw(browser, context, new URL(invitation).origin, ready);
  await browser.close();
} finally {
  service.removeAllListeners('close');
  service.kill();
  rmSync(directory, { recursive: true, force: true });
}
