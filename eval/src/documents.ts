import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_SIDE, type DocumentRead, decodeRgb, readDocument } from '@bonafide/verification';
import { spent } from './call-times.ts';

export const TODAY = '2026-03-01';

const known = new Map<string, Promise<DocumentRead>>();
const time = spent();

/** A document of the sets, read once however many subjects look at it. */
export function readOnce(folder: string, file: string): Promise<DocumentRead> {
  const path = join(folder, file);
  const read = known.get(path) ?? fresh(path);
  known.set(path, read);
  return read;
}

async function fresh(path: string): Promise<DocumentRead> {
  const bytes = readFileSync(path);
  return time.of(async () => readDocument((await decodeRgb(bytes, { side: DOCUMENT_SIDE })).rgb, { today: TODAY }));
}

/** Time of all that `readOnce` has read so far. */
export const timeOfReading = () => time.lines('a document: decoding, text, zone, fields', 1.2);
