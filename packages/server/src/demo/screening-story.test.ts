import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, openClient } from '../cli/client.ts';
import { connectOperator, type Operator } from '../cli/operator.ts';
import { freePort } from '../testing/free-port.ts';
import { startService, type TestService } from '../testing/service.ts';
import { runScreeningStory } from './screening-story.ts';

let service: TestService;
let client: Client;
let operator: Operator;
let directory: string;
beforeAll(async () => {
  // The story opens the provider there.
  const url = `http://127.0.0.1:${await freePort()}/lookup`;
  const yaml = readFileSync(new URL('../../demo/sources.yaml', import.meta.url), 'utf8');
  directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
  const dataSources = join(directory, 'sources.yaml');
  writeFileSync(dataSources, yaml.replace(/url: .*/, `url: ${url}`), { mode: 0o600 });
  service = await startService({ realTime: true, settings: { analysis: 'on', dataSources } });
  client = await openClient({ url: service.baseUrl, ca: service.ca });
  const flags = { url: service.baseUrl, ca: service.caFile, operatorKey: service.operatorKey };
  operator = await connectOperator(flags, { out: () => {}, err: () => {}, env: {} });
});
afterAll(async () => {
  await operator.close();
  await client.close();
  await service.close();
  rmSync(directory, { recursive: true });
});

const entrance = (token: string) => ({ operator, client, token, account: service.account.id });

test('the demo of screening goes through, and takes back what it has made', async () => {
  const lines: string[] = [];
  await runScreeningStory(entrance(service.liveToken), (line) => lines.push(line));
  const text = lines.join('\n');
  for (const line of [
    /demo-sanctions of \d{4}-\d\d-\d\d: 3 invented people/,
    /record: Iskra Vrtovec Podgorska, born 1961-03-04, score 1\.00/,
    /No record on demo-sanctions \S+ reaches the score 0\.75\. Best score below: 0\.69/,
    /no hit 0\.69: record d3/,
    /hit 0\.80: record d2\n.*Bor Zaletelj/,
    /No record on demo-sanctions \S+ reaches the score 0\.75\. Suppressed: 1/,
    /compared with the previous version: 1 added, 1 changed, 0 gone/,
    /webhook watchlist_monitor\.matches_updated, X-SHA2-Signature \w{12}…: verified over \d+ bytes/,
    /record: Zdenka Prelesnik, born 1972-08/,
    /demo-roll: 2 people/,
    /identity_enhanced: clear\n +name and address by: voting_register/,
    /identity_enhanced: unidentified/,
    /identity_enhanced: clear\n +name and address by: credit_agencies/,
    /fields of the signed request: .*addresses/,
    /suppressed before: different_birth_date\n +lapsed because: record_changed/,
  ]) {
    expect(text).toMatch(line);
  }
  expect((await operator.call('GET', '/sources')).tables).toEqual([]);
  const { set } = await operator.call('GET', '/watchlists');
  expect(set.versions).toEqual([]);
  const live = { token: service.liveToken };
  expect((await service.get('/v3.6/webhooks', live)).body.webhooks).toEqual([]);
  expect((await service.get('/v3.6/applicants', live)).body.applicants).toEqual([]);
});

test('it loads nothing where the first step goes wrong', async () => {
  const failed = runScreeningStory(entrance('api_live.wrong'), () => {});
  await expect(failed).rejects.toThrow(/^the status 201 was expected\. Answer: .*authorization_error/);
  expect((await operator.call('GET', '/watchlists/demo-sanctions')).versions).toHaveLength(2);
});
