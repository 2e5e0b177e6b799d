import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DOCUMENT_SIDE,
  decodeRgb,
  type PageText,
  pageOf,
  readAddressProof,
  readPdf,
  readText,
} from '@bonafide/verification';
import type { Measurement, Subject } from './measurement.ts';
import { spent } from './spent.ts';

interface Truth {
  readonly file: string;
  readonly kind: string;
  readonly issuer: string | null;
  readonly holder: readonly string[];
  readonly address: string | null;
  readonly date: string | null;
}

const bare = (text: string | null | undefined) =>
  (text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Proofs of address: kind, holder, address and date of those that are accepted, and refusal of the others. */
export const addressProof: Subject = {
  name: 'address-proof',
  async measure(data) {
    const folder = join(data, 'proof_of_address');
    const list = join(folder, 'ground_truth.json');
    if (!existsSync(list)) return [];
    const count = { accepted: 0, kind: 0, holder: 0, address: 0, date: 0, issuer: 0, others: 0, refused: 0 };
    const time = spent();
    for (const truth of JSON.parse(readFileSync(list, 'utf8')) as Truth[]) {
      const bytes = readFileSync(join(folder, truth.file));
      const read = await time.of(async () => readAddressProof(await pagesOf(bytes, truth.file.endsWith('.pdf'))));
      if (truth.kind === 'not_accepted') {
        count.others++;
        if (read.kind === null) count.refused++;
        continue;
      }
      count.accepted++;
      const holders = read.holders.map(({ name }) => bare(name)).sort();
      if (read.kind === truth.kind) count.kind++;
      if (holders.join() === truth.holder.map(bare).sort().join()) count.holder++;
      if (bare(read.address) === bare(truth.address)) count.address++;
      if (read.issueDate === truth.date) count.date++;
      if (bare(read.issuer) === bare(truth.issuer)) count.issuer++;
    }
    const all = (what: string, right: number): Measurement => ({
      what,
      right,
      of: count.accepted,
      target: 'all',
      met: right === count.accepted,
    });
    return [
      all('accepted kinds told', count.kind),
      all('holder', count.holder),
      all('address', count.address),
      all('date', count.date),
      { what: 'issuer', right: count.issuer, of: count.accepted },
      {
        what: 'kinds that are not accepted, refused',
        right: count.refused,
        of: count.others,
        target: 'all',
        met: count.refused === count.others,
      },
      ...time.lines('a document'),
    ];
  },
};

async function pagesOf(bytes: Uint8Array, pdf: boolean): Promise<PageText[]> {
  if (!pdf) return [await pageOfPicture((await decodeRgb(bytes, { side: DOCUMENT_SIDE })).rgb)];
  const pages: PageText[] = [];
  for (const { rgb, lines } of await readPdf(bytes)) {
    pages.push(lines.length > 0 ? { width: rgb.width, height: rgb.height, lines } : await pageOfPicture(rgb));
  }
  return pages;
}

async function pageOfPicture(rgb: Parameters<typeof readText>[0]): Promise<PageText> {
  const { upright, lines } = await readText(rgb);
  return pageOf(lines, upright);
}
