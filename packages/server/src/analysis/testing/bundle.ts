import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export interface Programs {
  /** `tasks.ts`, beside its guard. */
  readonly tasks: URL;
  /** `parent.ts`. */
  readonly parent: URL;
}

/** Builds the programs of tests into a directory, as `scripts/build.js` builds the real ones. */
export async function bundlePrograms(directory: string): Promise<Programs> {
  await build({
    input: {
      'analysis/tasks': here('tasks.ts'),
      'analysis/parent': here('parent.ts'),
      'analysis/guard': here('../guard.ts'),
    },
    platform: 'node',
    resolve: { alias: { '@bonafide/verification': here('../../../../verification/src/index.ts') } },
    // Loaded with the first picture or file of a kind, which never comes.
    external: ['sharp', 'onnxruntime-node', 'exifr', '@hyzyla/pdfium', '@vladmandic/face-api', 'zxing-wasm/reader'],
    output: { dir: directory, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    logLevel: 'silent',
  });
  const program = (name: string) => pathToFileURL(join(directory, 'analysis', name));
  return { tasks: program('tasks.js'), parent: program('parent.js') };
}
