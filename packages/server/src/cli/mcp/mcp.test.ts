import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { guides } from '../../pages/docs/guides.ts';
import { startService, type TestService } from '../../testing/service.ts';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

let service: TestService;
let folder: string;
const clients: Client[] = [];
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'bonafide-mcp-'));
  writeFileSync(join(folder, 'ca.pem'), service.ca);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const envOf = (token: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  BONAFIDE_URL: service.baseUrl,
  BONAFIDE_CA: join(folder, 'ca.pem'),
  BONAFIDE_API_TOKEN: token,
});

/** Starts the built command as an agent does, and connects to it. */
async function agent(token = service.sandboxToken) {
  const client = new Client({ name: 'agent', version: '1' });
  clients.push(client);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env: envOf(token) }));
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [part] = content as { type: string; text: string }[];
    return { text: String(part?.text), isError: isError === true };
  };
  return {
    client,
    call,
    /** The answer of a tool that succeeds. */
    async value(name: string, input?: Record<string, unknown>) {
      const { text, isError } = await call(name, input);
      expect(isError, text).toBe(false);
      return JSON.parse(text);
    },
  };
}

test('an agent learns which tools there are, and which of them change something', async () => {
  const { client } = await agent();
  expect(client.getServerVersion()).toEqual({ name: 'bonafide', version: manifest.version });
  expect(client.getInstructions()).toContain('in the sandbox');
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['list_docs', true],
    ['search_docs', true],
    ['read_doc', true],
    ['create_applicant', false],
    ['upload_document', false],
    ['upload_live_photo', false],
    ['create_check', false],
    ['get_check', true],
    ['list_requests', true],
    ['list_events', true],
  ]);
});

test('an agent finds and reads the documentation', async () => {
  const { value, call } = await agent();
  const sections = await value('list_docs');
  const pages = sections.flatMap(({ pages }: { pages: { page: string }[] }) => pages.map(({ page }) => page));
  expect(pages).toEqual(Object.keys(guides));
  const [first] = await value('search_docs', { query: 'verify a delivery' });
  expect(first).toMatchObject({ page: 'webhooks', title: 'Webhooks', heading: 'Verify a delivery' });
  const { text, isError } = await call('read_doc', { page: first.page });
  expect([text.slice(0, 10), isError]).toEqual(['# Webhooks', false]);
  for (const page of ['nonsense', '__proto__', '../../package']) {
    expect(await call('read_doc', { page })).toEqual({
      text: `The documentation has no page "${page}". list_docs names every page`,
      isError: true,
    });
  }
});

test('an agent makes a check in the sandbox, and sees what happened', async () => {
  const { value, call } = await agent();
  const since = new Date(service.clock.now()).toISOString();
  const applicant = await value('create_applicant', { first_name: 'Maja', last_name: 'Lindqvist', dob: '1990-08-12' });
  expect(applicant).toMatchObject({ first_name: 'Maja', last_name: 'Lindqvist', sandbox: true });
  const applicant_id = applicant.id;
  const document = await value('upload_document', { applicant_id, type: 'passport', issuing_country: 'GBR' });
  expect(document).toMatchObject({ applicant_id, type: 'passport', file_type: 'png' });
  await value('upload_live_photo', { applicant_id });
  const order = { applicant_id, report_names: ['document', 'facial_similarity_photo'], consider: ['document'] };
  const { id: check_id } = await value('create_check', { ...order, sub_result: 'suspected' });
  await service.settle();
  const check = await value('get_check', { check_id });
  expect(check).toMatchObject({ id: check_id, status: 'complete', result: 'consider' });
  const resultOf = (report: { name: string }) =>
    check.reports.find(({ name }: { name: string }) => name === report.name);
  expect(resultOf({ name: 'document' })).toMatchObject({ result: 'consider', sub_result: 'suspected' });
  expect(resultOf({ name: 'facial_similarity_photo' })).toMatchObject({ result: 'clear' });

  const { events } = await value('list_events', { action: 'check.completed', since });
  expect(events).toMatchObject([{ action: 'check.completed', object: { id: check_id, status: 'complete' } }]);
  const wrong = await call('create_check', { applicant_id, report_names: ['nonsense'] });
  expect(wrong).toEqual({ text: 'One or more report names are not valid', isError: true });
  await service.settle();
  const { requests } = await value('list_requests', { method: 'POST', status: '4xx', since });
  expect(requests).toMatchObject([
    { method: 'POST', route: '/checks', status: 422, error_type: 'invalid_reports_names' },
  ]);
  const ordered = await value('list_requests', { route: '/checks', since, limit: 1 });
  expect([ordered.requests.length, typeof ordered.next]).toEqual([1, 'string']);
});

test('wrong arguments are refused with the reason', async () => {
  const { call } = await agent();
  const missing = await call('create_applicant', { first_name: 'Maja' });
  expect(missing.isError).toBe(true);
  expect(missing.text).toContain("must have required property 'last_name'");
  const unknown = await call('list_events', { environment: 'live' });
  expect(unknown.isError).toBe(true);
  expect(unknown.text).toContain('must NOT have additional properties');
});

test('a live token is refused before anything starts, and so is a missing one', () => {
  const run = (token: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'mcp'], {
      env: envOf(token),
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  expect(run(service.liveToken)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The token is not a sandbox token. This command only works in the sandbox\n',
  });
  expect(run('')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no API token. Set BONAFIDE_API_TOKEN, or put api_token into ~/.config/bonafide/config.json\n',
  });
});

test('an agent sees nothing of another account or of the live environment', async () => {
  const person = { first_name: 'Ada', last_name: 'Lovelace' };
  const order = async (token: string) => {
    const applicant_id = (await service.post('/v3.6/applicants', person, { token })).body.id;
    const sent = { applicant_id, report_names: ['watchlist_standard'], privacy_notices_read_consent_given: true };
    return (await service.post('/v3.6/checks', sent, { token })).body.id as string;
  };
  const since = new Date(service.clock.now()).toISOString();
  const checks = [await order(service.other.sandboxToken), await order(service.liveToken)];
  await service.settle();
  const { call, value } = await agent();
  for (const check_id of checks) {
    expect(await call('get_check', { check_id })).toEqual({
      text: `Could not find the following resource: Check with id=${check_id}`,
      isError: true,
    });
    expect((await value('list_events', { object_id: check_id })).events).toEqual([]);
  }
  const { requests } = await value('list_requests', { method: 'POST', since });
  expect(requests.filter(({ path_ids }: { path_ids: string[] }) => path_ids.length > 0)).toEqual([]);
  expect(requests.filter(({ environment }: { environment: string }) => environment !== 'sandbox')).toEqual([]);
});
