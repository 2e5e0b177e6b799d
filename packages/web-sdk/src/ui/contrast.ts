/** Red, green and blue of sRGB, 0 to 255 each. */
type Rgb = readonly [number, number, number];

export const BLACK = '#000000';
export const WHITE = '#ffffff';

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
export function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour that is `share` (0 to 1) of the way from one colour to another. */
export function mixed(from: string, to: string, share: number): string {
  const [start, end] = [rgbOf(from), rgbOf(to)];
  return hexOf(start.map((part, index) => part + (end[index as 0] - part) * share) as unknown as Rgb);
}

/** Black or white, whichever is read better on a ground: the contrast is 4.58 at least, whatever the ground. */
export function readableOn(ground: string): string {
  return contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK;
}

/** Steps of a mix that are tried: one part in 64 is finer than eyes can see. */
const STEPS = 64;

/**
 * The colour itself where its contrast with every ground is at least `ratio`; else the nearest mix with black, on light
 * grounds, or white, on dark ones, that has it.
 */
export function contrasting(colour: string, grounds: readonly string[], ratio: number): string {
  const towards = readableOn(grounds[0] as string);
  for (let step = 0; step < STEPS; step += 1) {
    const tried = mixed(colour, towards, step / STEPS);
    if (grounds.every((ground) => contrast(tried, ground) >= ratio)) return tried;
  }
  return towards;
}
