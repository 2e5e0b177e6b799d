import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BARCODE_SIDE, decodeRgb, parseAamva, readBarcodes } from '@bonafide/verification';
import { drawnBarcodes } from './barcodes-drawn.ts';
import type { Measurement, Subject } from './measurement.ts';

interface Truth {
  readonly file: string;
  readonly kind: 'aamva' | 'aamva_text_only' | 'plain';
  readonly text?: string;
  readonly elements?: Readonly<Record<string, string>>;
}

/** The symbol of one specimen begins with a blank before the compliance indicator, which its truth leaves out. */
const same = (read: string | undefined, truth: string) => read === truth || read?.trimStart() === truth;

function elementsRight(text: string, truth: Readonly<Record<string, string>>): boolean {
  const card = parseAamva(text);
  if ('refused' in card || card.faults.length > 0) return false;
  return Object.entries(truth).every(([id, value]) => card.elements.get(id) === value.trim());
}

async function measure(data: string): Promise<Measurement[]> {
  const folder = join(data, 'barcodes_pdf417');
  const truths = JSON.parse(readFileSync(join(folder, 'ground_truth.json'), 'utf8')) as Truth[];
  const count = { plain: 0, plainRight: 0, refused: 0, cards: 0, cardsRight: 0 };
  const times: number[] = [];
  for (const { file, kind, text = '', elements = {} } of truths) {
    const bytes = readFileSync(join(folder, file));
    let found = bytes.toString('latin1');
    if (kind !== 'aamva_text_only') {
      const start = performance.now();
      const { rgb } = await decodeRgb(bytes, { side: BARCODE_SIDE });
      found = (await readBarcodes(rgb)).barcodes[0]?.text ?? '';
      times.push(performance.now() - start);
    }
    if (kind === 'plain') {
      count.plain++;
      if (same(found, text)) count.plainRight++;
      if ('refused' in parseAamva(found)) count.refused++;
    } else {
      count.cards++;
      if ((kind === 'aamva_text_only' || same(found, text)) && elementsRight(found, elements)) count.cardsRight++;
    }
  }
  times.sort((a, b) => a - b);
  const { cards, cardsRight, plain, plainRight, refused } = count;
  return [
    { what: 'cards read, every element right', right: cardsRight, of: cards, target: 'all', met: cardsRight === cards },
    {
      what: 'plain PDF417, exact text',
      right: plainRight,
      of: plain,
      target: '≥ 95 %',
      met: plainRight >= 0.95 * plain,
    },
    { what: 'plain text refused as a card', right: refused, of: plain, target: 'all', met: refused === plain },
    {
      what: 'time a picture, median and longest',
      figure: `${times[times.length >> 1]?.toFixed(0)} and ${times.at(-1)?.toFixed(0)} ms`,
    },
    ...(await drawnBarcodes()),
  ];
}

export const barcodes: Subject = { name: 'barcodes', measure };
