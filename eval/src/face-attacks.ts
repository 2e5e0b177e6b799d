import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseSelfie, FACE_THRESHOLDS } from '@bonafide/verification';
import sharp from 'sharp';
import type { Measurement } from './measurement.ts';

/** Every how many of the photographs is printed and shown on a screen. */
const EVERY = 3;

interface Truth {
  readonly file: string;
  readonly label?: 'live' | 'spoof';
}

/**
 * Errors of presentation-attack detection as ISO/IEC 30107-3 names them: APCER, attacks taken for live; BPCER, live pictures
 * taken for attacks. The made attacks are not a substitute for real ones: we know what we drew.
 */
export async function measureAttacks(data: string): Promise<Measurement[]> {
  const list = (folder: string): Truth[] => JSON.parse(readFileSync(join(data, folder, 'ground_truth.json'), 'utf8'));
  const taken = { live: 0, lives: 0, attacks: 0, attacksMissed: 0, prints: 0, screens: 0, made: 0, photos: 0 };
  for (const { file, label } of list('faces_spoof')) {
    const suspected = await suspect(readFileSync(join(data, 'faces_spoof', file)));
    if (label === 'live') {
      taken.lives++;
      if (suspected) taken.live++;
    } else {
      taken.attacks++;
      if (!suspected) taken.attacksMissed++;
    }
  }
  const photos = list('faces_pairs');
  for (const [i, { file }] of photos.entries()) {
    const bytes = readFileSync(join(data, 'faces_pairs', file));
    if (await suspect(bytes)) taken.photos++;
    if (i % EVERY !== 0) continue;
    taken.made++;
    if (!(await suspect(await printed(bytes)))) taken.prints++;
    if (!(await suspect(await shown(bytes)))) taken.screens++;
  }
  const { live, lives, attacks, attacksMissed, prints, screens, made } = taken;
  return [
    { what: 'real attacks taken for live (APCER)', right: attacksMissed, of: attacks },
    { what: 'real live pictures taken for attacks (BPCER)', right: live, of: lives },
    { what: 'photographs taken for attacks (BPCER)', right: taken.photos, of: photos.length },
    { what: 'made prints taken for live (APCER)', right: prints, of: made },
    { what: 'made screens taken for live (APCER)', right: screens, of: made },
  ];
}

/** A picture without exactly one face is refused elsewhere, so it counts as suspected. */
async function suspect(bytes: Buffer): Promise<boolean> {
  const { person } = await analyseSelfie(bytes);
  return !person || person.genuineness <= FACE_THRESHOLDS.suspect;
}

/** A dull, slightly blurred print with a white border on a table, a little tilted. */
async function printed(bytes: Buffer): Promise<Buffer> {
  const sheet = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize(520, 650, { fit: 'inside' })
    .blur(0.8)
    .modulate({ saturation: 0.7 })
    .linear(0.75, 35)
    .extend({ top: 18, bottom: 18, left: 18, right: 18, background: '#f4f2ea' })
    .rotate(3, { background: '#7a6a55' })
    .toBuffer();
  const table = sharp({ create: { width: 900, height: 1100, channels: 3, background: '#7a6a55' } });
  return sharp(
    await table
      .composite([{ input: sheet }])
      .png()
      .toBuffer(),
  )
    .blur(0.6)
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A screen of 300 by 400 pixels of three colours each, with a black rim, a little tilted and at a scale that doesn't fit. */
async function shown(bytes: Buffer): Promise<Buffer> {
  const [columns, rows, dot] = [300, 400, 3];
  const source = sharp(bytes).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  const picture = await source.resize(columns, rows, { fit: 'cover' }).raw().toBuffer();
  const [width, height] = [columns * dot, rows * dot];
  const dots = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (Math.floor(y / dot) * columns + Math.floor(x / dot)) * 3;
      const gap = y % dot === dot - 1 ? 0.55 : 1;
      for (let c = 0; c < 3; c++) {
        dots[(y * width + x) * 3 + c] = Math.min(255, picture[from + c]! * (c === x % dot ? 1.6 : 0.55) * gap);
      }
    }
  }
  const screen = await sharp(dots, { raw: { width, height, channels: 3 } })
    .extend({ top: 60, bottom: 60, left: 40, right: 40, background: '#050505' })
    .png()
    .toBuffer();
  const tilted = await sharp(screen).rotate(4, { background: '#8a8f96' }).png().toBuffer();
  return sharp(tilted)
    .resize({ width: 720 })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#8a8f96' })
    .jpeg({ quality: 85 })
    .toBuffer();
}
