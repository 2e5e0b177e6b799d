import { type FormatName, type RgbRaster, readMrz } from '@bonafide/verification';
import sharp from 'sharp';
import { writeMrz } from '../../packages/verification/src/mrz/generate.ts';
import { specimen } from '../../packages/verification/src/mrz/testing.ts';
import type { Quad } from '../../packages/verification/src/text/geometry.ts';
import { pick, type Random, randomOf } from './forgeries/random.ts';
import type { Measurement, Subject } from './measurement.ts';
import { blur, type Damage, dim, faint, glare, jpeg, shadow } from './specimens-drawn.ts';

const TODAY = '2026-03-01';

/** Zones of a whole run. `--sample 10` takes a tenth. */
const ZONES = 2000;

/** Pixels from letter to letter on a page of 1000 pixels, and the characters of a line. */
const PAGES: readonly (readonly [format: FormatName, pitch: number, width: number, lines: number])[] = [
  ['TD3', 20, 44, 2],
  ['TD2', 24, 36, 2],
  ['TD1', 29, 30, 3],
];

/** Widths of the page in pixels. */
const WIDTHS = [250, 272, 300, 350, 400, 500, 640, 800, 1000];

const DAMAGES: readonly (readonly [what: string, make: (random: Random) => Damage])[] = [
  ['no damage', () => async (picture) => picture],
  ['blur', (random) => blur(0.05 + 0.15 * random())],
  ['JPEG', (random) => jpeg(20 + Math.floor(50 * random()))],
  ['darkness and noise', (random) => dim(0.2 + 0.5 * random(), 2 + 5 * random())],
  ['faint print', (random) => faint(0.15 + 0.4 * random())],
  ['glare', (random) => glare(6 + 8 * random(), 0.4 + 0.5 * random())],
  ['shadow', (random) => shadow(0.2 + 0.5 * random())],
];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NUMBER = `${LETTERS}0123456789`;
const STATES = ['UTO', 'NLD', 'POL', 'IRL', 'ESP', 'JPN', 'BRA', 'KEN', 'D', 'VNM'];

const text = (random: Random, letters: string, count: number) =>
  Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join('');

const day = (random: Random, from: number, years: number) =>
  [from + Math.floor(random() * years), 1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)]
    .map((part) => String(part % 100).padStart(2, '0'))
    .join('');

/** Names of random letters: no reader can guess a letter from its neighbours. */
const name = (random: Random) => text(random, LETTERS, 2 + Math.floor(9 * random()));

function zoneOf(random: Random, format: FormatName): string[] {
  const state = pick(random, STATES);
  return writeMrz(format, {
    documentCode: format === 'TD3' ? 'P' : 'I',
    issuingState: state,
    nationality: state,
    names: `${name(random)}<<${name(random)}${random() < 0.5 ? `<${name(random)}` : ''}`,
    documentNumber: text(random, NUMBER, 9),
    dateOfBirth: day(random, 1950, 50),
    dateOfExpiry: day(random, 2027, 9),
    sex: random() < 0.5 ? 'F' : 'M',
    optionalData: '',
  });
}

interface Read {
  readonly width: number;
  readonly damage: string;
  readonly exact: boolean;
  readonly valid: boolean;
}

async function readDrawn(random: Random): Promise<Read> {
  const [format, pitch, length] = pick(random, PAGES);
  const width = pick(random, WIDTHS);
  const [damage, make] = pick(random, DAMAGES);
  const lines = zoneOf(random, format);
  const page = await make(random)(await specimen(lines, { pitch }), pitch, lines.length);
  const share = width / page.width;
  const picture = await resized(page, width);
  const rows = lines.map((line, i) => ({
    text: line,
    quad: rowAt({ pitch, length, up: lines.length - 1 - i }, share, random),
  }));
  const read = await readMrz(picture, rows, TODAY);
  return { width, damage, exact: read?.mrz.lines.join() === lines.join(), valid: read?.mrz.valid === true };
}

async function resized({ width, height, data }: RgbRaster, to: number): Promise<RgbRaster> {
  const scaled = sharp(data, { raw: { width, height, channels: 3 } }).resize(to);
  const raw = await scaled.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: raw.info.width, height: raw.info.height, data: new Uint8Array(raw.data) };
}

/** The place of a row on the page of `specimen`, about as exactly as a detector finds it. */
function rowAt(
  { pitch, length, up }: { readonly pitch: number; readonly length: number; readonly up: number },
  share: number,
  random: Random,
): Quad {
  const about = (value: number) => (value + 0.3 * pitch * (random() - 0.5)) * share;
  const baseline = 600 - 2.5 * pitch * up;
  const [left, right] = [about(50 - 0.5 * pitch), about(50 + (length + 0.5) * pitch)];
  const [top, bottom] = [about(baseline - 1.5 * pitch), about(baseline + 0.45 * pitch)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Zones that we draw at every size and under every damage that is known: none may be called valid with a wrong letter. */
export const zones: Subject = {
  name: 'zones',
  async measure(_data, { sample = '100' }) {
    const random = randomOf('zones');
    const reads: Read[] = [];
    const count = Math.round((ZONES * Number(sample)) / 100);
    for (let i = 0; i < count; i++) reads.push(await readDrawn(random));
    const rate = (what: string, of: readonly Read[]): Measurement[] => [
      { what: `${what}, every character right`, right: of.filter(({ exact }) => exact).length, of: of.length },
      {
        what: `${what}, right ones called valid`,
        right: of.filter(({ exact, valid }) => exact && valid).length,
        of: of.filter(({ exact }) => exact).length,
      },
    ];
    const wrong = reads.filter(({ exact, valid }) => valid && !exact).length;
    return [
      {
        what: 'zones called valid that are not what was drawn',
        right: wrong,
        of: reads.length,
        target: '0',
        met: wrong === 0,
      },
      ...WIDTHS.flatMap((width) =>
        rate(
          `page of ${width} pixels`,
          reads.filter((read) => read.width === width),
        ),
      ),
      ...DAMAGES.flatMap(([damage]) =>
        rate(
          damage,
          reads.filter((read) => read.damage === damage),
        ),
      ),
    ];
  },
};
