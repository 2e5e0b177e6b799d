import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { version } from '../testing/versions.ts';
import { atLeast, type Capability, firstVersionWith, published, publishedVersions, Versions } from './versions.ts';

const capabilities = (name: string) =>
  Object.entries(version(name))
    .filter(([, value]) => value === true)
    .map(([capability]) => capability as Capability);

describe('atLeast', () => {
  it.each([
    ['v3.7', 'v3.6', true],
    ['v3.10', 'v3.6', true],
    ['v3.6', 'v3.6', true],
    ['v3.5', 'v3.6', false],
    ['v3', 'v3.1', false],
    ['v3.1', 'v3', true],
    ['v2', 'v3', false],
    ['v4', 'v3.6', true],
  ])('%s is at least %s: %s', (name, other, expected) => {
    const [asked] = new Versions([{ name: name as 'v3' }]).all;
    expect(atLeast(asked!, other)).toBe(expected);
  });
});

describe('the published versions', () => {
  it('are in order, oldest first', () => {
    const { all, latest } = publishedVersions;
    expect(all.map(({ name }) => name)).toEqual(['v1', 'v2', 'v3', 'v3.1', 'v3.2', 'v3.3', 'v3.4', 'v3.5', 'v3.6']);
    expect(latest).toBe(all.at(-1));
    for (const [index, { name }] of all.entries()) {
      for (const [other, later] of all.entries()) expect(atLeast(later, name)).toBe(other >= index);
    }
  });

  it('have routes of their own where schemas differ', () => {
    expect(publishedVersions.served.map(({ name }) => name)).toEqual(['v1', 'v2', 'v3.2', 'v3.6']);
  });

  it('keep the rules that stored checks name', () => {
    const rules = Object.fromEntries(publishedVersions.all.map((one) => [one.name, one.rules]));
    const first = { v1: '1', v2: '2', v3: '3.2', 'v3.1': '3.2', 'v3.2': '3.2', 'v3.3': '3.3' };
    expect(rules).toEqual({ ...first, 'v3.4': '3.6', 'v3.5': '3.6', 'v3.6': '3.6' });
    for (const name of ['1', '2', '3.2', '3.3', '3.6']) expect(publishedVersions.withRules(name).number).toBe(name);
    // Of a later release, whose data an earlier one reads.
    expect(publishedVersions.withRules('3.9').name).toBe('v3.6');
  });

  it('have no capability before v3.3 and all of them in the latest', () => {
    for (const name of ['v1', 'v2', 'v3', 'v3.1', 'v3.2']) expect(capabilities(name)).toEqual([]);
    const all = capabilities('v3.6');
    expect(all.length).toBeGreaterThan(15);
    for (const capability of all) {
      const first = firstVersionWith(capability);
      for (const one of publishedVersions.all) expect(one[capability]).toBe(atLeast(one, first));
    }
  });

  it('differ from versions that share their routes only in the version that each request names', () => {
    const perRequest = [
      ...['addressProofsAbroad', 'addressProofAge', 'compromisedDocumentBreakdown', 'identityNumbers'],
      ...['addressProofSource', 'suspectedFaces'],
    ];
    for (const { name, routes } of publishedVersions.all.filter((one) => one.name !== one.routes)) {
      const [own, served] = [capabilities(name), capabilities(routes)];
      const different = [...own.filter((one) => !served.includes(one)), ...served.filter((one) => !own.includes(one))];
      expect(different.filter((one) => !perRequest.includes(one))).toEqual([]);
    }
  });
});

it('a new version has the capabilities of the previous one', () => {
  const { latest, all } = new Versions([...published, { name: 'v3.7' }]);
  const { name, number, minor, routes, rules, ...same } = latest;
  expect([name, number, minor, routes, rules]).toEqual(['v3.7', '3.7', 7, 'v3.7', '3.7']);
  expect(version('v3.6')).toMatchObject(same);
  expect(all).toHaveLength(published.length + 1);
});

/** Code without its comments. */
const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

test('no other file names a minor version', () => {
  const sources = new URL('..', import.meta.url).pathname;
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|^base\/versions\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  // OpenAPI has versions, too.
  const naming = files.filter((file) => /['"`/]v?3\.\d\b/.test(code(join(sources, file)).replace("'3.1.0'", '')));
  expect(naming).toEqual([]);
});
