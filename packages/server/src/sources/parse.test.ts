import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { development, publicOnly } from '../outgoing/address-policy.ts';
import { loadProviders } from './load.ts';
import { parseProviders } from './parse.ts';

const secret = 'x'.repeat(32);

/** Problems of a file. */
function problemsOf(text: string, policy = publicOnly): string[] {
  try {
    parseProviders(text, 's.yaml', policy);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

test('a file of providers is read', () => {
  const text = `
sources:
  - name: bureau
    kind: credit_agency
    countries: [GBR, FRA]
    type: http
    url: https://bureau.example/lookup
    secret: ${secret}
    headers: {Authorization: Bearer abc}
  - {name: bureau, kind: mortality, countries: all, type: http, url: https://bureau.example/dead, secret: ${secret}}
`;
  const whole = { name: 'bureau', secret, headers: {} };
  expect(parseProviders(text, 's.yaml', publicOnly)).toEqual([
    {
      ...whole,
      kind: 'credit_agency',
      countries: ['GBR', 'FRA'],
      url: 'https://bureau.example/lookup',
      headers: { authorization: 'Bearer abc' },
    },
    { ...whole, kind: 'mortality', countries: 'all', url: 'https://bureau.example/dead' },
  ]);
  expect(parseProviders('sources: []', 's.yaml', publicOnly)).toEqual([]);
});

test('everything that is wrong with a file is named with its line, and no secret', () => {
  const problems = problemsOf(`
sources:
  - name: My Bureau
    kind: horoscope
    countries: [GB]
    type: sql
    url: http://bureau.example
    secret: short-secret
    headers: {X-Signature: mine}
  - {name: roll, kind: electoral, countries: [GBR], type: table, url: 'https://10.0.0.1/', secret: ${secret}, port: 1}
  - {name: roll, kind: electoral, type: http, url: https://roll.example, secret: ${secret}}
`);
  const named = problems.map((line) => line.replace(/ one of .*| at most 64.*/, ' …').replace(/:\d+ /, ' '));
  expect(named).toEqual([
    's.yaml:3 sources[0].name: must be …',
    's.yaml:4 sources[0].kind: must be …',
    's.yaml:5 sources[0].countries[0]: must be an ISO 3166-1 alpha-3 code in capitals, not "GB"',
    's.yaml:6 sources[0].type: must be …',
    's.yaml:7 sources[0].url: must be an https URL',
    's.yaml:8 sources[0].secret: must be at least 32 characters without blanks',
    's.yaml:9 sources[0].headers.X-Signature: is set by the service',
    's.yaml:10 sources[1].type: tables do not belong in this file. Load a table with "bonafide source import"',
    's.yaml:10 sources[1].url: must not point to a private or reserved address',
    's.yaml:10 sources[1].port: is unknown. Known keys: name, kind, countries, type, url, headers, portrait, secret',
    's.yaml:11 sources[2].countries: is missing: a list of ISO 3166-1 alpha-3 codes, or all',
    's.yaml:11 sources[2]: roll occurs twice for electoral',
  ]);
  expect(problems.join()).not.toMatch(/short-secret|mine|xxx/);
  expect(problemsOf('', publicOnly)).toEqual([
    's.yaml:1:1 the file: must be an object',
    's.yaml:1:1 sources: is missing: a list of sources',
  ]);
  expect(problemsOf('sources: [')[0]).toMatch(/^s\.yaml:1:11 /);
  const local = `sources: [{name: a, kind: pan, countries: [IND], type: http, url: 'http://127.0.0.1:1', secret: ${secret}}]`;
  expect(problemsOf(local, development)).toEqual([]);
});

test('a service does not start without its file of providers', async () => {
  const load = (dataSources?: string) => loadProviders(readSettings(dataSources ? { dataSources } : {}, {}));
  expect(await load()).toEqual([]);
  await expect(load('/nowhere/sources.yaml')).rejects.toThrow(
    /^--data-sources: \/nowhere\/sources\.yaml cannot be read: /,
  );
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-sources-'));
  const latin1 = join(folder, 'latin1.yaml');
  writeFileSync(latin1, Buffer.from('sources: [\xe9]', 'latin1'));
  await expect(load(latin1)).rejects.toThrow(new Error(`--data-sources: ${latin1}:1:1 is not UTF-8`));
  await expect(load(folder)).rejects.toThrow(new RegExp(`^--data-sources: ${folder} cannot be read: EISDIR`));
  rmSync(folder, { recursive: true });
  await expect(load(import.meta.filename)).rejects.toThrow(/^--data-sources: .*parse\.test\.ts:\d+:\d+ /);
});

const restSource = `
sources:
  - name: register
    kind: document_register
    countries: [GBR]
    type: rest
    url: https://register.example/match
    portrait: true
    oauth: {url: https://register.example/token, client_id: us, client_secret: hidden-secret, scope: match}
    request:
      body: {no: '{{document.number}}', born: '{{date_of_birth | YYYYMMDD}}'}
      maps: {document.type: {passport: PP}}
    answer:
      not_found: [404]
      fields: {document_number: {at: /no, values: {Y: match, N: no_match}}, portrait: {at: /face, from: 0.9}}
`;

test('a source with an API of its own is read', () => {
  expect(parseProviders(restSource, 's.yaml', publicOnly)).toEqual([
    {
      name: 'register',
      kind: 'document_register',
      countries: ['GBR'],
      url: 'https://register.example/match',
      headers: {},
      portrait: true,
      rest: {
        method: 'POST',
        body: { no: '{{document.number}}', born: '{{date_of_birth | YYYYMMDD}}' },
        maps: { 'document.type': { passport: 'PP' } },
        oauth: { url: 'https://register.example/token', clientId: 'us', clientSecret: 'hidden-secret', scope: 'match' },
        answer: {
          fields: {
            document_number: { at: '/no', values: { Y: 'match', N: 'no_match' } },
            portrait: { at: '/face', from: 0.9 },
          },
          match: {},
          values: {},
          notFound: [404],
        },
      },
    },
  ]);
});

test.each([
  [
    '{{document.number}}',
    '{{document.colour}}',
    '{{document.colour}} is unknown. A document has type, issuing_country',
  ],
  [
    '{{document.number}}',
    '{{addresses}}',
    '{{addresses}} is unknown. Known for document_register: request_id, country',
  ],
  ['{{document.number}}', '{{Number}}', '{{Number}} is not a placeholder. Write {{document.number}} or'],
  ['at: /no', 'at: no', 'must be a JSON Pointer, such as /result/status, not "no"'],
  ['{Y: match, N: no_match}', '{Y: yes}', 'must be one of match, fuzzy, no_match, not_held'],
  [', from: 0.9', '', 'must have either values or from'],
  ['https://register.example/token', 'https://10.0.0.1/token', 'oauth.url'],
  ['client_secret: hidden-secret', 'client_secret: [hidden-secret]', 'client_secret: must be a text'],
  ['kind: document_register', 'kind: electoral', 'is for kind: document_register alone'],
  ['    portrait: true\n', `    secret: ${secret}\n`, 'is unknown. Known keys'],
])('a mistake in a source with an API of its own is named: %s, %s', (right, wrong, message) => {
  const problems = problemsOf(restSource.replace(right, wrong));
  expect(problems.join('\n')).toContain(message);
  expect(problems.join('\n')).not.toContain('hidden-secret');
});

test.each(['dldv', 'dvs', 'datavalid'])('the example of %s is right', (name) => {
  const text = readFileSync(new URL(`../../demo/registers/${name}.yaml`, import.meta.url), 'utf8');
  expect(problemsOf(text)).toEqual([]);
});
