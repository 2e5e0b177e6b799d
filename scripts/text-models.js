// Writes `packages/verification/models/text/`: the nets of PP-OCR (Apache-2.0) with fewer and faster nodes, and the letters of
// the recogniser. Rewriting them takes 0.3 s of a core, which no analysis process spends so. Beside them stands what reads
// other scripts: the recogniser with its Chinese characters, and Tesseract (Apache-2.0) with its languages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './ensure.js';
import { fingerprint } from './fingerprint.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['packages/verification/src/text', 'package-lock.json', 'scripts/text-models.js'];

async function write(dir) {
  const text = new URL('../packages/verification/src/text/', import.meta.url);
  const { fused } = await import(new URL('fuse.ts', text).href);
  const { languageFile, netFile, publishedLetters, recogniserClasses, tesseractFiles } = await import(
    new URL('published.ts', text).href
  );
  const { LANGUAGES } = await import(new URL('languages.ts', text).href);
  const classes = await recogniserClasses();
  for (const name of ['detector', 'recogniser', 'turns']) {
    const kept = name === 'recogniser' ? classes.map(({ index }) => index) : undefined;
    writeFileSync(join(dir, `${name}.onnx`), fused(await netFile(name), kept));
  }
  writeFileSync(join(dir, 'letters.json'), JSON.stringify(classes.map(({ letter }) => letter)));
  writeFileSync(join(dir, 'han.onnx'), fused(await netFile('recogniser')));
  writeFileSync(join(dir, 'han-letters.json'), JSON.stringify(await publishedLetters()));
  const [script, code] = await tesseractFiles();
  // A package of modules takes a file `.js` for one.
  writeFileSync(join(dir, 'tesseract.cjs'), script);
  writeFileSync(join(dir, 'tesseract.wasm'), code);
  for (const language of LANGUAGES) {
    writeFileSync(join(dir, `${language}.traineddata.gz`), await languageFile(language));
  }
}

/** Writes the nets unless nothing has changed. */
export function ensureTextModels() {
  return ensure(join(root, 'packages/verification/models/text'), fingerprint(...sources), write);
}
