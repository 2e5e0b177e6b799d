import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeScenes, type Ready } from './made.ts';
import { alone, type Scene, scenesOf } from './scenes.ts';
import { contactSheet, shrunk } from './sheet.ts';

const heights: Readonly<Record<number, number>> = { 390: 844, 1280: 800, 1920: 1080 };

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Looks and pages of each contact sheet. */
const sheets: readonly (Look & { readonly file: string; readonly columns: number; readonly shown: number })[] = [
  { file: 'contact-sheet.png', width: 1280, colorScheme: 'light', columns: 4, shown: 420 },
  { file: 'contact-sheet-dark.png', width: 1280, colorScheme: 'dark', columns: 4, shown: 420 },
  { file: 'contact-sheet-phone.png', width: 390, colorScheme: 'light', columns: 9, shown: 190 },
];

/** The single pictures of README.md and the guides: file and scene. */
const single: Readonly<Record<string, string>> = {
  'review.png': 'review-document',
  'checks.png': 'checks-sandbox',
  'overview.png': 'overview-sandbox',
};

/** Takes a picture of a scene. Throws where the page is wider than its window. */
async function take(page: Page, base: string, scene: Scene, { width, colorScheme }: Look): Promise<Buffer> {
  await page.setViewportSize({ width, height: heights[width] as number });
  await page.emulateMedia({ colorScheme });
  // The same address with another part behind # would not be loaded again.
  await page.goto('about:blank');
  await page.goto(base + scene.path);
  await page.locator('h1').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await scene.prepare?.(page);
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (excess > 0) throw new Error(`${scene.name} is ${excess} pixels too wide at ${width}`);
  const picture = await page.screenshot();
  await scene.leave?.(page);
  return picture;
}

/**
 * Draws the contact sheets and single pictures of a service that the demo has filled.
 * @param context of a member who is signed in
 * @param folder where the pictures go
 * @param shots where each page goes in every width, light and dark; none without it
 */
export async function draw(
  browser: Browser,
  context: BrowserContext,
  { base, ready, folder, shots }: { base: string; ready: Ready; folder: string; shots?: string | undefined },
): Promise<void> {
  const page = await context.newPage();
  const shown = await makeScenes(page, base, ready);
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
