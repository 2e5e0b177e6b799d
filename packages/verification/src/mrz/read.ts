import type { RgbRaster } from '../image/decode.ts';
import { centreOf, type Quad, quadAround, sizeOf, tiltOf } from '../text/geometry.ts';
import { type BothWays, onHead } from '../text/read-lines.ts';
import { type Aligned, align, greedily, greedy, type Steps } from './align.ts';
import { allowed } from './allowed.ts';
import { ambiguousFields } from './ambiguous.ts';
import { type FoundLine, findRows, mrzLikeness, type Rows } from './find.ts';
import { type FieldName, FORMATS, type Format } from './formats.ts';
import { lookAgain } from './look-again.ts';
import { type Merged, merge, type ZoneReading } from './merge.ts';
import { NAMES, readNamesAgain } from './names-again.ts';
import { type Mrz, type MrzProblem, parseMrz } from './parse.ts';
import { placesOf, type ZonePlaces } from './places.ts';
import { readOcrB, readPrint } from './readers.ts';
import { isState } from './states.ts';

/**
 * Most misfit at which a text still counts as a machine readable zone; see `align`. The zones of 38 documents, blurred and
 * misprinted ones among them, have 0.013 at most, lines that only imitate a zone by 0.19.
 */
const MOST_MISFIT = 0.12;
/** The same where a format has no check digit or one, which one wrong reading in ten passes. */
const MOST_MISFIT_ONE_DIGIT = 0.03;
/** Places where a zone may lie that are tried. */
const MOST_PLACES = 10;

export interface MrzRead {
  readonly mrz: Mrz;
  /**
   * Fields that can be relied on: under a check digit that is right for no other text that the readings leave open, or read alike
   * by two readers that know nothing of each other. Names and the issuing state have no digit.
   */
  readonly certain: ReadonlySet<FieldName>;
  /** Misfit of the reading, 0 when every reader's first guess fits the format; see `align`. */
  readonly misfit: number;
  /** Places of its lines, in pixels of the raster. */
  readonly quads: readonly Quad[];
  /** Places of its fields, in pixels of the raster. */
  readonly places: ZonePlaces;
}

/**
 * Least likeness of all rows of an MRZ together, read in their current direction. The rows of 30 pictures have 46 at least, and
 * half as much at most when they are read upside down, since no filler is then left.
 */
const LEAST_LIKENESS = 30;
const MOST_UPSIDE_DOWN = 0.7;
/** Lines shorter than this, as length over height, are too short for one. */
const SHORTEST_ROW = 9;

/** Determines the upright direction of a picture by the fillers of its MRZ; null without an MRZ. */
export const zoneBothWays: BothWays = async (raster, quads) => {
  let [right, wrong] = [0, 0];
  for (const quad of quads.filter((quad) => longerThan(quad, SHORTEST_ROW))) {
    right += mrzLikeness(await rough(raster, quad));
    wrong += mrzLikeness(await rough(raster, onHead(quad)));
  }
  const known =
    Math.max(right, wrong) > LEAST_LIKENESS && Math.min(right, wrong) < MOST_UPSIDE_DOWN * Math.max(right, wrong);
  return known ? wrong - right : null;
};

const longerThan = (quad: Quad, least: number) => sizeOf(quad).width >= least * sizeOf(quad).height;

/** Reads any line roughly with our own net. */
async function rough(raster: RgbRaster, quad: Quad): Promise<string> {
  const { width, height } = sizeOf(quad);
  return greedy(await readOcrB(raster, quad, (CHARACTERS_A_HEIGHT * width) / height));
}

/** Pieces shorter than this, as length over height, are not part of a row that differs visibly from other print. */
const SHORTEST_PIECE = 3;
/** Characters of OCR-B in a box as long as it is high; the detector's boxes leave that much room around the letters. */
const CHARACTERS_A_HEIGHT = 2;

/**
 * Reads the MRZ of a picture from known text lines. Our own net reads each line roughly, at a fiftieth of PP-OCR's time, which is
 * enough to separate MRZ rows from other print.
 * @param raster upright
 * @param quads its lines of text, in pixels of the raster
 */
export async function findMrz(raster: RgbRaster, quads: readonly Quad[], today: string): Promise<MrzRead | null> {
  const lines = await piecesOf(raster, quads);
  const first = await readMrz(raster, lines, today);
  if (isPlaced(first) || lines.length === 0) return first;
  const closer = await lookAgain(
    raster,
    lines.map(({ quad }) => quad),
  );
  const second = await readMrz(raster, await piecesOf(raster, closer), today);
  return second && second.misfit < MISPLACED ? better(first, second) : first;
}

/** Misfit above which rows may not lie where the zone does. */
const MISPLACED = 0.05;

/**
 * Returns whether the MRZ was found at its place, with right or wrong check digits. Then it is not searched again: each further
 * attempt at letters that blur or glare has hidden may fit the digits by chance.
 */
const isPlaced = (read: MrzRead | null) => read !== null && (read.mrz.digitsValid || read.misfit < MISPLACED);

/** Returns the reading whose check digits are all right, else the reading with less misfit. */
export function better(a: MrzRead | null, b: MrzRead | null): MrzRead | null {
  if (!a || !b) return a ?? b;
  if (a.mrz.digitsValid !== b.mrz.digitsValid) return a.mrz.digitsValid ? a : b;
  return b.misfit < a.misfit ? b : a;
}

/** Keeps the lines that may be a row of an MRZ or a part of one. */
async function piecesOf(raster: RgbRaster, quads: readonly Quad[]): Promise<FoundLine[]> {
  const lines: FoundLine[] = [];
  for (const quad of quads.filter((quad) => longerThan(quad, SHORTEST_PIECE))) {
    const text = await rough(raster, quad);
    if (mrzLikeness(text) > 0) lines.push({ text, quad });
  }
  return lines;
}

/**
 * Reads the MRZ of a picture whose text has been read.
 *
 * Two readers read each line: our own net for OCR-B, at three scales, and PP-OCR, which reads names twice where it must. Their
 * guesses are aligned to each format that has as many lines; the format of least misfit is taken.
 *
 * @param raster upright
 * @param lines its text, in pixels of the raster
 * @param today `YYYY-MM-DD`, for the century of dates
 * @returns null when there is none; a zone that is there may be invalid
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { decodeRgb, DOCUMENT_SIDE, readMrz, readText } from '@bonafide/verification';
 *
 * const { rgb } = await decodeRgb(await readFile('passport.jpg'), { side: DOCUMENT_SIDE });
 * const { upright, lines } = await readText(rgb);
 * const read = await readMrz(upright, lines, '2026-01-15');
 * console.log(read?.mrz.lines);
 */
export async function readMrz(raster: RgbRaster, lines: readonly FoundLine[], today: string): Promise<MrzRead | null> {
  let best: MrzRead | null = null;
  const places = findRows(lines).slice(0, MOST_PLACES);
  for (const rows of places) {
    const read = await readRows(raster, rows, today);
    if (isWhole(read)) return read;
    best = better(best, read);
  }
  if (isPlaced(best)) return best;
  for (const rows of places.slice(0, MOST_STRETCHED)) {
    for (const length of new Set(
      formatsOf(rows)
        .filter(isUsual)
        .map(({ width }) => width),
    )) {
      const longer = await stretched(raster, rows, length);
      const read = longer && (await readRows(raster, longer, today));
      if (!isPlaced(read) || read!.misfit >= MISPLACED) continue;
      if (isWhole(read)) return read;
      best = better(best, read);
    }
  }
  return best;
}

/** Returns whether no other place or length of the rows could give more. */
const isWhole = (read: MrzRead | null) =>
  read !== null &&
  (read.mrz.valid || read.mrz.problems.every((problem) => problem === 'unconfirmed')) &&
  read.mrz.checks.every(({ valid }) => valid);

/** Formats whose lengths are worth another reading. Documents with the other formats are rare, and each reading takes time. */
const isUsual = ({ name }: Format) => name !== 'SVK_ID' && name !== 'CHE_DL';

/** Places that are also read as long as a format has them, whatever length was found. */
const MOST_STRETCHED = 2;
/** Difference in length, in characters, below which rows count as read already. */
const SAME_LENGTH = 1.5;

/**
 * The same rows, from where their letters begin, as long as so many characters at the pitch of those that could be read: a
 * detector often leaves out the fillers at the end. Null if the rows are the same, or if too little could be read.
 */
async function stretched(raster: RgbRaster, rows: Rows, length: number): Promise<Rows | null> {
  const pitches: number[] = [];
  for (const row of rows) {
    const { width, height } = sizeOf(row);
    const steps = greedily(await readOcrB(raster, row, (CHARACTERS_A_HEIGHT * width) / height));
    pitches.push(...steps.slice(1).map(({ at }, i) => (at - steps[i]!.at) * width));
  }
  if (pitches.length < length) return null;
  // The middle one: gaps are wider where a character was not read.
  const pitch = pitches.sort((a, b) => a - b)[pitches.length >> 1]!;
  const [first] = rows;
  const { width } = sizeOf(first!);
  const expectedWidth = pitch * (length + 1);
  if (Math.abs(expectedWidth - width) < SAME_LENGTH * pitch) return null;
  return rows.map((row) => {
    const [tilt, { x, y }, { width, height }] = [tiltOf(row), centreOf(row), sizeOf(row)];
    const shift = (expectedWidth - width) / 2;
    return quadAround({ x: x + shift * Math.cos(tilt), y: y + shift * Math.sin(tilt) }, expectedWidth, height, tilt);
  });
}

/** Formats with as many lines, all of one length. */
const formatsOf = (rows: Rows) => FORMATS.filter(({ lines, firstWidth }) => lines === rows.length && !firstWidth);

async function readRows(raster: RgbRaster, rows: Rows, today: string): Promise<MrzRead | null> {
  const fitting = formatsOf(rows);
  if (fitting.length === 0) return null;
  const widths = fitting.map(({ width }) => width);
  const middle = (Math.min(...widths) + Math.max(...widths)) / 2;
  const first: Steps[] = [];
  for (const row of rows) first.push(await readOcrB(raster, row, middle));
  const ranked = fitting
    .map((format) => ({ format, reading: fit(format, first) }))
    .filter(({ reading }) => reading !== null);
  ranked.sort((a, b) => misfitOf(a.reading!) - misfitOf(b.reading!));
  const [top] = ranked;
  if (!top || misfitOf(top.reading!) > MOST_MISFIT) return null;
  const { format } = top;
  if (format.checks.length <= 1 && misfitOf(top.reading!) > MOST_MISFIT_ONE_DIGIT) return null;
  const own: ZoneReading[] = [top.reading!];
  for (const variant of LOOKS) {
    const steps: Steps[] = [];
    for (const row of rows)
      steps.push(await readOcrB(raster, heightened(row, variant.height), format.width * variant.width));
    const reading = fit(format, steps);
    if (reading) own.push(reading);
  }
  const print: Steps[] = [];
  for (const row of rows) print.push(await readPrint(raster, row));
  const other = [fit(format, print)].filter((reading) => reading !== null);
  const readers = [own, other].filter((readings) => readings.length > 0);
  let merged = merge(format, readers);
  const again = other[0] && (await readNamesAgain(raster, rows, format, { merged, own: own[0]!, print: other[0] }));
  if (again) {
    other.push(again);
    merged = merge(format, readers);
  }
  const places = placesOf(format, merged.lines, top.reading!, rows);
  const found = { misfit: misfitOf(top.reading!), quads: rows, places };
  const ambiguous = ambiguousFields(format, readers, merged.lines);
  return result(format, { ...merged, ambiguous }, found, today);
}

/** Further looks of our own reader, each at other scales: a slip at one of them is outvoted by the others. */
const LOOKS = [
  { width: 1.08, height: 1.15 },
  { width: 0.95, height: 0.9 },
];

function heightened(row: Quad, by: number): Quad {
  const { width, height } = sizeOf(row);
  return quadAround(centreOf(row), width, height * by, tiltOf(row));
}

function fit(format: Format, steps: readonly Steps[]): ZoneReading | null {
  const table = allowed(format);
  const lines: Aligned[] = [];
  for (const [i, line] of steps.entries()) {
    const aligned = align(line, table[i]!);
    if (!aligned) return null;
    lines.push(aligned);
  }
  return lines;
}

const misfitOf = (reading: ZoneReading) => reading.reduce((sum, { misfit }) => sum + misfit, 0) / reading.length;

/**
 * Least pixels from letter to letter of a zone that can be valid. In 660 drawn zones, a wrong text with right check digits was read below
 * 6 pixels (`npm run eval -- --only zones`).
 */
const LEAST_PITCH = 7;

/** A merged reading, and the fields whose check digit fits more than one text that the readings leave open. */
interface Judged extends Merged {
  readonly ambiguous: ReadonlySet<FieldName>;
}

function isConfirmed(format: Format, { agreed, ambiguous }: Judged, rows: readonly Quad[]): boolean {
  const pitch = Math.min(...rows.map((row) => sizeOf(row).width)) / format.width;
  const needsAgreement = (name: FieldName) => NAMES.has(name) || ambiguous.has(name);
  return pitch >= LEAST_PITCH && format.fields.every(({ name }) => !needsAgreement(name) || agreed.has(name));
}

/**
 * Builds the result. A text that names no state and has but one right check digit, as one in ten has by chance, is other print
 * that was forced into a format.
 */
function result(
  format: Format,
  judged: Judged,
  found: Pick<MrzRead, 'misfit' | 'quads' | 'places'>,
  today: string,
): MrzRead | null {
  const { lines, agreed, ambiguous, illegible } = judged;
  const parsed = parseMrz(lines, today);
  const problems: MrzProblem[] = [
    ...(illegible.length > 0 ? ['illegible' as const] : []),
    ...(isConfirmed(format, judged, found.quads) ? [] : ['unconfirmed' as const]),
  ];
  const mrz: Mrz | null =
    parsed && problems.length > 0 ? { ...parsed, problems: [...parsed.problems, ...problems], valid: false } : parsed;
  if (!mrz || !(isState(mrz.issuingState) || mrz.checks.filter(({ valid }) => valid).length > 1)) return null;
  const valid = new Set(mrz.checks.filter(({ valid }) => valid).map(({ name }) => name));
  const covered = (name: FieldName) => valid.has(name as never) && !ambiguous.has(name);
  return {
    mrz,
    ...found,
    certain: new Set(format.fields.map(({ name }) => name).filter((name) => covered(name) || agreed.has(name))),
  };
}
