import type { BrowserContext, Page } from 'playwright-core';
import { CPU_RATE } from './browser.ts';
import type { Dashboard } from './dashboard.ts';
import { median } from './load.ts';
import type { Line } from './table.ts';

/** Milliseconds in which the queue is interactive. */
const MOST_MS = 1_500;

/** Notes when the first row of the queue and the dialog of keys are painted, in milliseconds after the navigation began. */
const WATCH = `
  window.painted = {};
  for (const [name, selector] of [['rows', '#content tbody tr'], ['answer', 'dialog[open]']]) {
    const look = () => {
      if (!document.querySelector(selector)) requestAnimationFrame(look);
      else setTimeout(() => { painted[name] = performance.now(); });
    };
    requestAnimationFrame(look);
  }
`;

type Painted = Partial<Record<'rows' | 'answer', number>>;

interface Load {
  readonly rows: number;
  readonly interactive: number;
}

/**
 * One load of the page, whose processor is slowed down. The page is interactive when its first rows are painted, the key `?`
 * was pressed after them, and the dialog that it opens is painted: the time from the start of the navigation until then.
 */
async function load(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'commit' });
  const rows = await whenPainted(page, 'rows');
  await page.keyboard.press('?');
  const interactive = await whenPainted(page, 'answer');
  await page.close();
  return { rows, interactive };
}

/** A function, since the policy of the page lets nobody evaluate a text. */
async function whenPainted(page: Page, name: keyof Painted): Promise<number> {
  const time = await page.waitForFunction((of) => (globalThis as unknown as { painted: Painted }).painted[of], name);
  return (await time.jsonValue()) as number;
}

/** Measures how soon the queue is interactive: with an empty browser cache, and with the cache of the earlier load. */
export async function measureQueuePage(
  dashboard: Dashboard,
  { waiting, loads }: { waiting: number; loads: number },
): Promise<Line[]> {
  const url = `${dashboard.url}/live/queue`;
  const cold: Load[] = [];
  const warm: Load[] = [];
  // The first round is for the service, which compresses each file once.
  for (let i = -1; i < loads; i++) {
    const context = await dashboard.newContext();
    try {
      const first = await load(context, url);
      const second = await load(context, url);
      if (i < 0) continue;
      cold.push(first);
      warm.push(second);
    } finally {
      await context.close();
    }
  }
  return [
    { ...lineOf('cold', cold, waiting), target: `≤ ${MOST_MS} ms`, met: p50Of(cold) <= MOST_MS },
    lineOf('warm', warm, waiting),
  ];
}

const p50Of = (loads: readonly Load[]) => median(loads.map(({ interactive }) => interactive));

function lineOf(name: string, loads: readonly Load[], waiting: number): Line {
  const rows = Math.round(median(loads.map((one) => one.rows)));
  const slowest = Math.round(Math.max(...loads.map(({ interactive }) => interactive)));
  return {
    what: `queue of ${waiting} interactive, ${name}, CPU ÷ ${CPU_RATE}`,
    p50: p50Of(loads),
    figure: `rows after ${rows} ms, slowest of ${loads.length}: ${slowest} ms`,
  };
}
