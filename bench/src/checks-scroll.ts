import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.ts';
import { quantile } from './latencies.ts';
import type { Line } from './table.ts';

/** Milliseconds between two frames of the screen of a headless browser. */
const FRAME_MS = 1000 / 60;

/** Milliseconds from one frame to the next after which one at least was dropped: two intervals, with room for their rounding. */
const DROPPED_MS = 1.75 * FRAME_MS;

/** Pixels that the wheel turns the page by in a second, and in one scroll. */
const SPEED = 3_000;
const DISTANCE = 30_000;

/** Height of a row of the list in the window of the bench, in pixels, at least. */
const ROW = 40;

/** Share of frames that the list may drop more than the static page: two of a thousand are chance. */
const TOLERANCE = 0.002;

/** Keeps the milliseconds between each two frames. */
const RECORD = `
  window.frames = [];
  const record = (last) => requestAnimationFrame((now) => {
    if (last !== undefined) frames.push(now - last);
    record(now);
  });
  record();
`;

/** The page as it is shown, without scripts, its rows repeated until the scroll doesn't reach their end. */
const STATIC = `(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const script of copy.querySelectorAll('script, link[rel=modulepreload]')) script.remove();
  for (const room of copy.querySelectorAll('.room')) room.remove();
  const [body, ...more] = copy.querySelectorAll('tbody');
  for (const one of more) {
    body.append(...one.children);
    one.remove();
  }
  const rows = body.innerHTML;
  body.innerHTML = rows.repeat(Math.ceil(${DISTANCE / ROW + 100} / body.children.length));
  return '<!doctype html>' + copy.outerHTML;
})()`;

/** Turns the wheel, and answers the milliseconds between each two frames meanwhile. */
async function scroll(page: Page): Promise<number[]> {
  await page.bringToFront();
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate('frames.length = 0');
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 500,
    yDistance: -DISTANCE,
    speed: SPEED,
    gestureSourceType: 'mouse',
  });
  const frames = await page.evaluate<number[]>('frames.slice()');
  const moved = await page.evaluate<number>('scrollY');
  if (moved < 0.9 * DISTANCE) throw new Error(`The page was scrolled by ${moved} pixels alone`);
  await devtools.detach();
  return frames;
}

/** Opens the list of checks, and waits for its first rows. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('tr[aria-rowindex="7"]').waitFor();
  await page.evaluate(RECORD);
}

/**
 * Frames of the list of checks while a wheel turns through it, in three ways by turns, at the full speed of the processor: with
 * pages of the list coming, with all of them there, and as a static page without scripts of the same rows. What that one drops
 * the machine drops, which draws without a graphics processor.
 */
export async function measureChecksScroll(
  dashboard: Dashboard,
  { checks, turns }: { checks: number; turns: number },
): Promise<Line[]> {
  const url = `${dashboard.url}/sandbox/checks`;
  const context = await dashboard.newContext();
  try {
    const full = await context.newPage();
    await open(full, url);
    const markup = await full.evaluate<string>(STATIC);
    await context.route('**/static', (route) => route.fulfill({ contentType: 'text/html', body: markup }));
    while ((await full.locator(`[aria-rowcount="${checks + 1}"]`).count()) === 0) {
      await full.evaluate('scrollTo(0, document.body.scrollHeight)');
    }
    const frames: Record<'static' | 'coming' | 'there', number[]> = { static: [], coming: [], there: [] };
    for (let turn = 0; turn < turns; turn++) {
      const page = await context.newPage();
      await page.goto(`${url}/static`);
      await page.evaluate(RECORD);
      frames.static.push(...(await scroll(page)));
      await open(page, url);
      frames.coming.push(...(await scroll(page)));
      await page.close();
      await full.evaluate('scrollTo(0, 0)');
      frames.there.push(...(await scroll(full)));
    }
    const count = checks.toLocaleString('en');
    const base = droppedOf(frames.static);
    const judged = (what: string, of: readonly number[]): Line => ({
      ...lineOf(what, of),
      target: 'no more dropped than static',
      met: droppedOf(of) <= base + TOLERANCE,
    });
    return [
      lineOf('scroll of a static page of checks', frames.static),
      judged(`scroll of ${count} checks, pages coming`, frames.coming),
      judged(`scroll of ${count} checks, all there`, frames.there),
    ];
  } finally {
    await context.close();
  }
}

/** Share of the frames that came late. */
const droppedOf = (frames: readonly number[]): number => frames.filter((ms) => ms >= DROPPED_MS).length / frames.length;

/** Milliseconds between frames; the share of those that came late. */
function lineOf(what: string, frames: readonly number[]): Line {
  const dropped = (100 * droppedOf(frames)).toFixed(2);
  const p95 = quantile(frames, 0.95).toFixed(1);
  return {
    what,
    p50: quantile(frames, 0.5),
    p99: quantile(frames, 0.99),
    figure: `p95 ${p95} ms; ${dropped} % of ${frames.length.toLocaleString('en')} frames late`,
  };
}
