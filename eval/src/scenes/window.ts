import sharp from 'sharp';
import { between, pick, type Random } from '../forgeries/random.ts';

/** Title bars of programs: their ground, their ink, and their controls as SVG, from the end of the bar at which they are. */
const STYLES = {
  'macOS, light': { ground: '#e7e6e7', ink: '#333', end: 'left', size: 12, step: 20, lights: true },
  'macOS, dark': { ground: '#2a2a2c', ink: '#ddd', end: 'left', size: 12, step: 20, lights: true },
  'Windows, light': { ground: '#f3f3f3', ink: '#1b1b1b', end: 'right', size: 10, step: 46, lights: false },
  'Windows, white': { ground: '#ffffff', ink: '#000', end: 'right', size: 10, step: 46, lights: false },
  'Windows, dark': { ground: '#202020', ink: '#fff', end: 'right', size: 10, step: 46, lights: false },
  'Linux, light': { ground: '#ebebeb', ink: '#2e3436', end: 'right', size: 16, step: 30, lights: false },
  'Linux, dark': { ground: '#303030', ink: '#eee', end: 'right', size: 16, step: 30, lights: false },
} as const;

export const WINDOWS = Object.keys(STYLES) as (keyof typeof STYLES)[];

/** The picture of a screen with a window that shows a portrait or a document; JPEG, at the screen's size or smaller. */
export async function inWindow(picture: Buffer, style: (typeof WINDOWS)[number], random: Random): Promise<Buffer> {
  const { ground, ink, end, size, step, lights } = STYLES[style];
  const [width, height] = pick(random, [
    [1280, 800],
    [1440, 900],
    [1100, 900],
  ] as const);
  const whole = random() < 0.5;
  const bar = Math.round(size * between(random, 2.3, 3.2));
  const [left, top] = whole ? [0, 0] : [between(random, 20, 140), between(random, 20, 100)].map(Math.round);
  const [w, h] = whole ? [width, height] : [width - 2 * left! - 10, height - 2 * top!];
  const shown = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(w, h - bar, {
      fit: random() < 0.6 ? 'contain' : 'cover',
      background: pick(random, ['#ffffff', '#1e1e1e', '#808080']),
    })
    .png()
    .toBuffer();
  const colours = ['#ff5f57', '#febc2e', '#28c840'];
  const middle = top! + bar / 2;
  const controls = [0, 1, 2].map((i) => {
    const x = end === 'left' ? left! + 20 + i * step : left! + w - 20 - (2 - i) * step;
    if (lights) return `<circle cx="${x}" cy="${middle}" r="${size / 2}" fill="${colours[i]}"/>`;
    const [a, b, c, d] = [x - size / 2, x + size / 2, middle - size / 2, middle + size / 2];
    const signs = [`M${a} ${middle}H${b}`, `M${a} ${c}H${b}V${d}H${a}z`, `M${a} ${c}L${b} ${d}M${b} ${c}L${a} ${d}`];
    return `<path d="${signs[i]}" stroke="${ink}" stroke-width="1.3" fill="none"/>`;
  });
  const name = pick(random, ['Zoom Meeting', 'IMG_4417', 'Photos', 'passport scan', 'Camera', 'Untitled']);
  const titleX = end === 'left' ? left! + w / 2 : left! + 16;
  const desktop = pick(random, ['#1d4a6b', '#6a5a8c', '#0e0e10', '#c9d3dc']);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${desktop}"/>
    <rect x="${left}" y="${top}" width="${w}" height="${bar}" fill="${ground}"/>
    <text x="${titleX}" y="${middle + size * 0.35}" font-family="DejaVu Sans" font-size="${size}" fill="${ink}" text-anchor="${end === 'left' ? 'middle' : 'start'}">${name}</text>
    ${controls.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .composite([{ input: shown, left: left!, top: top! + bar }])
    .removeAlpha()
    .jpeg({ quality: Math.round(between(random, 70, 95)) })
    .toBuffer();
}
