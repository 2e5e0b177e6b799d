import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assessDocument,
  darkness,
  greyOf,
  hashDistance,
  readPdf,
  SAME_LOOK,
  seeDocument,
  UnreadableImage,
} from '@bonafide/verification';
import sharp, { type Sharp } from 'sharp';
import type { Measurement, Subject } from './measurement.ts';
import { auc, measurePhotos, spent } from './photos.ts';

/** Faults for which a picture is sent back. Traces of its origin, and a second card, are for the reports to weigh. */
const REFUSALS = ['document', 'cutoff', 'blur', 'glare', 'darkness', 'contrast', 'resolution', 'damage'];

/** A file's labels, and the finding that should follow from each. */
const LABELS: Readonly<Record<string, string>> = {
  glare: 'glare',
  cut_off: 'cutoff',
  dark: 'darkness',
  low_resolution: 'resolution',
  not_a_document: 'document',
};

interface Truth {
  readonly file: string;
  readonly labels?: readonly string[];
  readonly document?: boolean;
}

interface Picture {
  readonly file: string;
  readonly bytes: Buffer;
}

const isPicture = (file: string) => /\.(?:jpe?g|png)$/i.test(file);

function truths(data: string, set: string): Truth[] {
  const file = join(data, set, 'ground_truth.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Truth[]) : [];
}

function pictures(data: string, set: string): Picture[] {
  if (!existsSync(join(data, set))) return [];
  const files = readdirSync(join(data, set)).filter(isPicture).sort();
  return files.map((file) => ({ file, bytes: readFileSync(join(data, set, file)) }));
}

interface Judged {
  readonly faults: ReadonlySet<string>;
  readonly hash: string;
  readonly sharpness: number;
  readonly milliseconds: number;
}

async function judge(bytes: Buffer): Promise<Judged> {
  const start = process.cpuUsage();
  const { quality, origin, hash } = assessDocument(await seeDocument(bytes));
  const { user, system } = process.cpuUsage(start);
  return {
    faults: new Set([...quality, ...origin].filter(({ result }) => result === 'fail').map(({ name }) => name)),
    hash,
    sharpness: quality.find(({ name }) => name === 'blur')!.measure,
    milliseconds: (user + system) / 1000,
  };
}

const upright = (bytes: Buffer) => sharp(bytes).autoOrient().flatten({ background: '#ffffff' });

async function crop(bytes: Buffer, [left, top, right, bottom]: readonly [number, number, number, number]) {
  const picture = sharp(await upright(bytes).png().toBuffer());
  const { width = 1, height = 1 } = await picture.metadata();
  return picture.extract({
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.floor((1 - left - right) * width),
    height: Math.floor((1 - top - bottom) * height),
  });
}

/** A white spot over `share` of the picture that fades out over its own radius, or ends at once. */
async function shine(bytes: Buffer, share: number, soft: boolean) {
  const picture = sharp(await upright(bytes).png().toBuffer());
  const { width = 1, height = 1 } = await picture.metadata();
  const radius = Math.sqrt((share * width * height) / Math.PI) * (soft ? 2 : 1);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g">
    <stop offset="0" stop-color="#fff"/><stop offset="${soft ? 0.5 : 0.97}" stop-color="#fff"/>
    <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${0.55 * width}" cy="${0.45 * height}" rx="${1.2 * radius}" ry="${radius / 1.2}" fill="url(#g)"/></svg>`;
  return picture.composite([{ input: Buffer.from(svg) }]);
}

/** Placed on a phone's screen of 1170 by 2532 with bars and signs above and below. */
async function onPhone(bytes: Buffer) {
  const card = await upright(bytes).resize(1100, 1500, { fit: 'inside' }).png().toBuffer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1170" height="2532"><rect width="1170" height="2532"/>
    <g fill="#fff"><rect x="90" y="50" width="110" height="34"/><rect x="950" y="50" width="60" height="30"/>
    <rect x="1030" y="50" width="70" height="30"/><rect x="400" y="2490" width="370" height="12" rx="6"/></g></svg>`;
  return sharp(Buffer.from(svg)).composite([{ input: card, gravity: 'centre' }]);
}

async function zeroTail(bytes: Buffer) {
  const jpeg = await upright(bytes).jpeg().toBuffer();
  return jpeg.fill(0, Math.round(0.6 * jpeg.length), jpeg.length - 2);
}

const jpeg = async (picture: Sharp | Promise<Sharp>) => (await picture).jpeg({ quality: 88 }).toBuffer();
const small = (bytes: Buffer) => upright(bytes).resize(1000, 1000, { fit: 'inside', withoutEnlargement: true });

/** Changes to good documents, and the findings that must follow; `undefined`: none. */
const changes: readonly (readonly [
  what: string,
  finding: string | undefined,
  change: (b: Buffer) => Promise<Buffer>,
])[] = [
  ['saved again (JPEG 60)', undefined, (b) => upright(b).jpeg({ quality: 60 }).toBuffer()],
  ['turned by 6° on grey', undefined, (b) => jpeg(small(b).rotate(6, { background: '#5a5450' }))],
  ['framed by a table', undefined, (b) => jpeg(onTable(b))],
  ['blurred by 2 pixels of 1000', 'blur', async (b) => jpeg(sharp(await small(b).png().toBuffer()).blur(2))],
  ['darkened to 0.3', 'darkness', async (b) => jpeg(sharp(await upright(b).png().toBuffer()).linear(0.3, 0))],
  ['soft glare over 1 %', 'glare', (b) => jpeg(shine(b, 0.01, true))],
  ['soft glare over 3 %', 'glare', (b) => jpeg(shine(b, 0.03, true))],
  ['hard glare over 3 %', 'glare', (b) => jpeg(shine(b, 0.03, false))],
  ['left 20 % cut off', 'cutoff', (b) => jpeg(crop(b, [0.2, 0, 0, 0]))],
  ['right 20 % cut off', 'cutoff', (b) => jpeg(crop(b, [0, 0, 0.2, 0]))],
  ['lower 20 % cut off', 'cutoff', (b) => jpeg(crop(b, [0, 0, 0, 0.2]))],
  ['reduced to 220 pixels', 'resolution', (b) => jpeg(upright(b).resize(220, 220, { fit: 'inside' }))],
  ['without colour', 'colour', (b) => jpeg(upright(b).greyscale())],
  ['tail of 40 % zeros', 'damage', zeroTail],
  ['shown on a phone, screenshot', 'screenshot', async (b) => (await onPhone(b)).png().toBuffer()],
];

async function onTable(bytes: Buffer) {
  const card = await small(bytes).png().toBuffer();
  const { width = 1, height = 1 } = await sharp(card).metadata();
  const border = Math.round(0.15 * Math.max(width, height));
  const noise = { type: 'gaussian', mean: 90, sigma: 6 } as const;
  const table = {
    width: width + 2 * border,
    height: height + 2 * border,
    channels: 3,
    background: '#000',
    noise,
  } as const;
  return sharp({ create: table }).composite([{ input: card, left: border, top: border }]);
}

const share = (what: string, right: number, of: number, least?: number): Measurement => ({
  what,
  right,
  of,
  ...(least === undefined ? {} : { target: least === 1 ? 'all' : `≥ ${100 * least} %`, met: right >= least * of }),
});

async function measureGood(good: readonly Picture[]): Promise<Measurement[]> {
  const judged: (Judged & Picture)[] = [];
  for (const picture of good) judged.push({ ...picture, ...(await judge(picture.bytes)) });
  const refused = judged.filter(({ faults }) => REFUSALS.some((name) => faults.has(name)));
  const lines = [
    share('good documents not refused', judged.length - refused.length, judged.length, 1),
    share(
      'of these, seen to show two cards',
      judged.filter(({ faults }) => faults.has('two_documents')).length,
      judged.length,
    ),
    share(
      'of these, saved by an editor',
      judged.filter(({ faults }) => faults.has('editing_traces')).length,
      judged.length,
    ),
  ];
  const softs: number[] = [];
  const distances: number[] = [];
  for (const [what, finding, change] of changes) {
    let right = 0;
    let of = 0;
    for (const { bytes, hash, faults: before } of judged) {
      const after = await judge(await change(bytes));
      if (what.startsWith('saved again')) distances.push(hashDistance(hash, after.hash));
      if (finding === 'blur') softs.push(after.sharpness);
      // What a picture has from the start is not an effect of the change.
      if (finding !== undefined && before.has(finding)) continue;
      of++;
      const found = finding
        ? after.faults.has(finding)
        : !REFUSALS.some((name) => after.faults.has(name) && !before.has(name));
      if (found) right++;
    }
    lines.push(share(`${what}: ${finding ?? 'no fault'}`, right, of));
  }
  const area = auc(
    judged.map(({ sharpness }) => sharpness),
    softs,
  );
  lines.push(
    { what: 'blur: area under the curve', figure: area.toFixed(4), target: '≥ 0.99', met: area >= 0.99 },
    share(
      `same picture's hash within ${SAME_LOOK} bits`,
      distances.filter((d) => d <= SAME_LOOK).length,
      distances.length,
      1,
    ),
    spent(
      'processor time a picture, median and longest',
      judged.map(({ milliseconds }) => milliseconds),
      300,
    ),
  );
  return lines;
}

async function measureLabels(data: string): Promise<Measurement[]> {
  const folder = join(data, 'documents_quality');
  const counts = new Map<string, [right: number, of: number]>();
  for (const { file, labels = [] } of truths(data, 'documents_quality')) {
    const found = await labelsOf(readFileSync(join(folder, file)), file);
    for (const label of labels) {
      const [right, of] = counts.get(label) ?? [0, 0];
      counts.set(label, [right + Number(found.has(LABELS[label] ?? label)), of + 1]);
    }
  }
  return [...counts].map(([label, [right, of]]) => share(`label ${label} found`, right, of));
}

async function labelsOf(bytes: Buffer, file: string): Promise<ReadonlySet<string>> {
  if (file.endsWith('.pdf')) {
    const [page] = await readPdf(bytes, { pages: 1 });
    return new Set(darkness({ grey: greyOf(page!.rgb) }).result === 'fail' ? ['darkness'] : []);
  }
  try {
    return (await judge(bytes)).faults;
  } catch (error) {
    if (error instanceof UnreadableImage) return new Set(['corrupt_file']);
    throw error;
  }
}

/** The picture alone: no zone, barcode or face that others could have found in it is given. */
async function measureOthers(data: string): Promise<Measurement> {
  const labelled = new Set(
    truths(data, 'documents_quality')
      .filter(({ document }) => document === false)
      .map(({ file }) => file),
  );
  const others = [
    ...pictures(data, 'faces_misc'),
    ...pictures(data, 'faces_spoof'),
    ...pictures(data, 'documents_quality').filter(({ file }) => labelled.has(file)),
  ];
  let right = 0;
  let of = 0;
  for (const { bytes } of others) {
    const faults = await judge(bytes).then(
      ({ faults }) => faults,
      () => undefined,
    );
    if (!faults) continue;
    of++;
    if (faults.has('document')) right++;
  }
  return share('other pictures not taken for a document', right, of, 1);
}

async function measure(data: string): Promise<Measurement[]> {
  const good = [...pictures(data, 'documents_mrz'), ...pictures(data, 'documents_front')];
  const photos = ['faces_pairs', 'faces_gallery', 'faces_misc'].flatMap((set) => pictures(data, set));
  return [
    await measureOthers(data),
    ...(await measureLabels(data)),
    ...(await measureGood(good)),
    ...(await measurePhotos(photos.map(({ bytes }) => bytes))),
  ];
}

export const quality: Subject = { name: 'quality', measure };
