import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** A page that is written on in points from its top left corner. */
export interface Sheet {
  readonly width: number;
  /** Returns the baseline of the next line, counted as the top of its letters. */
  text(x: number, y: number, text: string, style?: Style): number;
  rule(x: number, y: number, width: number): void;
  frame(x: number, y: number, width: number, height: number): void;
  end(): Promise<Buffer>;
}

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  /** Right edge of the text at `x`. */
  readonly right?: boolean;
  /** Middle of the text at `x`. */
  readonly centred?: boolean;
}

/** Families with the letters of western Europe: the PDF standard's own, and two that are embedded. */
export const FAMILIES = [
  ['Helvetica', 'Helvetica-Bold'],
  ['DejaVuSans', 'DejaVuSans-Bold'],
  ['Times-Roman', 'Times-Bold'],
  ['DejaVuSerifCondensed', 'DejaVuSerifCondensed-Bold'],
] as const;

const { resolve } = createRequire(import.meta.url);
const fontOf = (name: string) => (name.startsWith('DejaVu') ? resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`) : name);

/** An empty page of the size that letters have in America or elsewhere. */
export function sheet(family: (typeof FAMILIES)[number], size: 'A4' | 'LETTER', date: Date): Sheet {
  const document = new PDFDocument({ size, margin: 0, info: { CreationDate: date, Producer: 'Correspondence 4.1' } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((ready) => document.on('end', () => ready(Buffer.concat(chunks))));
  return {
    width: document.page.width,
    text(x, y, text, { size = 10, bold = false, right = false, centred = false } = {}) {
      document.font(fontOf(family[bold ? 1 : 0])).fontSize(size);
      const before = right ? 1 : centred ? 0.5 : 0;
      document.text(text, x - before * document.widthOfString(text), y, { lineBreak: false });
      return y + 1.3 * size;
    },
    rule(x, y, width) {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.6)
        .stroke();
    },
    frame(x, y, width, height) {
      document.rect(x, y, width, height).lineWidth(0.6).stroke();
    },
    end() {
      document.end();
      return done;
    },
  };
}
