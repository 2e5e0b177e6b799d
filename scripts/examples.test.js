import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allExamples, writeExamples } from './examples.js';
import { root } from './repository-files.js';

const examples = allExamples();
const folders = Object.fromEntries(Object.entries(examples).map(([name, list]) => [name, writeExamples(name, list)]));

/** Values that a module exports as functions and classes, by the names in its list of exports. */
function exportedFunctions(index) {
  const text = readFileSync(join(root, index), 'utf8');
  return [...text.matchAll(/^export \{([^}]*)\}/gm)]
    .flatMap(([, list]) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type ') && !/^[A-Z_]+$/.test(name));
}

it('finds an example on every exported function of verification', () => {
  const withExample = new Set(examples['packages/verification'].map(({ name }) => name));
  const data = ['faceDistribution', 'qualityDetectors', 'sealSchemes'];
  const exported = exportedFunctions('packages/verification/src/index.ts').filter((name) => !data.includes(name));
  expect(exported.filter((name) => !withExample.has(name))).toEqual([]);
});

it('finds an example on the interface of the web SDK and on the seams of the server', () => {
  const names = (name) => examples[name].map((example) => example.name);
  expect(names('packages/web-sdk')).toEqual(
    expect.arrayContaining([
      'init',
      'Onfido',
      'Bonafide',
      'SdkHandle',
      'tearDown',
      'setOptions',
      'addEventListener',
      'removeEventListener',
    ]),
  );
  expect(names('packages/server')).toEqual(
    expect.arrayContaining([
      'BlobStore',
      'JobHandler',
      'ReportProcessor',
      'RateLimiter',
      'RoomStore',
      'TrustService',
      'Provider',
      'SmsProvider',
      'Mailer',
    ]),
  );
});

it.each(Object.keys(examples))('compiles the examples of %s', (name) => {
  const { stdout } = spawnSync('npx', ['tsc', '-p', folders[name], '--singleThreaded'], {
    cwd: root,
    encoding: 'utf8',
  });
  const places = stdout.replace(/^\S*?(\d+)\.ts/gm, (_, index) => {
    const { file, line } = examples[name][index];
    return `${file}:${line}`;
  });
  expect(places).toBe('');
});

it.each(['packages/verification', 'packages/server'])('runs the examples of %s that need no file', (name) => {
  const options = ['--conditions=bonafide-source', join(folders[name], 'run.ts')];
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  const failures = stderr.match(/^\{"index".*$/gm) ?? [];
  expect(
    failures.map((line) => {
      const { index, message } = JSON.parse(line);
      return `${examples[name][index].file}:${examples[name][index].line}: ${message}`;
    }),
  ).toEqual([]);
  expect(status).toBe(0);
});
