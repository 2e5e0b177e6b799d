import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { describe, expect, it, vi } from 'vitest';
import { MOST_PAGES, PDF_PAGES, type PdfOptions, pdfPages, readPdf } from './read.ts';
import { UnreadablePdf } from './unreadable.ts';

/** A PDF of these objects; the first one is the catalogue. */
function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

/** `pages` times the same page, with `box` as its size in points. */
function rawPdf(pages: number, box = '0 0 595 842', content = 'BT /F 24 Tf 72 700 Td (Mrs Specimen) Tj ET'): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 3 0 R /Resources << /Font << /F 4 0 R >> >> >>`;
  const kids = Array.from({ length: pages }, (_, i) => `${i + 5} 0 R`).join(' ');
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`;
  return pdfOf([CATALOGUE, tree, stream(content), FONT, ...Array.from({ length: pages }, () => page)]);
}

/** One page, with these entries, and whatever else it refers to from object 4 on. */
function onePage(entries: string, others: readonly string[] = [], tree = '/Kids [3 0 R] /Count 1'): Buffer {
  return pdfOf([CATALOGUE, `<< /Type /Pages ${tree} >>`, `<< /Type /Page /Parent 2 0 R ${entries} >>`, ...others]);
}

async function encrypted(options: { userPassword?: string; ownerPassword: string }): Promise<Buffer> {
  const document = new PDFDocument(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.text('Mrs Specimen');
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

const reasonOf = (bytes: Uint8Array, options?: PdfOptions) =>
  readPdf(bytes, options).then(
    (pages) => `${pages.length} pages`,
    (error) => (error instanceof UnreadablePdf ? error.reason : `unknown error: ${error}`),
  );

const messageOf = (bytes: Uint8Array) =>
  readPdf(bytes).then(
    () => 'read',
    (error: Error) => error.message,
  );

describe('PDF', () => {
  it('gives each page as text with its place, and as a picture', async () => {
    const [page, ...others] = await readPdf(rawPdf(1), { side: 842 });
    expect(others).toEqual([]);
    expect(page).toMatchObject({ number: 1, of: 1, rgb: { width: 595, height: 842 } });
    expect(page?.rgb.data).toHaveLength(595 * 842 * 3);
    expect(page?.lines.map(({ text }) => text)).toEqual(['Mrs Specimen']);
    const { left, top, width, height } = page!.lines[0]!.box;
    // 24 points at (72, 700) from below: capitals reach 17 points above the base line, the p 5 below.
    expect([left, top].map((at, i) => Math.abs(at - [74, 124][i]!) <= 2)).toEqual([true, true]);
    expect([width > 130 && width < 160, height > 18 && height < 25]).toEqual([true, true]);
    const inked = (x: number, y: number) => page!.rgb.data[(y * 595 + x) * 3]! < 128;
    expect(inked(left + 1, top + 8)).toBe(true);
    expect(inked(left - 10, top + 8)).toBe(false);
  });

  it('parts the cells of a table', async () => {
    const content = 'BT /F 12 Tf 72 700 Td (Holder, of) Tj 200 0 Td (ANNA SPECIMEN) Tj ET';
    const [page] = await readPdf(rawPdf(1, '0 0 595 842', content));
    expect(page?.lines.map(({ text }) => text)).toEqual(['Holder, of', 'ANNA SPECIMEN']);
  });

  it('has no text for a page without any', async () => {
    expect((await readPdf(rawPdf(1, '0 0 595 842', '0 0 50 50 re f')))[0]?.lines).toEqual([]);
  });

  it('never makes more pixels of a card than 300 dots per inch', async () => {
    expect((await readPdf(rawPdf(1, '0 0 243 153')))[0]?.rgb).toMatchObject({ width: 1012, height: 637 });
  });

  it(`looks at ${PDF_PAGES} pages at most`, async () => {
    const pages = await readPdf(rawPdf(PDF_PAGES + 5), { side: 60 });
    expect([pages.length, pages.at(-1)?.number, pages.at(-1)?.of]).toEqual([PDF_PAGES, PDF_PAGES, PDF_PAGES + 5]);
    expect(await reasonOf(rawPdf(5), { side: 60, pages: 2 })).toBe('2 pages');
  });

  it('can be left after any page', async () => {
    for await (const { number } of pdfPages(rawPdf(3), { side: 60 })) {
      expect(number).toBe(1);
      break;
    }
  });

  it('opens what only forbids copying, and refuses what needs a password', async () => {
    expect(await reasonOf(await encrypted({ ownerPassword: 'secret' }))).toBe('1 pages');
    expect(await reasonOf(await encrypted({ ownerPassword: 'secret', userPassword: 'user' }))).toBe('encrypted');
  });

  it.each([
    ['too_many_pages', rawPdf(MOST_PAGES + 1)],
    ['too_many_pages', rawPdf(10_000)],
    ['page_too_large', rawPdf(1, '0 0 14401 100')],
    ['page_too_large', rawPdf(1, '0 0 14400 3')],
    ['no_pages', rawPdf(0)],
    ['undecodable', Buffer.from('%PDF-1.7\nnothing')],
    ['not_a_pdf', Buffer.from('<html>')],
    ['not_a_pdf', Buffer.alloc(0)],
    ['not_a_pdf', Buffer.concat([Buffer.alloc(2000), rawPdf(1)])],
  ])('refuses: %s', async (reason, bytes) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });

  it.each([
    ['two thousand million', '/Kids [3 0 R] /Count 2000000000'],
    ['less than none', '/Kids [3 0 R] /Count -5'],
  ])('counts pages itself where the file claims %s', async (_, tree) => {
    expect(await reasonOf(onePage('/MediaBox [0 0 100 100]', [], tree), { side: 60 })).toBe('1 pages');
  });

  it('refuses a tree of pages that holds itself', async () => {
    expect(await reasonOf(onePage('', [], '/Kids [2 0 R 2 0 R] /Count 2'))).toBe('undecodable');
  });

  it.each(['', '/MediaBox [0 0 0 0]', '/MediaBox [0 0 1e30 1e30]', '/MediaBox [9 9]', '/MediaBox [595 842 0 0]'])(
    'takes a page of no sensible size for one of a usual size: %s',
    async (entries) => {
      const [page] = await readPdf(onePage(entries), { side: 60 });
      expect(Math.max(page!.rgb.width, page!.rgb.height)).toBeGreaterThanOrEqual(59);
    },
  );

  it('refuses forms that hold themselves twice, and what else takes all memory', async () => {
    const page = '/MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>';
    const entries = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>';
    const endless = onePage(page, [stream('/X Do'), stream('/X Do /X Do', entries)]);
    expect(await messageOf(endless)).toBe('Reading the PDF needs more than 768 MB of memory');
    // The next file has an instance of its own.
    expect(await reasonOf(rawPdf(1), { side: 60 })).toBe('1 pages');
  });

  it('reads a page whose print is one endless line', async () => {
    const content = `BT /F 2 Tf 10 400 Td ${'(abcdefghij) Tj '.repeat(5000)}ET`;
    const [page] = await readPdf(rawPdf(1, '0 0 595 842', content), { side: 60 });
    expect(page?.lines.map(({ text }) => text.length)).toEqual([50_000]);
  });

  it('begins no page without time left, which is not a fault of the file', async () => {
    await expect(readPdf(rawPdf(3), { seconds: 0 })).rejects.toMatchObject({
      name: 'DecodeTimeout',
      reason: 'too_slow',
    });
  });

  it('counts neither what is done between its pages nor the time that it waits', async () => {
    const cpuUsage = vi.spyOn(process, 'cpuUsage');
    // Each page takes half a second of a processor, and what its caller does takes a thousand.
    let user = 0;
    cpuUsage.mockImplementation(() => {
      user += 500_000;
      return { user, system: 0 };
    });
    let pages = 0;
    for await (const { number } of pdfPages(rawPdf(3), { side: 60, seconds: 1.4 })) {
      pages = number;
      user += 1e9;
    }
    expect(pages).toBe(3);
    cpuUsage.mockRestore();
  });

  it('either reads or refuses whatever was damaged', async () => {
    const whole = rawPdf(2);
    const damage = fc.record({
      at: fc.nat(whole.length - 1),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, bytes, cut }) => {
        const broken = Buffer.from(cut ? whole.subarray(0, at) : whole);
        if (!cut) broken.set(bytes.subarray(0, broken.length - at), at);
        expect(await reasonOf(broken, { side: 100 })).not.toContain('unknown error');
      }),
      { numRuns: 25 },
    );
  });
});
