/** Result of testing a part of the analysers on this machine; `problem` is null when it works. */
export interface PartTested {
  readonly name: string;
  readonly problem: string | null;
}

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

/**
 * Loads every library and model that examines uploads, and runs it on a drawn page. `bonafide doctor` uses it to find
 * missing parts of a machine before the first live report. Takes one to three seconds.
 */
export async function selfTest(): Promise<PartTested[]> {
  const verification = await import('@bonafide/verification');
  const page = async () => {
    const [first] = await verification.readPdf(Buffer.from(PAGE));
    if (!first) throw new Error('A PDF of one page has none');
    return first.rgb;
  };
  const parts: Record<string, () => Promise<unknown>> = {
    PDF: page,
    async pictures() {
      const { width, height, data } = await page();
      const png = await verification.pngOfSamples(data as Uint8Array, { width, height, channels: 3 });
      const { rgb } = await verification.decode(png);
      expectSame([rgb.width / rgb.height, width / height]);
    },
    async text() {
      const { lines } = await verification.readText(await page());
      expectSame([lines.map(({ text }) => text).join(' '), WORD]);
    },
    barcodes: async () => verification.readBarcodes(await page()),
    async faces() {
      const picture = await page();
      expectSame([(await verification.findFaces(picture)).length, 0]);
      const embedding = await verification.embed(picture, { landmarks: ANYWHERE });
      expectSame([embedding.length, verification.EMBEDDING_LENGTH]);
      if (!embedding.every(Number.isFinite)) throw new Error('Not every number of a face is one');
    },
  };
  const tested: PartTested[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const problem = await part().then(
      () => null,
      (error: Error) => error.message,
    );
    tested.push({ name, problem });
  }
  return tested;
}

function expectSame([found, expected]: readonly [unknown, unknown]): void {
  if (found !== expected) throw new Error(`Found ${found} instead of ${expected}`);
}
