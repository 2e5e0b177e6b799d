import { BARCODE_SIDE, readSquareCodes } from '../barcode/read.ts';
import { DOCUMENT_SIDE } from '../document/read.ts';
import type { Finding } from '../finding.ts';
import { blur } from '../image/blur.ts';
import { damage } from '../image/damage.ts';
import { type DecodedImage, decode, decodeRgb, pngOfSamples, type RgbRaster } from '../image/decode.ts';
import { contrast, darkness, resolution } from '../image/exposure.ts';
import { glare } from '../image/glare.ts';
import { DecodeTimeout, OutOfMemory, UnreadableImage, type UnreadableReason } from '../image/unreadable.ts';
import { judgeOrigin, seePicture } from '../image-assessment/picture.ts';
import { pdfPages } from '../pdf/read.ts';
import { UnreadablePdf, type UnreadablePdfReason } from '../pdf/unreadable.ts';
import { type SealFound, sealsIn } from '../seal/index.ts';
import { commonTilt, type Quad, turnedAbout } from '../text/geometry.ts';
import { type Reader, readerOf, SCRIPTS } from '../text/languages.ts';
import { readOtherScript } from '../text/other-scripts.ts';
import { boxOf, type PageBox, type PageLine, type PageText, pageOf } from '../text/page.ts';
import { findLines, inReadingOrder, readFound, type TextLine } from '../text/read-lines.ts';
import { readViews } from '../text/second-reading.ts';
import { addressProofAge } from './age.ts';
import { type AddressProof, linesOfHolder, readAddressProof } from './analyse.ts';
import { pdfFindings, pdfSource } from './pdf-source.ts';

export interface AddressProofFile {
  readonly bytes: Uint8Array;
  /** `application/pdf`, or of a JPEG or PNG. */
  readonly mediaType: string;
}

export interface AddressProofOptions {
  /** ISO 3166-1 alpha-3 of who issued it. */
  readonly country: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** True to search for signed barcodes, which takes some 0.2 s a page. */
  readonly seals?: boolean;
}

/** Structured-clone-able, so that a thread can answer with it. */
export type AddressProofAnalysis =
  | {
      readonly readable: false;
      readonly reason: UnreadableReason | UnreadablePdfReason | 'no_text';
      /** An explanation for people. */
      readonly detail: string;
    }
  | {
      readonly readable: true;
      readonly proof: AddressProof;
      /** Finding on the age of the document; null where it has no date or is of no accepted kind. */
      readonly age: Finding | null;
      /** Findings on each page that is a picture; a page of text has none. */
      readonly quality: readonly Finding[];
      /** Traces of work on the file after it was made. */
      readonly source: readonly Finding[];
      /** Signed barcodes, not verified yet; empty unless they were asked for. */
      readonly seals: readonly SealFound[];
    };

/** Pages that are read: kind, holder, address and date stand on the first, seldom on the second. */
const PAGES = 3;
/** Largest number of pages that are pictures: reading one takes a second or two. */
const PICTURES = 2;

/** Lines that are read before it is asked whether that is enough: about half a page. */
const READ_AT_ONCE = 30;

/** Least letters and digits of a document; a page of a shorter text is an empty one, or a photograph of something else. */
const LEAST_TEXT = 20;

/**
 * Everything that a file says as a proof of address: whether it can be read at all, what it says, how old it is, how good
 * its picture is, and whether it was worked on. Comparing it with an applicant is left to `sameName` and `sameAddress`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { analyseAddressProof } from '@bonafide/verification';
 *
 * const file = { bytes: await readFile('statement.pdf'), mediaType: 'application/pdf' };
 * const analysis = await analyseAddressProof(file, { country: 'GBR', today: '2026-01-15' });
 * console.log(analysis.readable ? analysis.proof.address : analysis.detail);
 */
export async function analyseAddressProof(
  { bytes, mediaType }: AddressProofFile,
  { country, today, seals = false }: AddressProofOptions,
): Promise<AddressProofAnalysis> {
  try {
    const { pages, quality, source } = await (mediaType === 'application/pdf'
      ? ofPdf(bytes, country)
      : ofPicture(bytes, country));
    const letters = pages.flatMap(({ lines }) => lines.map(({ text }) => text.replace(/[^\p{L}\d]/gu, '').length));
    const count = letters.reduce((sum, length) => sum + length, 0);
    if (count < LEAST_TEXT) {
      const detail = `The file has too little text: ${count} letters and digits, minimum ${LEAST_TEXT}`;
      return { readable: false, reason: 'no_text', detail };
    }
    const proof = readAddressProof(pages, country);
    const { kind, issueDate } = proof;
    const age = kind !== null && issueDate !== null ? addressProofAge(issueDate, today, country, kind) : null;
    const found = seals ? await sealsOf({ bytes, mediaType }, today) : [];
    return { readable: true, proof, age, quality, source, seals: found };
  } catch (error) {
    if (!(error instanceof UnreadableImage || error instanceof UnreadablePdf)) throw error;
    return { readable: false, reason: error.reason, detail: error.message };
  }
}

interface Seen {
  readonly pages: readonly PageText[];
  readonly quality: readonly Finding[];
  readonly source: readonly Finding[];
}

/** The signed barcodes of the first pages. None of a page that is too large to be drawn so finely: its print decides. */
async function sealsOf({ bytes, mediaType }: AddressProofFile, today: string): Promise<SealFound[]> {
  const seals = async (rgb: RgbRaster) => sealsIn(await readSquareCodes(rgb), today, 'paper');
  const found: SealFound[] = [];
  try {
    if (mediaType !== 'application/pdf') return await seals((await decodeRgb(bytes, { side: BARCODE_SIDE })).rgb);
    for await (const { rgb } of pdfPages(bytes, { pages: PAGES, side: BARCODE_SIDE }))
      found.push(...(await seals(rgb)));
  } catch (error) {
    if (!(error instanceof DecodeTimeout || error instanceof OutOfMemory)) throw error;
  }
  return found;
}

/** Analyses a picture with the detectors that suit a sheet of paper: the others know cards, their outline and their colour. */
async function ofPicture(bytes: Uint8Array, country: string): Promise<Seen> {
  const image = await decode(bytes);
  const seen = await seePicture(bytes);
  const { rgb } = await decodeRgb(bytes, { side: DOCUMENT_SIDE });
  return {
    pages: [await read(rgb, country)],
    quality: [...qualityOfScan(image), glare(image), resolution(image), damage(image, seen.container)],
    source: judgeOrigin(image, seen),
  };
}

/** A raster that we made ourselves of a page has the size we gave it, and no damage. */
const qualityOfScan = (image: DecodedImage): Finding[] => [blur(image.grey), darkness(image), contrast(image)];

async function ofPdf(bytes: Uint8Array, country: string): Promise<Seen> {
  const pages: PageText[] = [];
  const quality: Finding[] = [];
  let pictures = 0;
  for await (const { rgb, lines } of pdfPages(bytes, { pages: PAGES, side: DOCUMENT_SIDE })) {
    const { width, height } = rgb;
    if (lines.length > 0) pages.push({ width, height, lines });
    else if (pictures++ < PICTURES) {
      quality.push(...qualityOfScan(await decode(await pngOfSamples(rgb.data, { width, height, channels: 3 }))));
      pages.push(await read(rgb, country));
    }
  }
  return { pages, quality, source: pdfFindings(pdfSource(bytes), pages) };
}

/**
 * Reads the text of a picture from its top until every required fact is found: in Latin letters, and in the script that the country
 * of issue prints besides. The payments and small print below take as long to
 * read, line by line.
 */
async function read(rgb: RgbRaster, country: string): Promise<PageText> {
  const reader = readerOf(country);
  const { upright, quads } = await findLines(rgb);
  const tilt = commonTilt(quads);
  const middle = { x: upright.width / 2, y: upright.height / 2 };
  // Rows of a sheet that lies askew run level here, so that what stands beside and below is found.
  const level = (quad: Quad) => turnedAbout(quad, -tilt, middle);
  const ordered = inReadingOrder(quads.map((own) => ({ own, quad: level(own) }))).map(({ own }) => own);
  const lines: (TextLine & { readonly own: Quad })[] = [];
  const unread: PageBox[] = [];
  const page = () => ({ ...pageOf(inReadingOrder(lines), upright), unread });
  for (let next = 0; next < ordered.length; next += READ_AT_ONCE) {
    const some = ordered.slice(next, next + READ_AT_ONCE);
    const latin = await readFound(upright, some);
    const others = reader ? await readNative(upright, some, latin, reader) : [];
    const native = new Set(others.map(({ quad }) => quad));
    const isNative = 2 * others.length > some.length;
    const isRead = ({ text, confidence }: TextLine) =>
      !isNative || confidence >= LEAST_LATIN || !/\p{L}{2}/u.test(text);
    const found = [...latin.filter((line) => !native.has(line.quad) && isRead(line)), ...others];
    lines.push(...found.map((line) => ({ ...line, quad: level(line.quad), own: line.quad })));
    const legible = new Set(found.map(({ quad }) => quad));
    unread.push(...some.filter((quad) => !legible.has(quad)).map((quad) => boxOf(level(quad))));
    const { kind, holders, address, issueDate } = readAddressProof([page()], country);
    if (kind !== null && holders.length > 0 && address !== null && issueDate !== null) break;
  }
  return confirmed(upright, page(), inReadingOrder(lines), country);
}

/** Least confidence in Latin letters on a paper in another script. With less, its own print is taken for Latin letters. */
const LEAST_LATIN = 0.875;

/**
 * The lines of a paper in another script. Where most lines are in a script whose letters look like Latin ones, sure Latin readings are
 * doubted, too: `r. TBepb` for г. Тверь.
 */
async function readNative(
  upright: RgbRaster,
  quads: readonly Quad[],
  latin: readonly TextLine[],
  reader: Reader,
): Promise<readonly TextLine[]> {
  const lines = await readOtherScript(upright, quads, latin, reader);
  if (!LIKE_LATIN.has(reader) || 2 * lines.length < quads.length) return lines;
  const read = new Set(lines.map(({ quad }) => quad));
  const rest = latin.filter(({ quad, text }) => !read.has(quad) && /\p{L}/u.test(text));
  const doubted = rest.map((line) => ({ ...line, confidence: 0 }));
  return [
    ...lines,
    ...(await readOtherScript(
      upright,
      rest.map(({ quad }) => quad),
      doubted,
      reader,
    )),
  ];
}

const LIKE_LATIN: ReadonlySet<Reader> = new Set(['ell', 'kaz', 'ukr', 'srp']);

/** The page with the lines of the holder and the address read a second time, where that is possible. */
async function confirmed(
  upright: RgbRaster,
  page: PageText,
  found: readonly { readonly own: Quad }[],
  country: string,
): Promise<PageText> {
  const reader = readerOf(country);
  if (reader === null || reader === 'han') return page;
  const lines: PageLine[] = [...page.lines];
  for (const i of linesOfHolder(page, country)) {
    const [line, { own }] = [lines[i]!, found[i]!];
    if (SCRIPTS[reader].letters.test(line.text))
      lines[i] = { ...line, ...(await readViews(upright, own, line.text, reader)) };
  }
  return { ...page, lines };
}
