import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { GreyRaster } from '../image/decode.ts';
import { modelFile } from './engine.ts';
import type { Language } from './languages.ts';
import type { Reading } from './recognise.ts';

/*
 * Tesseract 5 in WebAssembly (Apache-2.0), its recogniser of lines alone: PP-OCR finds the lines.
 */

interface Api {
  Init(folder: string, language: string, engine: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(progress: null): number;
  GetUTF8Text(): string;
  MeanTextConf(): number;
  Clear(): void;
}

interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly TessBaseAPI: new () => Api;
}

/** `OEM_LSTM_ONLY` and `PSM_SINGLE_LINE` of Tesseract's `publictypes.h`. */
const NETS_ALONE = 1;
const SINGLE_LINE = '7';

/** Path from which the module reads its picture. */
const PICTURE = '/input';

/** Pixels of paper around a line: without any, letters at the border are lost. */
const MARGIN = 16;

let core: Promise<Core> | undefined;
const apis = new Map<Language, Promise<Api>>();

/** Reads one line in one language. The first line of a language takes 30 to 100 ms more, and 20 to 60 MB that are kept. */
export async function readLine(line: GreyRaster, language: Language): Promise<Reading> {
  core ??= loadCore();
  const known = apis.get(language) ?? core.then((loaded) => loadLanguage(loaded, language));
  apis.set(language, known);
  const [{ FS }, api] = [await core, await known];
  // From here to the text nothing waits: all languages share one picture.
  FS.writeFile(PICTURE, pictureOf(line));
  api.SetImageFile(1, 0);
  api.Recognize(null);
  const [text, confidence] = [api.GetUTF8Text(), api.MeanTextConf() / 100];
  api.Clear();
  return { text: tidy(text, language), confidence };
}

async function loadCore(): Promise<Core> {
  const make = createRequire(import.meta.url)(modelFile('tesseract.cjs'));
  const quiet = () => {};
  return make({ wasmBinary: await readFile(modelFile('tesseract.wasm')), print: quiet, printErr: quiet });
}

async function loadLanguage({ FS, TessBaseAPI }: Core, language: Language): Promise<Api> {
  const data = await promisify(gunzip)(await readFile(modelFile(`${language}.traineddata.gz`)));
  const file = `/${language}.traineddata`;
  FS.writeFile(file, data);
  const api = new TessBaseAPI();
  if (api.Init('/', language, NETS_ALONE) !== 0) throw new Error(`Tesseract refused its data of ${language}.`);
  FS.unlink(file);
  api.SetVariable('tessedit_pageseg_mode', SINGLE_LINE);
  return api;
}

/** A line on paper as a portable grey map. */
function pictureOf({ width, height, data }: GreyRaster): Uint8Array {
  const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const head = Buffer.from(`P5\n${wide} ${high}\n255\n`, 'latin1');
  const picture = new Uint8Array(head.length + wide * high).fill(paperOf({ width, height, data }));
  picture.set(head);
  for (let y = 0; y < height; y++) {
    picture.set(data.subarray(y * width, (y + 1) * width), head.length + (y + MARGIN) * wide + MARGIN);
  }
  return picture;
}

/** The middle grey of the border of a line. */
function paperOf({ width, height, data }: GreyRaster): number {
  const border = [...data.subarray(0, width), ...data.subarray((height - 1) * width)].sort((a, b) => a - b);
  return border[border.length >> 1] ?? 255;
}

/** Greek without the breathings and accents that it had until 1982, which Tesseract adds: `καὶ`, `Ἀθήνα`. */
const monotonic = (text: string) =>
  text
    .normalize('NFD')
    .replace(/(?<=κα\u03b9)\u0300/g, '')
    .replace(/[\u0300\u0342]/g, '\u0301')
    .replace(/[\u0313\u0314\u0345]/g, '')
    .normalize('NFC');

const IDEOGRAPHS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';
const PARTED = new RegExp(`(?<=${IDEOGRAPHS}) +(?=${IDEOGRAPHS})`, 'gu');

/** A mark that ends an Arabic word, which Tesseract writes before the word. */
const LEADING_MARK = /(?<=^|\s)([:,،])(\p{Script=Arabic}+)/gu;

/**
 * Cleans a text: removes blanks between ideographs, marks of direction, and joiners that OCR adds. Numbers of Arabic lines are
 * left out if they have Arabic-Indic digits, and marks follow their words; Devanagari digits are written as 0 to 9.
 */
function tidy(text: string, language: Language): string {
  const plain = text.normalize('NFC').replace(/[\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const own =
    language === 'ara'
      ? plain.replace(/[\p{Nd}./٫٬-]*[٠-٩][\p{Nd}./٫٬-]*/gu, ' ').replace(LEADING_MARK, '$2$1')
      : plain.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  return (language === 'ell' ? monotonic(own) : own).replace(PARTED, '').replace(/\s+/g, ' ').trim();
}
