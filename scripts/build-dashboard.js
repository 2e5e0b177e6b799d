// Builds the pages of the dashboard into a folder: one page, a style sheet, and scripts whose names carry their hash.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import {
  dark,
  dashboardDark,
  dashboardLight,
  declared,
  light,
  overPictures,
} from '../packages/web-sdk/src/ui/tokens.ts';

const folder = fileURLToPath(new URL('../packages/dashboard', import.meta.url));

/** Bytes, gzip, that every page may load: the two scripts, their imports, and the style. */
const FIRST_VIEW_LIMIT = 250 * 1024;

/** React, and the router and query library of TanStack. */
const LIBRARIES = /node_modules\/(react|scheduler|@tanstack\/(react-(?!virtual)|history|router-core|store|query-core))/;

/** `prefetch` asks for what the page will need, while `main` and the scripts that it imports come. */
const page = ({ prefetch, main, imported, style }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Bonafide</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Crect width='20' height='20' rx='5' fill='%231b4d89'/%3E%3Cpath d='M6 10.5l3 3 5.5-6' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/dashboard/files/${style}">
<script type="module" src="/dashboard/files/${prefetch}"></script>
<script type="module" src="/dashboard/files/${main}"></script>
${imported.map((name) => `<link rel="modulepreload" href="/dashboard/files/${name}">`).join('\n')}
</head>
<body><div id="root"></div></body>
</html>
`;

/** Custom properties of these pages from the tokens; `live` and `sandbox` are the environments. */
const of = (shared, own) => ({ ...shared, ...own, live: shared.action });

/** The tokens of all pages as a style sheet. */
const tokenSheet = `:root {
  color-scheme: light dark;
  ${declared(of(light, dashboardLight))}
  --on-mark: ${light.text}; --picture-box: ${overPictures.box}; --picture-doubt: ${overPictures.doubt};
}
@media (prefers-color-scheme: dark) {
  :root { ${declared(of(dark, dashboardDark))} }
}
`;

/** The rules that the graph of the workflow builder needs, 2 KB gzip. Its script loads with the builder alone. */
const flowSheet = readFileSync(createRequire(import.meta.url).resolve('@xyflow/react/dist/base.css'), 'utf8');

/** The style sheets: React Flow, tokens, shared rules, then rules of parts and pages, and last the rules for paper. */
function styleSheets() {
  const styles = join(folder, 'src/style');
  const others = readdirSync(styles).filter((name) => !['base.css', 'print.css'].includes(name));
  const names = ['base.css', ...others.sort(), 'print.css'];
  return [flowSheet, tokenSheet, ...names.map((name) => readFileSync(join(styles, name), 'utf8'))];
}

/** Names of the scripts that a script loads before it runs, with its own. */
function loadedWith(chunk, chunks, names = new Set()) {
  names.add(chunk.fileName);
  for (const name of chunk.imports) {
    const other = chunks.find(({ fileName }) => fileName === name);
    if (other && !names.has(name)) loadedWith(other, chunks, names);
  }
  return names;
}

/** Writes the dashboard into `dir`. Throws when its first view is larger than it may be. */
export async function buildDashboard(dir) {
  const { output } = await build({
    cwd: folder,
    input: { prefetch: 'src/prefetch.ts', main: 'src/main.tsx' },
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' } },
    output: {
      dir,
      format: 'esm',
      minify: true,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      // What three pages import comes with the first script: a page that finds it late opens late. Only the table of long lists
      // is too large for that. What `prefetch` imports is small, so that it runs first. Libraries that every page needs are a
      // file of their own, which browsers keep from version to version.
      codeSplitting: {
        groups: [
          { name: 'api', test: /src\/(api|pages)\.ts$/, priority: 1 },
          { name: 'libraries', test: LIBRARIES },
          { name: 'shared', minShareCount: 3, test: (id) => !id.includes('virtual') },
        ],
      },
    },
    logLevel: 'warn',
    // Libraries mark code of the browser by "use client", which means nothing outside of servers that render React.
    checks: { moduleLevelDirective: false },
  });
  const css = styleSheets().join('');
  const style = `style-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  writeFileSync(join(dir, style), css);
  const chunks = output.filter(({ type }) => type === 'chunk');
  const [prefetch, main] = ['prefetch', 'main'].map((entry) =>
    chunks.find(({ isEntry, name }) => isEntry && name === entry),
  );
  const scripts = loadedWith(main, chunks, loadedWith(prefetch, chunks));
  const imported = [...scripts].filter((name) => name !== prefetch.fileName && name !== main.fileName);
  writeFileSync(join(dir, 'index.html'), page({ prefetch: prefetch.fileName, main: main.fileName, imported, style }));
  const first = [...scripts, style];
  const bytes = first.reduce((sum, name) => sum + gzipSync(readFileSync(join(dir, name))).length, 0);
  if (bytes > FIRST_VIEW_LIMIT)
    throw new Error(`The dashboard loads ${bytes} bytes first, more than ${FIRST_VIEW_LIMIT}`);
  return bytes;
}
