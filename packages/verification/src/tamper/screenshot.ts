import type { Finding } from '../finding.ts';
import { type DecodedImage, type GreyRaster, greyOf } from '../image/decode.ts';
import type { PictureOrigin } from './metadata.ts';
import { hasWindowBar } from './window-bar.ts';

/** Widths and heights, in pixels, of common phones, tablets and monitors, upright and lying alike. */
const SCREENS = new Set(
  `640x1136 720x1280 720x1440 720x1480 720x1520 720x1560 720x1600 720x1612 750x1334 828x1792 1080x1920 1080x2160 1080x2220
  1080x2246 1080x2280 1080x2310 1080x2316 1080x2340 1080x2376 1080x2388 1080x2400 1080x2408 1080x2412 1080x2460 1080x2520
  1125x2436 1170x2532 1179x2556 1206x2622 1242x2208 1242x2688 1260x2736 1260x2800 1284x2778 1290x2796 1320x2868 1344x2992
  1440x2560 1440x2880 1440x2960 1440x3040 1440x3088 1440x3120 1440x3200 1220x2712 1280x2856 768x1024 800x1280 1200x1920
  1488x2266 1536x2048 1600x2560 1620x2160 1640x2360 1668x2224 1668x2388 2048x2732 768x1366 900x1440 864x1536 900x1600
  1050x1680 1080x2560 1200x1920 1440x3440 1600x2560 1664x2560 1800x2880 1964x3024 2160x3840 2234x3456`.split(/\s+/),
);

/** Signs of a screenshot, by weight, that together are enough. */
const SCREENSHOT_THRESHOLD = 3;

/** Share of neighbouring pixels of the strips above and below that must be equal: bars of a screen have no noise. */
const FLAT = 0.8;

/** Longer by shorter side from which a picture is as tall as a phone; cameras take 1.33 to 1.78. */
const TALL = 1.9;

/**
 * A screenshot: by its own account, or by signs that add up: the size of a screen (1), plain bars at its top and
 * bottom (1), the small signs of a status bar to the left and right of its top (1), a phone's shape (1), PNG (0.5). A picture
 * whose metadata name a camera is not a screenshot. The title bar of a program's window is enough by itself (3), even in
 * a photograph.
 */
export function screenshot(
  image: Pick<DecodedImage, 'width' | 'height' | 'rgb'>,
  origin: PictureOrigin,
  format: 'jpeg' | 'png',
): Finding {
  const { width, height } = image;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const grey = greyOf(image.rgb);
  const bar = Math.max(4, Math.round(0.045 * grey.height));
  const signs: (readonly [holds: boolean, weight: number, what: string])[] = [
    [origin.screenshot, 3, 'the metadata says so'],
    [SCREENS.has(`${short}x${long}`), 1, `the size of a screen (${width} × ${height})`],
    [flatness(grey, 0, bar) > FLAT && flatness(grey, grey.height - bar, bar) > FLAT, 1, 'plain bars'],
    [hasStatusBar(grey, bar), 1, 'a status bar'],
    [height > width && long >= TALL * short, 1, 'the shape of a phone'],
    [format === 'png', 0.5, 'PNG'],
  ];
  const held = origin.make && !origin.screenshot ? [] : signs.filter(([holds]) => holds);
  if (hasWindowBar(grey)) held.push([true, SCREENSHOT_THRESHOLD, "the title bar of a program's window"]);
  const measure = held.reduce((sum, [, weight]) => sum + weight, 0);
  const what = held.map(([, , what]) => what).join(', ') || 'none';
  return {
    name: 'screenshot',
    measure,
    threshold: SCREENSHOT_THRESHOLD,
    result: measure >= SCREENSHOT_THRESHOLD ? 'fail' : 'pass',
    reason: `Signs of a screenshot: ${what} (measured ${measure}, maximum below ${SCREENSHOT_THRESHOLD})`,
  };
}

/** Share of neighbours in these rows that differ by no more than JPEG makes them. */
function flatness({ width, data }: GreyRaster, from: number, rows: number): number {
  let equal = 0;
  let of = 0;
  for (let y = from; y < from + rows; y++) {
    for (let i = y * width + 1; i < (y + 1) * width; i++, of++) if (Math.abs(data[i]! - data[i - 1]!) <= 1) equal++;
  }
  return of === 0 ? 0 : equal / of;
}

/** Clock to the left, battery to the right, on one ground, and little else in these rows at the top. */
function hasStatusBar({ width, data }: GreyRaster, rows: number): boolean {
  const counts = new Uint32Array(256);
  for (let i = 0; i < rows * width; i++) counts[data[i]!]!++;
  const ground = counts.indexOf(Math.max(...counts));
  const thirds = [0, 0, 0];
  for (let i = 0; i < rows * width; i++) {
    if (Math.abs(data[i]! - ground) > 60) thirds[Math.floor(((i % width) * 3) / width)]!++;
  }
  const third = (rows * width) / 3;
  const [left, middle, right] = thirds.map((count) => count / third) as [number, number, number];
  const sign = (share: number) => share > 0.004 && share < 0.2;
  return sign(left) && sign(right) && middle < 0.35;
}
