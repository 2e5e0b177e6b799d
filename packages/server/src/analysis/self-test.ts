const verification = () => import('@bonafide/verification');

const WORD = 'BONAFIDE';

/** A page with one word on it; PDFium has the typeface within. */
const PAGE = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 41 >>
stream
BT /F 40 Tf 90 90 Td (${WORD}) Tj ET
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
trailer
<< /Root 1 0 R >>
startxref
0
%%EOF
`;

/** Points of a face that is nowhere, for a net that takes what it is shown. */
const ANYWHERE = Array.from({ length: 68 }, (_, i) => ({ x: 100 + (i % 10) * 10, y: 50 + Math.floor(i / 10) * 10 }));

const parts = {
  PDF: page,
  async pictures() {
    const { width, height, data } = await page();
    const { pngOfSamples, decode } = await verification();
    const png = await pngOfSamples(data as Uint8Array, { width, height, channels: 3 });
    const { rgb } = await decode(png);
    expectSame([rgb.width / rgb.height, width / height]);
  },
  async text() {
    const { lines } = await (await verification()).readText(await page());
    expectSame([lines.map(({ text }) => text).join(' '), WORD]);
  },
  barcodes: async () => (await verification()).readBarcodes(await page()),
  async faces() {
    const { findFaces, embed, EMBEDDING_LENGTH } = await verification();
    const picture = await page();
    expectSame([(await findFaces(picture)).length, 0]);
    const embedding = await embed(picture, { landmarks: ANYWHERE });
    expectSame([embedding.length, EMBEDDING_LENGTH]);
    if (!embedding.every(Number.isFinite)) throw new Error('Not every number of a face is one');
  },
} satisfies Record<string, () => Promise<unknown>>;

/** A part of the analysers that is tested by itself. */
export type SelfTestPart = keyof typeof parts;

/** Parts of the analysers, in the order in which they are tested. */
export const selfTestParts = Object.keys(parts) as SelfTestPart[];

/**
 * Loads the libraries and models of a part, and runs them on a drawn page. `bonafide doctor` uses it to find missing parts of a
 * machine before the first live report. Takes up to a second. Returns what is wrong, null when the part works.
 */
export async function selfTest(part: SelfTestPart): Promise<string | null> {
  return parts[part]().then(
    () => null,
    (error: Error) => error.message,
  );
}

async function page() {
  const [first] = await (await verification()).readPdf(Buffer.from(PAGE));
  if (!first) throw new Error('A PDF of one page has none');
  return first.rgb;
}

function expectSame([found, expected]: readonly [unknown, unknown]): void {
  if (found !== expected) throw new Error(`Found ${found} instead of ${expected}`);
}
