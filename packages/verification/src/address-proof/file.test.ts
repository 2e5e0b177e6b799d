import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { analyseAddressProof } from './file.ts';

interface Making {
  readonly producer?: string;
  readonly password?: string;
  readonly over?: boolean;
}

/** A bill as its issuer makes it, or after a forger has changed it. */
function bill({ producer = 'Billing 4', password, over = false }: Making = {}): Promise<Buffer> {
  const document = new PDFDocument({ info: { Producer: producer }, ...(password ? { userPassword: password } : {}) });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const lines = ['Brightwater Energy Ltd', 'Mr John Example', '14 Sample Street', 'Sheffield', 'S1 2HH'];
  lines.forEach((line, i) => {
    document.fontSize(11).text(line, 60, i === 0 ? 40 : 120 + 14 * i, { lineBreak: false });
  });
  document
    .text('Your electricity bill', 60, 240)
    .text('Bill date: 3 February 2026', 60, 260)
    .text('Meter reading 20231 kWh', 60, 280);
  if (over) document.text('Ms Erika Other', 60, 134, { lineBreak: false });
  document.end();
  return new Promise((done) => document.on('end', () => done(Buffer.concat(chunks))));
}

const LINES: readonly (readonly [x: number, y: number, text: string])[] = [
  [60, 90, 'Brightwater Energy Ltd'],
  [60, 200, 'Account holder'],
  [900, 200, 'Mr John Example'],
  [60, 250, 'Supply address'],
  [900, 250, '14 Sample Street, Sheffield, S1 2HH'],
  [60, 330, 'Your electricity bill'],
  [60, 390, 'Bill date'],
  [900, 390, '3 February 2026'],
  [60, 450, 'Meter reading 20231 kWh'],
];

/**
 * A form whose labels are far to the left of their values. When it is photographed askew, a value is level with the label of
 * another row.
 */
const FORM = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="900"><rect width="100%" height="100%" fill="#fff"/>
${LINES.map(([x, y, text]) => `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="30">${text}</text>`).join('')}</svg>`;

const options = { country: 'GBR', today: '2026-03-01' };
const analyse = (bytes: Uint8Array) => analyseAddressProof({ bytes, mediaType: 'application/pdf' }, options);
const failing = async (bytes: Uint8Array) => {
  const analysis = await analyse(bytes);
  return analysis.readable
    ? analysis.source.filter(({ result }) => result === 'fail').map(({ name }) => name)
    : analysis.reason;
};

describe('file of a proof of address', () => {
  it('says what it is, how old, and that nobody worked on it', async () => {
    const bytes = await bill();
    const analysis = await analyse(bytes);
    expect(structuredClone(analysis)).toMatchObject({
      readable: true,
      proof: { kind: 'electricity_bill', address: '14 Sample Street, Sheffield, S1 2HH', issueDate: '2026-02-03' },
      age: { result: 'pass', measure: 26 },
      quality: [],
    });
    expect(await failing(bytes)).toEqual([]);
  });

  it.each([-6, 6])('reads a photograph that is turned by %i degrees as a level one', async (degrees) => {
    const page = sharp(Buffer.from(FORM)).rotate(degrees, { background: '#605448' });
    const analysis = await analyseAddressProof(
      { bytes: await page.jpeg({ quality: 90 }).toBuffer(), mediaType: 'image/jpeg' },
      options,
    );
    expect(analysis).toMatchObject({
      proof: {
        kind: 'electricity_bill',
        address: '14 Sample Street, Sheffield, S1 2HH',
        issueDate: '2026-02-03',
        holders: [{ name: 'John Example' }],
      },
    });
  });

  it('reports the editor, what was appended, and what was put over the page', async () => {
    expect(await failing(await bill({ producer: 'Sejda 5' }))).toEqual(['editing_traces']);
    const update = '\n99 0 obj <</Subtype /FreeText>> endobj\nstartxref\n77\n%%EOF\n';
    expect(await failing(Buffer.concat([await bill(), Buffer.from(update)]))).toEqual([
      'incremental_updates',
      'text_boxes',
    ]);
    expect(await failing(await bill({ over: true }))).toEqual(['text_laid_over']);
  });

  it('says why it cannot be read', async () => {
    expect(await failing(await bill({ password: 'secret' }))).toBe('encrypted');
    expect(await failing(Buffer.from('no PDF'))).toBe('not_a_pdf');
    const picture = await analyseAddressProof({ bytes: Buffer.from('no picture'), mediaType: 'image/png' }, options);
    expect(picture).toMatchObject({ readable: false, reason: 'unsupported' });
  });
});
