import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFiumLibrary } from '@hyzyla/pdfium';

/**
 * Bytes that one PDF may take. A page of an A4 scan at 600 dots per inch needs about 300 MB; forms that hold each other ten
 * times over, and streams that unpack without end, would take the 2 GB that this build of PDFium allows, and minutes.
 */
export const PDF_MEMORY = 768 * 1024 * 1024;

/** PDFium with a memory of its own. */
export interface Pdfium {
  readonly library: PDFiumLibrary;
  /**
   * The reason why memory ran out when PDFium asked for some in vain and crashed or left something out: the file needs more than
   * `PDF_MEMORY`, or the machine has less.
   */
  readonly starved: () => 'file' | 'machine' | null;
}

interface Imports {
  readonly env: Readonly<Record<string, unknown>>;
}

/** The parts of WebAssembly that are used here. Node's types lack them. */
const { WebAssembly: assembly } = globalThis as unknown as {
  WebAssembly: {
    compile(code: Uint8Array): Promise<object>;
    instantiate(module: object, imports: object): Promise<object>;
  };
};

/** A new instance of PDFium; its code is compiled once. */
export async function openPdfium(): Promise<Pdfium> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  compiling ??= compiled();
  const module = await compiling;
  let starved: 'file' | 'machine' | null = null;
  const library = await PDFiumLibrary.init({
    instantiateWasm: (imports: Imports, done: (instance: object) => void) => {
      const resize = imports.env.emscripten_resize_heap as (bytes: number) => boolean;
      // Unsigned: WebAssembly returns sizes above 2 GB as negative numbers.
      const limited = (bytes: number) => {
        if (bytes >>> 0 > PDF_MEMORY) {
          starved = 'file';
          return false;
        }
        const resized = resize(bytes);
        if (!resized) starved = 'machine';
        return resized;
      };
      const env = { ...imports.env, emscripten_resize_heap: limited };
      assembly.instantiate(module, { ...imports, env }).then(done);
      return {};
    },
  });
  return { library, starved: () => starved };
}

let compiling: Promise<object> | undefined;

/** Read from the disk: left alone, the library looks beside the file that it is bundled into. */
async function compiled(): Promise<object> {
  return assembly.compile(await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')));
}
