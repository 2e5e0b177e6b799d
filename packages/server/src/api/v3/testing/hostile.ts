import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2], 8); // 8 bits, RGB
  return chunk('IHDR', data);
}

const rows = (width: number, height: number) => deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 9 });

/** A PNG of black pixels, a thousandth of the memory that it unpacks to. */
export function blackPng(width: number, height: number): Buffer {
  return Buffer.concat([
    ...[SIGNATURE, header(width, height)],
    ...[chunk('IDAT', rows(width, height)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** A PNG whose header claims so many pixels that no memory holds them. */
export function floodPng(): Buffer {
  return Buffer.concat([
    SIGNATURE,
    header(20_000, 20_000),
    chunk('IDAT', rows(640, 400)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG whose header claims one size and whose pixels are a hundred times as many. */
export function lyingPng(): Buffer {
  return Buffer.concat([
    ...[SIGNATURE, header(640, 400)],
    ...[chunk('IDAT', rows(6400, 4000)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** An animated PNG of so many frames of 640 × 400 pixels (https://www.w3.org/TR/png-3/#apng-frame-based-animation). */
export function animatedPng(frames: number): Buffer {
  const [width, height] = [640, 400];
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const parts = [SIGNATURE, header(width, height), chunk('acTL', control)];
  const pixels = rows(width, height);
  let sequence = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const place = Buffer.alloc(26);
    place.writeUInt32BE(sequence++, 0);
    place.writeUInt32BE(width, 4);
    place.writeUInt32BE(height, 8);
    place.set([0, 1, 0, 10], 20); // a tenth of a second
    parts.push(chunk('fcTL', place));
    if (frame === 0) parts.push(chunk('IDAT', pixels));
    else {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(sequence++);
      parts.push(chunk('fdAT', Buffer.concat([number, pixels])));
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

/** A PDF of `pages` pages that `draw` fills, with the options applied. */
export async function pdfOf(
  pages: number,
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false, ...options });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const end = new Promise((resolve) => document.once('end', resolve));
  for (let page = 0; page < pages; page += 1) {
    document.addPage();
    draw(document);
  }
  document.end();
  await end;
  return Buffer.concat(parts);
}

/** A PDF, large enough to be uploaded, that runs a script when it is opened, which never ends. */
export function scriptedPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /AA << /O 4 0 R >> >>',
    '<< /Type /Action /S /JavaScript /JS (for\\(;;\\) app.alert\\("hello"\\); this.submitForm\\("http://127.0.0.1/"\\);) >>',
  ];
  let text = `%PDF-1.7\n%${'x'.repeat(32 * 1024)}\n`;
  const places = objects.map((body, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
