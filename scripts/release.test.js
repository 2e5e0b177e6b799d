import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isLater, release } from './release.js';

let root;
const write = (file, value) =>
  writeFileSync(join(root, file), typeof value === 'string' ? value : JSON.stringify(value));
const read = (file) => readFileSync(join(root, file), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  for (const folder of [
    'changes',
    'packages/server',
    'packages/verification',
    'packages/web-sdk/src',
    'packages/chip-reader',
    'packages/conformance',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  const server = { name: 'bonafide', version: '0.1.0', dependencies: { '@bonafide/web-sdk': '^0.1.0', pg: '^8.0.0' } };
  write('packages/server/package.json', server);
  write('packages/verification/package.json', { name: '@bonafide/verification', version: '0.1.0' });
  write('packages/web-sdk/package.json', { name: '@bonafide/web-sdk', version: '0.1.0' });
  write('packages/chip-reader/package.json', { name: '@bonafide/chip-reader', version: '0.1.0' });
  write('packages/conformance/package.json', { name: '@bonafide/conformance', version: '0.1.0' });
  write('package-lock.json', {
    packages: {
      'packages/server': { ...server, license: 'x' },
      'packages/verification': { version: '0.1.0' },
      'packages/web-sdk': { version: '0.1.0' },
      'packages/chip-reader': { version: '0.1.0' },
      'packages/conformance': { version: '0.1.0' },
    },
  });
  write('packages/web-sdk/src/version.ts', "export const version = '0.1.0';\n");
  write('packages/web-sdk/README.md', '<script src="https://id.example.com/sdk/0.1.0/onfido.min.js">');
  write('changes/README.md', 'How to write a note');
  write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 (2026-01-01)\n\n- First\n');
});
afterEach(() => rmSync(root, { recursive: true }));

it('moves the notes into the changelog and sets every version', () => {
  write('changes/b.md', '- Second note\n');
  write('changes/a.md', '- First note\n');
  release(root, '0.2.0', '2026-11-22');

  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## 0.2.0 (2026-11-22)\n\n- First note\n- Second note\n\n## 0.1.0 (2026-01-01)\n\n- First\n',
  );
  expect(readdirSync(join(root, 'changes'))).toEqual(['README.md']);
  const server = JSON.parse(read('packages/server/package.json'));
  expect(server.version).toBe('0.2.0');
  expect(server.dependencies).toEqual({ '@bonafide/web-sdk': '^0.2.0', pg: '^8.0.0' });
  const lock = JSON.parse(read('package-lock.json')).packages;
  expect(Object.values(lock).map((entry) => entry.version)).toEqual(Array(5).fill('0.2.0'));
  expect(lock['packages/server'].dependencies['@bonafide/web-sdk']).toBe('^0.2.0');
  expect(read('packages/web-sdk/src/version.ts')).toBe("export const version = '0.2.0';\n");
  expect(read('packages/web-sdk/README.md')).toBe('<script src="https://id.example.com/sdk/0.2.0/onfido.min.js">');
});

it('takes what stands under "Unreleased" along', () => {
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Part\n\n- Open\n\n## 0.1.0 (2026-01-01)\n\n- First\n');
  release(root, '0.2.0', '2026-11-22');
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## 0.2.0 (2026-11-22)\n\n### Part\n\n- Open\n\n## 0.1.0 (2026-01-01)\n\n- First\n',
  );
});

it('refuses a version that is not later, no version, and a release of nothing', () => {
  write('changes/a.md', '- Note\n');
  expect(() => release(root, '0.1.0', '2026-11-22')).toThrow('0.1.0 is not later than 0.1.0.');
  expect(() => release(root, undefined, '2026-11-22')).toThrow('Give a version, for example: npm run release -- 0.3.0');
  expect(readdirSync(join(root, 'changes')).sort()).toEqual(['README.md', 'a.md']);
  rmSync(join(root, 'changes/a.md'));
  expect(() => release(root, '0.2.0', '2026-11-22')).toThrow('There is nothing to release');
  expect(read('CHANGELOG.md')).toContain('## 0.1.0');
});

it.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
])('%s after %s: %s', (a, b, later) => {
  expect(isLater(a, b)).toBe(later);
});
