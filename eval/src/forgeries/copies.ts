import type { RgbRaster } from '@bonafide/verification';
import sharp from 'sharp';
import { between, normal, pick, type Random } from './random.ts';
import { noisy, rasterOf, sharpOf } from './raster.ts';

/** Weights of red, green and blue in grey (ITU-R BT.601). */
const LUMA: [number, number, number] = [0.299, 0.587, 0.114];

/** Grey values of a copier: no colour, paper around it. */
export async function greyCopy(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const margin = Math.round(canvas.width * between(random, 0.05, 0.12));
  const grey = sharpOf(canvas).recomb([LUMA, LUMA, LUMA]).linear(1.15, -12).blur(0.6);
  const sheet = sharpOf(await rasterOf(grey)).extend({
    top: margin,
    bottom: margin * 2,
    left: margin,
    right: margin,
    background: '#f6f6f4',
  });
  return noisy(await rasterOf(sheet), 3, random);
}

/**
 * A print by an ordinary printer, photographed: dots of cyan, magenta, yellow and black on screens of 15, 75, 0 and 45
 * degrees (the angles of offset print), about six pixels from dot to dot at three times the size, then made smaller.
 */
export async function halftone(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const scale = 2;
  const big = await rasterOf(sharpOf(canvas).resize(canvas.width * scale, null, { kernel: 'cubic' }));
  const period = between(random, 4.5, 6);
  const angles = [15, 75, 0, 45].map((degrees) => (degrees * Math.PI) / 180);
  const data = new Uint8Array(big.data.length);
  for (let y = 0, i = 0; y < big.height; y++) {
    for (let x = 0; x < big.width; x++, i += 3) {
      const [r, g, b] = [big.data[i]! / 255, big.data[i + 1]! / 255, big.data[i + 2]! / 255];
      const black = (1 - Math.max(r, g, b)) * 0.8;
      const inks = [1 - r - black, 1 - g - black, 1 - b - black, black].map((ink) => Math.max(0, ink));
      const dots = inks.map((ink, k) => {
        const [c, s] = [Math.cos(angles[k]!), Math.sin(angles[k]!)];
        const u = ((x * c + y * s) * 2 * Math.PI) / period;
        const v = ((y * c - x * s) * 2 * Math.PI) / period;
        const threshold = 0.5 + (Math.cos(u) + Math.cos(v)) / 4;
        return ink > threshold ? 1 : 0;
      });
      for (let k = 0; k < 3; k++) data[i + k] = Math.round(246 * (1 - dots[k]! * 0.88) * (1 - dots[3]! * 0.9));
    }
  }
  const printed = sharpOf({ ...big, data })
    .blur(between(random, 0.8, 1.3))
    .resize(canvas.width, null, { kernel: 'lanczos3' });
  return noisy(await rasterOf(printed), 2, random);
}

/**
 * A photograph of a screen: stripes of red, green and blue from pixel to pixel of the screen, seen by a sensor whose grid is
 * turned by a degree or two against it, with the light of a screen and a little blur.
 */
export async function screenPhoto(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const pitch = between(random, 2.6, 3.6);
  const angle = (between(random, 0.8, 2.5) * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const data = new Uint8ClampedArray(canvas.data.length);
  for (let y = 0, i = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++, i += 3) {
      const u = (x * c + y * s) / pitch;
      const v = (y * c - x * s) / pitch;
      const row = 0.8 + 0.2 * Math.cos(2 * Math.PI * v);
      for (let k = 0; k < 3; k++) {
        const stripe = 0.72 + 0.28 * Math.cos(2 * Math.PI * (u - k / 3));
        data[i + k] = 14 + canvas.data[i + k]! * 1.12 * stripe * row;
      }
    }
  }
  const seen = sharpOf({ ...canvas, data: new Uint8Array(data.buffer) }).blur(0.7);
  return noisy(await rasterOf(seen), 2, random);
}

const WORDS = ['SPECIMEN', 'SAMPLE', 'MUSTER', 'ESPECIMEN', 'VOID', 'CAMPIONE', 'PAVYZDYS', 'ÖRNEK', 'ОБРАЗЕЦ', 'COPY'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const svg = (width: number, height: number, inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`);

/** A word across the document that marks it as a copy. */
export async function overprinted(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const word = pick(random, WORDS);
  const { width, height } = canvas;
  const size = (width * between(random, 0.8, 1)) / (word.length * 0.8);
  const turned = `rotate(${between(random, -30, 0).toFixed(1)} ${width / 2} ${height / 2})`;
  const colour = pick(random, ['#c22', '#334', '#a1a1a1', '#b03060']);
  const text = `<text x="${width / 2}" y="${height / 2 + size / 3}" text-anchor="middle" font-family="DejaVu Sans" font-weight="bold" font-size="${size}" fill="${colour}" fill-opacity="${between(random, 0.55, 0.9).toFixed(2)}" transform="${turned}">${word}</text>`;
  return rasterOf(sharpOf(canvas).composite([{ input: svg(width, height, text) }]));
}

/** Boxes and arrows with notes, as in a guide or a report on a document. */
export async function annotated(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const { width, height } = canvas;
  const line = Math.max(2, width / 250);
  const boxes = Array.from({ length: 3 + Math.floor(random() * 3) }, () => {
    const [w, h] = [width * between(random, 0.15, 0.35), height * between(random, 0.06, 0.12)];
    const [x, y] = [between(random, 0, width - w), between(random, 0, height - h)];
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="none" stroke="#e00" stroke-width="${line}"/>`;
  });
  const note = `<text x="${width * 0.6}" y="${height * 0.97}" font-family="DejaVu Sans" font-size="${height / 22}" fill="#e00">${escaped(pick(random, ['<- number', '1. name 2. date', 'check here']))}</text>`;
  return rasterOf(sharpOf(canvas).composite([{ input: svg(width, height, boxes.join('') + note) }]));
}

/** The document in the window of a program, with its bar, menu and buttons. */
export async function editorWindow(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const [w, h] = [canvas.width, canvas.height];
  const unit = Math.max(12, Math.round(w / 50));
  const [width, height] = [w + unit * 10, h + unit * 6];
  const dark = random() < 0.5;
  const [ground, ink, field] = dark ? ['#2b2b2b', '#ddd', '#3c3c3c'] : ['#ececec', '#222', '#fff'];
  const button = (x: number, y: number, text: string) =>
    `<rect x="${x}" y="${y}" width="${unit * 5}" height="${unit * 1.5}" rx="${unit / 5}" fill="${field}" stroke="#888"/>` +
    `<text x="${x + unit / 2}" y="${y + unit * 1.05}" font-family="DejaVu Sans" font-size="${unit * 0.75}" fill="${ink}">${text}</text>`;
  const bar =
    `<rect width="${width}" height="${height}" fill="${ground}"/><rect width="${width}" height="${unit * 1.6}" fill="${dark ? '#1f1f1f' : '#d5dbe3'}"/>` +
    `<text x="${unit}" y="${unit * 1.1}" font-family="DejaVu Sans" font-size="${unit * 0.8}" fill="${ink}">${pick(random, ['Passport Editor 3.1', 'untitled.psd @ 100% (RGB/8)', 'Photo Studio'])}</text>` +
    ['#e55', '#ec5', '#5c5']
      .map((c, i) => `<circle cx="${width - unit * (1 + i * 1.2)}" cy="${unit * 0.8}" r="${unit * 0.35}" fill="${c}"/>`)
      .join('') +
    `<text x="${unit}" y="${unit * 2.8}" font-family="DejaVu Sans" font-size="${unit * 0.75}" fill="${ink}">File   Edit   Image   Layer   View   Help</text>` +
    ['Surname', 'Number', 'Photo…', 'Save', 'Print']
      .map((text, i) => button(w + unit * 3, unit * (4 + i * 2.2), text))
      .join('');
  return rasterOf(
    sharpOf(await rasterOf(sharpSvg(width, height, bar))).composite([
      { input: await sharpOf(canvas).png().toBuffer(), left: unit * 2, top: unit * 4 },
    ]),
  );
}

/** The document in the gallery of a phone, as its screen shows it. */
export async function phoneScreenshot(canvas: RgbRaster, random: Random): Promise<RgbRaster> {
  const [width, height] = pick(random, [
    [1080, 2340],
    [1170, 2532],
  ] as const);
  const inner = await rasterOf(sharpOf(canvas).resize(width, null, { kernel: 'cubic' }));
  const time = `${10 + Math.floor(random() * 10)}:${10 + Math.floor(random() * 49)}`;
  const chrome =
    `<rect width="${width}" height="${height}" fill="#000"/>` +
    `<text x="60" y="70" font-family="DejaVu Sans" font-weight="bold" font-size="40" fill="#fff">${time}</text>` +
    `<rect x="${width - 140}" y="38" width="70" height="34" rx="8" fill="#fff"/>` +
    `<text x="60" y="170" font-family="DejaVu Sans" font-size="44" fill="#fff">‹ Photos</text>` +
    ['Share', 'Edit', 'Info', 'Delete']
      .map(
        (word, i) =>
          `<text x="${60 + (i * width) / 4}" y="${height - 80}" font-family="DejaVu Sans" font-size="38" fill="#39f">${word}</text>`,
      )
      .join('');
  const top = Math.max(200, Math.round((height - inner.height) / 2));
  const room = Math.min(inner.height, height - top - 140);
  const shown = await sharpOf(inner).extract({ left: 0, top: 0, width, height: room }).png().toBuffer();
  return rasterOf(sharpOf(await rasterOf(sharpSvg(width, height, chrome))).composite([{ input: shown, left: 0, top }]));
}

const sharpSvg = (width: number, height: number, inner: string) =>
  sharp(svg(width, height, inner)).flatten({ background: '#fff' });

/** A hand-held photograph of a document on a table: turned a little, light from one side, soft, with noise. */
export async function photographed(
  canvas: RgbRaster,
  random: Random,
  degrees = between(random, -3, 3),
): Promise<RgbRaster> {
  const margin = Math.round(canvas.width * 0.06);
  const table = pick(random, ['#6f675c', '#4d4a46', '#8b8f94', '#7a5c40']);
  const onTable = sharpOf(canvas).extend({
    top: margin,
    bottom: margin,
    left: margin,
    right: margin,
    background: table,
  });
  const turned = sharpOf(await rasterOf(onTable))
    .rotate(degrees, { background: table })
    .blur(0.5);
  const raster = await rasterOf(turned);
  const [lx, ly] = [between(random, -0.12, 0.12), between(random, -0.12, 0.12)];
  const data = new Uint8ClampedArray(raster.data.length);
  const level = between(random, 1.2, 2.4);
  for (let y = 0, i = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++, i += 3) {
      const light = 0.96 + lx * (x / raster.width - 0.5) + ly * (y / raster.height - 0.5);
      const grain = normal(random) * level;
      for (let k = 0; k < 3; k++) data[i + k] = raster.data[i + k]! * light + grain + normal(random) * level * 0.5;
    }
  }
  return { ...raster, data: new Uint8Array(data.buffer) };
}
