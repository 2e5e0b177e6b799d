import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cardWithBarcode, symbolOf } from '../barcode/testing.ts';
import type { Finding } from '../finding.ts';
import { specimen } from '../mrz/testing.ts';
import { type SealHolder, sealFor, sealIssuer } from '../seal/testing.ts';
import { type ReadableSide, readCloseUp, readSides } from './document.ts';

async function sideOf(bytes: Uint8Array, mediaType = 'image/png'): Promise<ReadableSide> {
  const [side] = await readSides({ id: 'front', bytes, mediaType }, { today: '2026-03-01' });
  if (!side || side.unreadable !== undefined) throw new Error(`Unreadable: ${side?.unreadable}`);
  return side;
}

const of = (findings: readonly Finding[], name: string) => findings.find((one) => one.name === name);

/** A picture on a page, as a program of this name makes it, and pages of text after it. */
async function pdfBy(producer: string, ...pages: readonly string[]): Promise<Buffer> {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c0ccd8' } })
    .png()
    .toBuffer();
  const document = new PDFDocument({ info: { Producer: producer } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.image(picture, 40, 40, { width: 400 });
  for (const text of pages) document.addPage().fontSize(30).text(text);
  document.end();
  return new Promise((done) => document.on('end', () => done(Buffer.concat(chunks))));
}

describe('a side of a document', () => {
  it('in a PDF comes from where the PDF says, not from the picture that we make of it', async () => {
    const edited = await sideOf(await pdfBy('Sejda 5'), 'application/pdf');
    expect(of(edited.origin, 'editing_traces')).toMatchObject({
      result: 'fail',
      reason: 'The file was edited with Sejda 5',
    });
    const scanned = await sideOf(await pdfBy('Scanner 3'), 'application/pdf');
    expect(scanned.origin.map(({ name, result }) => [name, result])).toEqual([
      ['screenshot', 'pass'],
      ['photo_of_screen', 'pass'],
      ['editing_traces', 'pass'],
      ['modified_later', 'pass'],
      ['incremental_updates', 'pass'],
      ['text_boxes', 'pass'],
      ['text_laid_over', 'pass'],
    ]);
  });

  it('is not an empty page of a PDF', async () => {
    const bytes = await pdfBy('Scanner 3', 'NAME AND NUMBER');
    const sides = await readSides({ id: 'both', bytes, mediaType: 'application/pdf' }, { today: '2026-03-01' });
    expect(sides).toMatchObject([{ id: 'both', page: { lines: [{ text: 'NAME AND NUMBER' }] } }]);
  });

  it('is not cut off where its zone reaches the border with every digit right', async () => {
    const lines = ['P<USATRAVELER<<HAPPY<<<<<<<<<<<<<<<<<<<<<<<<', 'E000077303USA6502056F3010149500101920<091824'];
    const { width, height, data } = await specimen(lines);
    const page = sharp(data, { raw: { width, height, channels: 3 } });
    // Spans from the edge of the first letters to the edge of the last.
    const tight = await page.extract({ left: 54, top: 0, width: 873, height }).png().toBuffer();
    const side = await sideOf(tight);
    expect(side.mrz?.mrz.lines).toEqual(lines);
    expect(of(side.quality, 'cutoff')).toMatchObject({ result: 'pass', measure: 0 });
  });

  it('shows a document by its PDF417, and none by a QR code', async () => {
    const text = 'Nothing that a card says';
    const reason = async (format: 'PDF417' | 'QRCode') => {
      const { quality } = await sideOf(await cardWithBarcode(text, { format }));
      return of(quality, 'document')!.reason;
    };
    expect(await reason('PDF417')).toBe('The image shows a document: a barcode was read');
    expect(await reason('QRCode')).not.toContain('The image shows a document: a barcode');
  });
});

describe('a close-up of a signed barcode', () => {
  const holder: SealHolder = {
    surname: 'SAMPLE',
    givenNames: 'JANE',
    number: 'D1234562',
    birth: '1980-06-01',
    sex: 'F',
    lines: ['P<D<<SAMPLE<<JANE<<<<<<<<<<<<<<<<<<<<<<<<<<', 'D1234562<7D<<8006015F3201015<<<<<<<<<<<<<<<4'],
  };
  const schemesIn = async (bytes: Uint8Array) =>
    (await readCloseUp(bytes, { today: '2026-03-01' })).map(({ scheme, issuer }) => [scheme, issuer]);

  const near = async (...symbol: Parameters<typeof symbolOf>) =>
    sharp(await symbolOf(...symbol))
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
      .png()
      .toBuffer();

  it('gives the code alone', async () => {
    const card = await near(sealFor(sealIssuer('philsys_v1'), holder), 'QRCode', 4);
    expect(await schemesIn(card)).toEqual([['philsys_v1', 'PHL']]);
    const visa = await near(sealFor(sealIssuer('icao_vds'), holder), 'DataMatrix', 6);
    expect(await schemesIn(visa)).toEqual([['icao_vds', null]]);
    expect(await schemesIn(await cardWithBarcode('Nothing signed', { format: 'QRCode' }))).toEqual([]);
  });

  it('gives nothing of a file that is not a picture', async () => {
    expect(await schemesIn(Buffer.from('{}'))).toEqual([]);
  });
});
