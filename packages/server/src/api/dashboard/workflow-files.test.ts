import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startService, type TestService } from '../../testing/service.ts';
import { parseWorkflow } from '../../workflows/parse.ts';
import { sampleWorkflow } from '../../workflows/sample.ts';
import { sampleFile } from '../../workflows/sample-file.ts';
import { notFound, outcome } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const ID = '3e0c6a0e-5a1c-4b7e-9d6a-0d9f0c1b2a30';
const head = (version: number) => `# Kept as it is.\nid: ${ID}\nversion: ${version}\nname: Two ways\n`;
const first = `${head(1)}steps: []\ndecide: [{outcome: review}]\n`;
const second = `${head(2)}inputs:
  plan: {type: string, one_of: [basic, full]}
constants: {limit: 3}
steps:
  - task: profile_data
    required: [first_name, address]
  - if: {value: start.plan, is: full}
    then:
      - {task: check, reports: [document]}
    else: [{task: manual_review, choices: [approve, decline]}]
  - {workflow: part.yaml, name: part}
decide:
  - {outcome: review}
`;
const partText = `id: 3e0c6a0e-5a1c-4b7e-9d6a-0d9f0c1b2a31
version: 1
name: Part
steps: [{task: wait, hours: 1}]
decide: [{outcome: approve}]
`;

let directory: string;
let service: TestService;
let developer: Browser;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'workflows-'));
  for (const [name, text] of Object.entries({ 'two-1.yaml': first, 'two.yaml': second, 'part.yaml': partText })) {
    writeFileSync(join(directory, name), text);
  }
  service = await startService({ settings: { workflows: directory } });
  developer = await signedIn(service, 'developer');
});
afterAll(() => service.close());

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}/workflow_files`;
const check = (text: string, more: object = {}) => developer.post(`${at()}/check`, { text, ...more });

test('the file of each version is shown as it is, with the values that its conditions can name', async () => {
  const { status, body } = await developer.get(`${at()}/${ID}`);
  expect([status, body.version, body.versions, body.name, body.text]).toEqual([200, 2, [2, 1], 'two.yaml', second]);
  expect(body.reading.faults).toEqual([]);
  expect(body.reading.values).toEqual([
    { value: 'start.plan', type: 'string', choices: ['basic', 'full'], step: null },
    { value: 'constants.limit', type: 'number', choices: null, step: null },
    { value: 'profile_data.first_name', type: 'string', choices: null, step: ['steps', 0] },
    { value: 'profile_data.address', type: null, choices: null, step: ['steps', 0] },
    { value: 'check', type: null, choices: null, step: ['steps', 1, 'then', 0] },
    {
      value: 'manual_review.choice',
      type: 'string',
      choices: ['approve', 'decline'],
      step: ['steps', 1, 'else', 0],
    },
    { value: 'manual_review.reason', type: 'string', choices: null, step: ['steps', 1, 'else', 0] },
    { value: 'part.outcome', type: 'string', choices: ['approve', 'decline', 'review'], step: ['steps', 2] },
    { value: 'part.reason', type: 'string', choices: null, step: ['steps', 2] },
    { value: 'part_wait', type: null, choices: null, step: ['steps', 2] },
  ]);
  // Each piece of the graph leads to its part of the file; the steps of another file lead nowhere.
  const pieces = body.reading.picture.shapes.filter((shape: object) => 'width' in shape);
  expect(pieces.map(({ kind, name, text, path }: Record<string, unknown>) => [kind, name ?? text, path])).toEqual([
    ['start', 'start', undefined],
    ['task', 'profile_data', ['steps', 0]],
    ['choice', 'start.plan is full', ['steps', 1]],
    ['task', 'check', ['steps', 1, 'then', 0]],
    ['task', 'manual_review', ['steps', 1, 'else', 0]],
    ['workflow', 'part: part.yaml', ['steps', 2]],
    ['task', 'part_wait', undefined],
    ['approve', 'approve', undefined],
    ['review', 'review', ['decide', 0]],
  ]);
  expect(body.vocabulary.tasks).toContainEqual({ task: 'wait', keys: ['minutes', 'hours', 'days'] });
  const { body: earlier } = await developer.get(`${at()}/${ID}?version=1`);
  expect([earlier.version, earlier.name, earlier.text]).toEqual([1, 'two-1.yaml', first]);
});

test('the built-in workflow has a file, too, which says the same', async () => {
  const { body } = await developer.get(`${at()}/${sampleWorkflow.id}`);
  expect([body.text, body.name, body.reading.faults]).toEqual([sampleFile.text, sampleFile.name, []]);
  expect(parseWorkflow(body.text, body.name)).toEqual(sampleWorkflow);
});

test('a text is read as a start would read it, and each fault has its place', async () => {
  expect((await check(second, { name: 'two.yaml' })).body.faults).toEqual([]);
  const wrong = second.replace('is: full', 'is: silver').replace('reports: [document]', 'reports: [passport]');
  const { status, body } = await check(wrong, { name: 'two.yaml' });
  expect(status).toBe(200);
  expect(body.faults).toEqual([
    {
      line: 11,
      column: 9,
      path: ['steps', 1, 'if'],
      message: 'must be a value that "start.plan" can have: basic, full',
    },
    {
      line: 13,
      column: 33,
      path: ['steps', 1, 'then', 0, 'reports', 0],
      message: expect.stringMatching(/^must be one of document, /),
    },
  ]);
  // The rest of the graph is drawn all the same.
  expect(body.picture.shapes[0]).toMatchObject({ kind: 'start' });

  const broken = (await check('steps: [')).body;
  expect([broken.picture, broken.values, broken.faults.map(({ line }: { line: number }) => line)]).toEqual([
    null,
    [],
    [1],
  ]);
  expect(broken.faults[0].path).toBeUndefined();
  const empty = { line: 1, column: 1, path: [], message: 'must be an object' };
  expect((await check('')).body.faults[0]).toEqual(empty);
  const odd = 'steps: [{task: notify, to: {role: [1]}, subject: {a: 1}}, 7, null]\ndecide: 7\n';
  expect((await check(odd)).body.faults.length).toBeGreaterThan(3);
});

/** Paths of all values in a value. */
const pathsIn = (value: unknown): string[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((path) => [key, ...path])]);

test('any value at any place of a file is a fault with its line, or part of the graph', async () => {
  const paths = pathsIn(parse(second));
  const run = async (place: number, odd: unknown) => {
    const whole = parse(second);
    const path = paths[place % paths.length] as string[];
    const around = path.slice(0, -1).reduce((inner, key) => inner[key], whole);
    around[path.at(-1) as string] = odd;
    const { status, body } = await check(JSON.stringify(whole), { name: 'two.yaml' });
    expect([path, status]).toEqual([path, 200]);
    if (body.faults.length === 0) expect(body.picture).not.toBeNull();
  };
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, [], {}, [null], [[]], { task: 7 }, ['approve', 'approve']),
  );
  await fc.assert(fc.asyncProperty(fc.nat(), values, run), { numRuns: 150 });
});

test('other files are read beside it, and messages do not say where the directory is', async () => {
  const messages = async (workflow: string, name?: string) => {
    const text = `${head(3)}steps: [{workflow: ${workflow}, name: part}]\ndecide: [{outcome: review}]\n`;
    const { body } = await check(text, name ? { name } : {});
    return body.faults.map(({ message }: { message: string }) => message);
  };
  expect(await messages('part.yaml')).toEqual([]);
  expect(await messages('part.yaml', 'part.yaml')).toEqual([expect.stringMatching(/^leads back to a file/)]);
  const [missing] = await messages('other.yaml');
  expect(missing).toMatch(/^cannot be read: ENOENT: /);
  expect(missing).not.toContain(directory);
  const [outside] = await messages('../secret.yaml');
  expect(outside).toMatch(/^must be the name of a file beside this one/);
  expect((await check('x'.repeat(32_001))).status).toBe(422);
  expect((await check(second, { name: '../two.yaml' })).status).toBe(422);
});

test('without a directory a workflow runs no other file', async () => {
  const plain = await startService();
  try {
    const admin = await signedIn(plain, 'admin');
    const path = `/accounts/${plain.account.id}/sandbox/workflow_files/check`;
    const text = `${head(1)}steps: [{workflow: package.yaml, name: part}]\ndecide: [{outcome: review}]\n`;
    expect((await admin.post(path, { text })).body.faults).toEqual([
      expect.objectContaining({
        path: ['steps', 0, 'workflow'],
        message: 'needs a file beside this one, but the service has no directory of workflows',
      }),
    ]);
  } finally {
    await plain.close();
  }
});

test('unknown workflows and versions are not found; every role reads files, members of other accounts read none', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(outcome(await developer.get(`${at()}/${unknown}`))).toEqual(notFound('Workflow', unknown));
  expect((await developer.get(`${at()}/${ID}?version=3`)).status).toBe(404);
  const auditor = await signedIn(service, 'auditor');
  // Both environments share the files.
  for (const environment of ['live', 'sandbox']) {
    expect((await auditor.get(`${at(environment)}/${ID}`)).body.text).toBe(second);
    expect((await auditor.post(`${at(environment)}/check`, { text: second })).status).toBe(200);
  }
  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  expect((await stranger.get(`${at()}/${ID}`)).status).toBe(404);
  expect((await stranger.post(`${at()}/check`, { text: second })).status).toBe(404);
});
