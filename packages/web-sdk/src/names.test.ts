import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countriesIn } from './countries.ts';
import { languageIds } from './language/ids.ts';
import { addressDocuments } from './options/steps.ts';
import { themeKeys } from './options/theme.ts';

const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

const objectOf = (names: readonly string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, true])));

test('the types name every theme key, language, country and proof of address that the SDK knows, and no other', () => {
  const countries = countriesIn('en').map(({ code }) => code);
  const code = `import type { AddressDocument, CountryCode, LanguageId, ThemeKey } from '${join(import.meta.dirname, 'names.ts')}';
    export const all = [
      ${objectOf(themeKeys)} satisfies Record<ThemeKey, true>,
      ${objectOf([...languageIds, 'en'])} satisfies Record<LanguageId, true>,
      ${objectOf(countries)} satisfies Record<CountryCode, true>,
      ${objectOf(addressDocuments)} satisfies Record<AddressDocument, true>,
    ];`;
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-names-'));
  writeFileSync(join(directory, 'page.ts'), code);
  const how = ['--noEmit', '--strict', '--types', '', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const args = [...how, '--allowImportingTsExtensions', 'page.ts'];
  const { stdout, status } = spawnSync(tsc, args, { cwd: directory, encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  expect([stdout, status]).toEqual(['', 0]);
});
