import { assessPhoto, UnreadableImage } from '@bonafide/verification';
import sharp from 'sharp';
import type { Measurement } from './measurement.ts';

interface Judged {
  readonly faults: ReadonlySet<string>;
  readonly sharpness: number;
  readonly milliseconds: number;
}

async function judge(bytes: Buffer): Promise<Judged | undefined> {
  const start = process.cpuUsage();
  const photo = await assessPhoto(bytes).catch((error) => {
    if (error instanceof UnreadableImage) return undefined;
    throw error;
  });
  const { user, system } = process.cpuUsage(start);
  if (!photo) return undefined;
  const failed = [...photo.quality, ...photo.origin].filter(({ result }) => result === 'fail');
  return {
    faults: new Set(failed.map(({ name }) => name)),
    sharpness: photo.quality.find(({ name }) => name === 'blur')!.measure,
    milliseconds: (user + system) / 1000,
  };
}

async function blurred(bytes: Buffer): Promise<Buffer> {
  const small = sharp(bytes).autoOrient().resize(1000, 1000, { fit: 'inside', withoutEnlargement: true });
  return sharp(await small.png().toBuffer())
    .blur(2)
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Share of pairs in which the sharp picture has the higher figure. */
export function auc(sharps: readonly number[], softs: readonly number[]): number {
  let higher = 0;
  for (const a of sharps) for (const b of softs) higher += a > b ? 1 : a === b ? 0.5 : 0;
  return higher / (sharps.length * softs.length);
}

/** Median and longest, in milliseconds, and whether the median is at most `most`. */
export function spent(what: string, times: readonly number[], most: number): Measurement {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  return {
    what,
    figure: `${median.toFixed(0)} and ${sorted.at(-1)?.toFixed(0)} ms`,
    target: `≤ ${most} ms`,
    met: median <= most,
  };
}

/** Measures portraits and groups unchanged, some of them blurred, and blurred by 2 pixels of 1000. */
export async function measurePhotos(photos: readonly Buffer[]): Promise<Measurement[]> {
  const sound: Judged[] = [];
  const soft: Judged[] = [];
  for (const bytes of photos) {
    const before = await judge(bytes);
    if (!before) continue;
    sound.push(before);
    soft.push((await judge(await blurred(bytes)))!);
  }
  const without = (name: string): Measurement => ({
    what: `photos of people, no ${name}`,
    right: sound.filter(({ faults }) => !faults.has(name)).length,
    of: sound.length,
  });
  const area = auc(
    sound.map(({ sharpness }) => sharpness),
    soft.map(({ sharpness }) => sharpness),
  );
  return [
    ...['blur', 'glare', 'darkness', 'contrast', 'damage', 'screenshot', 'photo_of_screen'].map(without),
    {
      what: 'blurred by 2 pixels: blur',
      right: soft.filter(({ faults }) => faults.has('blur')).length,
      of: soft.length,
    },
    { what: 'their blur: area under the curve', figure: area.toFixed(4), target: '≥ 0.99', met: area >= 0.99 },
    spent(
      'processor time a photo, median and longest',
      sound.map(({ milliseconds }) => milliseconds),
      150,
    ),
  ];
}
