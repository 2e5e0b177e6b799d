import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { RgbRaster } from '../image/decode.ts';
import { processorSeconds } from '../image/decoder-failure.ts';
import { DecodeTimeout, OutOfMemory } from '../image/unreadable.ts';
import { openPdfium, PDF_MEMORY, type Pdfium } from './library.ts';
import type { PdfiumModule } from './module.ts';
import { linesOf, type PdfLine } from './text.ts';
import { UnreadablePdf } from './unreadable.ts';

/** Pages that are looked at; what follows is left alone. */
export const PDF_PAGES = 20;

/** A PDF with more pages is not a document of a person. */
export const MOST_PAGES = 1000;

/** Points (1/72 inch) of the longest side that a page may have: what ISO 32000-1, annex C, allows. */
const LONGEST_SIDE = 14_400;

/** Pixels of the longest side of the raster: an A4 page at 171 dots per inch. */
const PDF_SIDE = 2000;

/** Dots per inch above which a raster shows no more of a small page, such as a card. */
const FINEST = 300;

/** Seconds of a processor that the pages of one file may take: an A4 scan takes a third of one. */
const SECONDS = 20;

export interface PdfPage {
  /** Number of the page, from 1. */
  readonly number: number;
  /** Pages of the whole file. */
  readonly of: number;
  /** The page as a viewer shows it, on white. */
  readonly rgb: RgbRaster;
  /** Text that the file holds as text; empty for a scan. */
  readonly lines: readonly PdfLine[];
}

export interface PdfOptions {
  /** Pages to look at, at most `PDF_PAGES`. */
  readonly pages?: number;
  /** Pixels of the longest side of the raster. */
  readonly side?: number;
  /**
   * Seconds of a processor after which no further page is begun; what callers do between two pages isn't counted. One page
   * can't be interrupted, so callers need a process that they can end.
   */
  readonly seconds?: number;
}

/**
 * The pages of a PDF, one after the other, as pictures and text. Scripts, forms' code and links are never run (this build
 * of PDFium has no interpreter). Each file gets a fresh instance of PDFium, so that nothing of one stays for the next.
 *
 * Throws `UnreadablePdf`, `DecodeTimeout` or `OutOfMemory`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { pdfPages } from '@bonafide/verification';
 *
 * for await (const page of pdfPages(await readFile('statement.pdf'))) {
 *   console.log(page.number, page.lines.map(({ text }) => text));
 * }
 */
export async function* pdfPages(bytes: Uint8Array, options: PdfOptions = {}): AsyncGenerator<PdfPage, void, undefined> {
  if (!isPdf(bytes)) throw new UnreadablePdf('not_a_pdf', 'The file has no PDF header in its first kilobyte');
  const seconds = options.seconds ?? SECONDS;
  let spent = 0;
  const pdfium = await openPdfium();
  const document = await openDocument(pdfium, bytes);
  try {
    const of = document.getPageCount();
    if (of < 1) throw new UnreadablePdf('no_pages', 'The PDF has no pages');
    if (of > MOST_PAGES) throw new UnreadablePdf('too_many_pages', `The PDF has ${of} pages, maximum ${MOST_PAGES}`);
    const last = Math.min(of, options.pages ?? PDF_PAGES, PDF_PAGES);
    for (let number = 1; number <= last; number++) {
      if (spent >= seconds) {
        const message = `Reading the PDF took more than ${seconds} s of CPU time before page ${number} of ${last}`;
        throw new DecodeTimeout('too_slow', message);
      }
      const begun = processorSeconds();
      const page = await readPage(pdfium, document, { number, of, side: options.side ?? PDF_SIDE });
      spent += processorSeconds() - begun;
      yield page;
    }
  } finally {
    close(document);
  }
}

/**
 * All pages that are looked at. Throws as `pdfPages` does.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readPdf } from '@bonafide/verification';
 *
 * const pages = await readPdf(await readFile('statement.pdf'));
 * console.log(pages.length);
 */
export async function readPdf(bytes: Uint8Array, options: PdfOptions = {}): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  for await (const page of pdfPages(bytes, options)) pages.push(page);
  return pages;
}

interface Which {
  readonly number: number;
  readonly of: number;
  readonly side: number;
}

async function readPage(
  { library, starved }: Pdfium,
  document: PDFiumDocument,
  { number, of, side }: Which,
): Promise<PdfPage> {
  try {
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const points = { width: Math.round(originalWidth), height: Math.round(originalHeight) };
    const scale = scaleOf(points, number, side);
    const size = { width: Math.floor(points.width * scale), height: Math.floor(points.height * scale) };
    const { module } = library as unknown as { module: PdfiumModule };
    const { pageIdx } = page as unknown as { pageIdx: number };
    // Text first: rendering closes the page.
    const lines = linesOf(module, pageIdx, size);
    const { width, height, data } = await page.render({ ...points, scale, render: 'bitmap' });
    refuseStarved(starved());
    return { number, of, rgb: { width, height, data: withoutAlpha(data) }, lines };
  } catch (error) {
    if (error instanceof UnreadablePdf || error instanceof OutOfMemory) throw error;
    refuseStarved(starved(), error);
    throw new UnreadablePdf('undecodable', `Page ${number}: ${messageOf(error)}`, error);
  }
}

/** Pixels a point. Throws `UnreadablePdf` for a page of no or too great a size. */
function scaleOf(points: { width: number; height: number }, number: number, side: number): number {
  const [long, short] = [Math.max(points.width, points.height), Math.min(points.width, points.height)];
  if (!(short >= 1)) throw new UnreadablePdf('undecodable', `Page ${number} has no size`);
  if (long > LONGEST_SIDE) {
    throw new UnreadablePdf(
      'page_too_large',
      `Page ${number} is ${Math.round(long)} points long, maximum ${LONGEST_SIDE}`,
    );
  }
  const scale = Math.min(side / long, FINEST / 72);
  if (short * scale < 1) throw new UnreadablePdf('page_too_large', `Page ${number} is too thin to read`);
  return scale;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from]!;
    rgb[to++] = rgba[from + 1]!;
    rgb[to++] = rgba[from + 2]!;
  }
  return rgb;
}

/** Readers look for the header in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}

function refuseStarved(starved: ReturnType<Pdfium['starved']>, cause?: unknown): void {
  if (starved === 'machine') throw new OutOfMemory('The server had not enough memory to read the PDF', cause);
  if (starved)
    throw new UnreadablePdf('undecodable', `Reading the PDF needs more than ${PDF_MEMORY >> 20} MB of memory`, cause);
}

async function openDocument({ library, starved }: Pdfium, bytes: Uint8Array): Promise<PDFiumDocument> {
  try {
    return await library.loadDocument(bytes);
  } catch (error) {
    refuseStarved(starved(), error);
    const message = messageOf(error);
    const encrypted = /password|security/i.test(message);
    throw new UnreadablePdf(encrypted ? 'encrypted' : 'undecodable', message, error);
  }
}

/** Closing after a crash inside of PDFium crashes too, and there is nothing left to free: the instance goes. */
function close(document: PDFiumDocument): void {
  try {
    document.destroy();
  } catch {}
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
