import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysePortraits, DOCUMENT_SIDE, decodeRgb, readDocument } from '@bonafide/verification';
import type { Corners } from './letters.ts';

/** A box in shares of a picture. */
export interface ShareBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Parts of a document, in shares of its picture: a forger's view. */
export interface Places {
  /** Corners of the zone's lines. */
  readonly zone: readonly Corners[];
  readonly print: readonly { readonly text: string; readonly box: ShareBox }[];
  /** Boxes of faces, the largest first. */
  readonly faces: readonly ShareBox[];
}

/**
 * Finds the parts of a document with the readers that the service has; pictures that stand on their side have none.
 *
 * @param today `YYYY-MM-DD`
 * @param folder keeps what was found, so that forgeries stay the same when readers change
 */
export async function placesOf(bytes: Buffer, today: string, folder?: string): Promise<Places> {
  const file = folder && join(folder, `${createHash('sha256').update(bytes).digest('hex')}.places.json`);
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const places = await found(bytes, today);
  if (file) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(places));
  }
  return places;
}

async function found(bytes: Buffer, today: string): Promise<Places> {
  const { rgb } = await decodeRgb(bytes, { side: DOCUMENT_SIDE });
  const { page, mrz, turn } = await readDocument(rgb, { today });
  const { portraits } = await analysePortraits(bytes);
  const faces = portraits.map(({ box }) => box);
  if (turn !== 0) return { zone: [], print: [], faces };
  const { width, height } = page;
  const share = ({ x, y }: { x: number; y: number }) => ({ x: x / width, y: y / height });
  return {
    zone: (mrz?.quads ?? []).map(([p, q, r, s]) => [share(p), share(q), share(r), share(s)]),
    print: page.lines
      .filter(({ text }) => !text.includes('<<'))
      .map(({ text, box }) => ({
        text,
        box: {
          left: box.left / width,
          top: box.top / height,
          width: box.width / width,
          height: box.height / height,
        },
      })),
    faces,
  };
}
