import { pdfFindings, pdfSource } from '../address-proof/pdf-source.ts';
import { type AamvaCard, parseAamva } from '../barcode/aamva.ts';
import { type CardFields, type LicenceClass, licenceClasses } from '../barcode/aamva-fields.ts';
import { cutNamesOfCard } from '../barcode/aamva-names.ts';
import { BARCODE_SIDE, readBarcodes, readSquareCodes } from '../barcode/read.ts';
import { type Classification, classifyDocument } from '../document/classify.ts';
import type { DocumentData } from '../document/consistency.ts';
import { type PrintedFields, printedFields } from '../document/fields.ts';
import { type LicenceEntry, licenceTable } from '../document/licence-table.ts';
import { DOCUMENT_SIDE, type DocumentRead, dataOfPrint, readDocument } from '../document/read.ts';
import { analysePortraits } from '../faces/portrait.ts';
import type { Finding } from '../finding.ts';
import { cutOff } from '../image/cut-off.ts';
import { pngOfSamples } from '../image/decode.ts';
import type { Box, Evidence, Sight } from '../image/presence.ts';
import { Rasters } from '../image/rasters.ts';
import type { TextRow } from '../image/text-rows.ts';
import { halvesOf } from '../image/two-documents.ts';
import { UnreadableImage } from '../image/unreadable.ts';
import { assessDocument, seeDocument } from '../image-assessment/assess.ts';
import { assessLayout } from '../layout/assess.ts';
import { boxOf, cornersOf, type Places, placesOfAll, placesOfSide, type SidePlaces } from '../layout/places.ts';
import { partsOfSide, seenLayout } from '../layout/seen.ts';
import { passportKind } from '../mrz/document-codes.ts';
import type { Mrz } from '../mrz/parse.ts';
import type { MrzRead } from '../mrz/read.ts';
import { pdfPages } from '../pdf/read.ts';
import { UnreadablePdf } from '../pdf/unreadable.ts';
import { sealsIn } from '../seal/index.ts';
import type { SealFound } from '../seal/seal.ts';
import { assessForensics } from '../tamper/assess-forensics.ts';
import type { Forensics, Regions } from '../tamper/forensics.ts';
import type { PageText } from '../text/page.ts';
import { type Half, halves } from './halves.ts';

/** One upload of a document: a JPEG, a PNG or a PDF. */
export interface DocumentFile {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export interface PortraitFound {
  /** See `embed`. */
  readonly embedding: Float32Array;
  /** Pixels of the face's width in the picture. */
  readonly width: number;
  /** Widths of the faces beside the largest, the widest first: ghosts of it, or other people. */
  readonly others: readonly number[];
  /** Finding on whether the other faces show the same person; null if there are no others. */
  readonly agree: Finding | null;
}

/** The content of one upload, or the reason why it can't be read. */
export type SideRead = { readonly id: string; readonly unreadable: string } | ReadableSide;

export interface ReadableSide {
  readonly id: string;
  readonly unreadable?: undefined;
  /** Page number in its file, from 0. */
  readonly pageNumber: number;
  /** See `DocumentAssessment`; of a PDF, `pdfFindings` has the origin, too. */
  readonly quality: readonly Finding[];
  readonly origin: readonly Finding[];
  /** Lines that the upload holds as text, not as a picture: of a PDF that no scanner and no camera made. */
  readonly digitalLines: number;
  readonly hash: string;
  readonly page: PageText;
  readonly mrz: MrzRead | null;
  readonly classification: Classification;
  /** Classification by the side's words alone. */
  readonly words: Classification;
  readonly printed: PrintedFields;
  /** Rows of the table on the back of a European licence; empty on anything else. */
  readonly licenceTable: readonly LicenceEntry[];
  readonly card: AamvaCard | null;
  /** A barcode of a card that follows no standard, and why. */
  readonly cardRefused: string | null;
  /** A symbol is there and could not be read. */
  readonly barcodeUnread: boolean;
  /** Barcodes that are seals, not verified yet. */
  readonly seals: readonly SealFound[];
  readonly portrait: PortraitFound | null;
  /** The readings of two cards in one picture; empty if it shows one card. */
  readonly halves: readonly Half[];
  /** Regions of the side. */
  readonly regions: Regions;
  /** Places of the side's values. */
  readonly places: SidePlaces;
  readonly forensics: Forensics;
}

/** All sides of one document, read. Plain data: it crosses threads. */
export interface DocumentAnalysis {
  readonly sides: readonly SideRead[];
  readonly classification: Classification;
  readonly mrz: MrzRead | null;
  readonly card: CardFields | null;
  readonly cardFaults: readonly string[];
  /** Names of the barcode that the issuer has cut. */
  readonly cardCutNames: Mrz['cutNames'];
  readonly licenceClasses: readonly LicenceClass[];
  readonly printed: PrintedFields;
  /** Data from the printed fields alone, without type and country of the MRZ; null where nothing was read. */
  readonly print: DocumentData | null;
  /** Sources of the values in `mrz`, `card` and `printed`. */
  readonly places: Places;
}

/** Findings on the origin of a picture that come from its pixels, not from its file. */
const OF_PIXELS: ReadonlySet<string> = new Set(['screenshot', 'photo_of_screen']);

/** Pages of a PDF that are taken for sides of a document. */
export const PDF_SIDES = 2;

/**
 * Reads the sides of a document that a file shows: how good its pictures are, where they come from, its zone, barcode,
 * print and portrait. A file that can't be read has one side that says so; nothing is thrown for it. Empty pages of a PDF
 * are not sides, unless there is nothing else.
 *
 * @param today `YYYY-MM-DD`
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readSides } from '@bonafide/verification';
 *
 * const file = { id: 'passport', bytes: await readFile('passport.jpg'), mediaType: 'image/jpeg' };
 * const [side] = await readSides(file, { today: '2026-01-15' });
 * if (side && 'unreadable' in side) console.log(side.unreadable);
 */
export async function readSides(file: DocumentFile, { today }: { today: string }): Promise<SideRead[]> {
  try {
    if (file.mediaType !== 'application/pdf') return [await readSide(file.id, file.bytes, { today })];
    const sides: ReadableSide[] = [];
    const source = pdfSource(file.bytes);
    let pageNumber = 0;
    for await (const { rgb, lines } of pdfPages(file.bytes, { pages: PDF_SIDES })) {
      const png = await pngOfSamples(rgb.data, { ...rgb, channels: 3 });
      const side = await readSide(file.id, png, { today, digitalLines: lines.length });
      // The file of the picture is one that we made; the PDF itself says where the page comes from.
      const origin = side.origin.filter(({ name }) => OF_PIXELS.has(name));
      sides.push({
        ...side,
        pageNumber: pageNumber++,
        origin: [...origin, ...pdfFindings(source, [{ ...rgb, lines }])],
      });
    }
    const shown = sides.filter(({ page, mrz, card, portrait }) => page.lines.length > 0 || mrz || card || portrait);
    return shown.length > 0 ? shown : sides;
  } catch (error) {
    if (error instanceof UnreadableImage || error instanceof UnreadablePdf) {
      return [{ id: file.id, unreadable: error.message }];
    }
    throw error;
  }
}

/**
 * Reads the signed barcodes of a close-up: a picture of the code, in which the rest of the document may be cut off. Empty where none is read,
 * or the picture is not readable.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readCloseUp } from '@bonafide/verification';
 *
 * const seals = await readCloseUp(await readFile('code.jpg'), { today: '2026-01-15' });
 * console.log(seals.map(({ scheme }) => scheme));
 */
export async function readCloseUp(bytes: Uint8Array, { today }: { today: string }): Promise<SealFound[]> {
  try {
    const { rgb } = await new Rasters(bytes).at(BARCODE_SIDE);
    const { barcodes } = await readBarcodes(rgb);
    return sealsIn([...barcodes, ...(await readSquareCodes(rgb))], today);
  } catch (error) {
    if (error instanceof UnreadableImage) return [];
    throw error;
  }
}

/**
 * Misfit above which lines that fit no check digit are print which only looks like a zone: zones, misprinted ones among
 * them, have 0.013 at most, the print of one licence, taken for a zone of one line, by 0.1.
 */
const IMITATION_MISFIT = 0.05;

/**
 * Returns whether a side may bear a DataMatrix seal: visas, residence permits and passports of another kind than ordinary (ICAO Doc
 * 9303-13), documents of Germany (BSI TR-03137), and sides whose type is unknown. Other documents spare the search.
 */
function mayBearSquareCode({ mrz, classification: { documentType, issuingCountry } }: DocumentRead): boolean {
  if (documentType === 'passport') return mrz !== null && passportKind(mrz.mrz) !== 'ordinary';
  if (documentType === 'visa' || documentType === 'residence_permit' || documentType === null) return true;
  return issuingCountry === 'DEU';
}

interface SideOptions {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly digitalLines?: number;
}

async function readSide(
  id: string,
  bytes: Uint8Array,
  { today, digitalLines = 0 }: SideOptions,
): Promise<ReadableSide> {
  const seen = await seeDocument(bytes);
  const rasters = new Rasters(bytes);
  const { rgb } = await rasters.at(BARCODE_SIDE);
  const codes = await readBarcodes(rgb);
  const stacked = codes.barcodes.filter(({ format }) => format === 'PDF417');
  const cards = stacked.map(({ text }) => parseAamva(text));
  const card = cards.find((read): read is AamvaCard => !('refused' in read)) ?? null;
  const symbol = card && stacked[cards.indexOf(card)];
  const raster = (await rasters.at(DOCUMENT_SIDE)).rgb;
  const read = withoutImitation(await readDocument(raster, { today, barcode: card?.fields ?? null }), card, today);
  const { portraits, agree } = await analysePortraits(rasters);
  const [main, ...others] = portraits;
  const { lines } = read.page;
  const zone = read.mrz && boxOf(read.mrz.quads.flat(), read.page, read.turn);
  const evidence: Evidence = {
    mrz: zone ? [zone] : [],
    // Cards carry PDF417, of whatever state; QR codes stand on anything.
    barcodes: stacked.map(({ corners }) => boxOf(corners, rgb)),
    faces: main ? [main.box] : [],
    textBoxes: lines.map(({ box }) => boxOf(cornersOf(box), read.page, read.turn)),
  };
  const assessment = assessDocument(seen, evidence);
  const regions: Regions = {
    turn: read.turn,
    zone: (read.mrz?.quads ?? []).map((quad, i) => ({
      box: boxOf(quad, read.page, read.turn),
      text: read.mrz?.mrz.lines[i] ?? '',
    })),
    print: lines.map(({ box, text }) => ({ box: boxOf(cornersOf(box), read.page, read.turn), text })),
    portrait: main?.box ?? null,
    ghosts: others.map(({ box }) => box),
  };
  const whole = zone && read.mrz?.mrz.digitsValid ? zone : null;
  const places = placesOfSide(read, read.page, symbol ? boxOf(symbol.corners, rgb) : null);
  const [forensics, layout] = [
    await assessForensics(bytes, regions, rasters),
    assessLayout(
      seenLayout(regions, partsOfSide({ regions, mrz: read.mrz, printed: read.printed, places }), seen.image),
      read.classification,
    ),
  ];
  return {
    id,
    pageNumber: 0,
    quality: assessment.quality.map((finding) => {
      if (whole && finding.name === 'cutoff') return cutOff(beside(whole, seen.sight), { ...evidence, mrz: [] });
      return whole && finding.name === 'resolution' ? readable(finding) : finding;
    }),
    origin: assessment.origin,
    digitalLines,
    hash: assessment.hash,
    page: read.page,
    mrz: read.mrz,
    classification: read.classification,
    words: classifyDocument({ page: read.page }),
    printed: read.printed,
    licenceTable: licenceTable(read.page, { ...read.classification, today }).entries,
    card,
    cardRefused: cards.find((read) => 'refused' in read)?.refused ?? null,
    barcodeUnread: codes.unread && codes.barcodes.length === 0,
    seals: sealsIn(
      mayBearSquareCode(read) ? [...codes.barcodes, ...(await readSquareCodes(rgb))] : codes.barcodes,
      today,
    ),
    portrait: main
      ? { embedding: main.embedding, width: main.width, others: others.map(({ width }) => width), agree }
      : null,
    halves: halves(halvesOf(seen.image.grey, seen.sight.rows) ?? [], {
      grey: seen.image.grey,
      page: read.page,
      turn: read.turn,
      today,
      zone: read.mrz && zone && { mrz: read.mrz.mrz, box: zone },
      barcode: card && places.barcode && { fields: card.fields, box: places.barcode },
    }),
    regions,
    places,
    forensics: { ...forensics, findings: [...forensics.findings, layout] },
  };
}

/** Few pixels are enough where they are enough to read the smallest print, with every digit right. */
function readable(finding: Finding): Finding {
  if (finding.result === 'pass') return finding;
  return { ...finding, result: 'pass', reason: `${finding.reason}. The MRZ could be read all the same` };
}

/**
 * Returns the rows of a picture outside its MRZ: an MRZ whose every check digit is right is complete, however near to the border
 * it is.
 */
function beside({ top, height }: Box, { rows, ...sight }: Sight): Sight {
  const middle = (row: TextRow) => (row.top + row.bottom) / 2 / sight.height;
  return { ...sight, rows: rows.filter((row) => middle(row) < top || middle(row) > top + height) };
}

function withoutImitation(read: DocumentRead, card: AamvaCard | null, today: string): DocumentRead {
  if (!read.mrz || read.mrz.mrz.valid || read.mrz.misfit <= IMITATION_MISFIT) return read;
  const classification = classifyDocument({ barcode: card?.fields ?? null, page: read.page });
  return { ...read, mrz: null, classification, printed: printedFields(read.page, { ...classification, today }) };
}

/**
 * One document of all its sides, which may have been read side by side. Takes no time.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { joinSides, readSides } from '@bonafide/verification';
 *
 * const front = { id: 'front', bytes: await readFile('front.jpg'), mediaType: 'image/jpeg' };
 * const back = { id: 'back', bytes: await readFile('back.jpg'), mediaType: 'image/jpeg' };
 * const sides = await Promise.all([front, back].map((side) => readSides(side, { today: '2026-01-15' })));
 * console.log(joinSides(sides.flat()).classification);
 */
export function joinSides(sides: readonly SideRead[]): DocumentAnalysis {
  const readable = sides.filter((side) => side.unreadable === undefined);
  const { zoneOf, cardOf, ...document } = joined(readable);
  const places = placesOfAll(
    sides.map((side) => (side.unreadable === undefined ? side.places : null)),
    { zone: sides.indexOf(zoneOf!), barcode: sides.indexOf(cardOf!) },
  );
  return { sides, ...document, places };
}

/** Two-sided documents are one: each source is taken from the side that has it. */
function joined(sides: readonly ReadableSide[]) {
  const zoneOf = sides.find(({ mrz }) => mrz?.mrz.valid) ?? sides.find(({ mrz }) => mrz) ?? null;
  const cardOf = sides.find((side) => side.card) ?? null;
  const [mrz, card] = [zoneOf?.mrz ?? null, cardOf?.card ?? null];
  const classifications = sides.map(({ classification }) => classification);
  const classification = classifications.find(({ grounds }) => grounds === 'mrz' || grounds === 'barcode') ??
    classifications.find(({ grounds }) => grounds) ??
    classifications[0] ?? { documentType: null, issuingCountry: null, issuingState: null, grounds: null };
  // What the first side says comes first: the back of a card repeats, in smaller print, what its front says.
  const printed: PrintedFields = Object.assign({}, ...sides.toReversed().map((side) => side.printed));
  // What the zone says of type and country must not come back as a second source of it.
  const words = sides.map((side) => side.words).find(({ documentType }) => documentType) ?? sides[0]?.words;
  return {
    zoneOf,
    cardOf,
    classification,
    mrz,
    card: card?.fields ?? null,
    cardFaults: card?.faults ?? [],
    cardCutNames: cutNamesOfCard(card?.elements ?? new Map()),
    licenceClasses: card ? licenceClasses(card.elements, card.fields) : [],
    printed,
    print: words && Object.keys(printed).length > 0 ? dataOfPrint(words, printed) : null,
  };
}
