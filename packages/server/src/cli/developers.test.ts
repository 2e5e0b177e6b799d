import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { freePort } from '../testing/free-port.ts';
import { startService, type TestService } from '../testing/service.ts';
import { verify } from '../webhooks/signature.ts';
import { check, type Receiver, register, startReceiver } from '../webhooks/testing/receiver.ts';
import { sampleWorkflow } from '../workflows/sample.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let service: TestService;
let receiver: Receiver;
let folder: string;
const running: ChildProcess[] = [];
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver();
  folder = mkdtempSync(join(tmpdir(), 'bonafide-cli-'));
  writeFileSync(join(folder, 'ca.pem'), service.ca);
});
afterAll(async () => {
  await receiver.close();
  await service.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

interface Running {
  /** The next line of the output; undefined after the last. */
  line(): Promise<string | undefined>;
  /** The next line of the messages. */
  message(): Promise<string | undefined>;
  /** Stops the command as Ctrl-C does. Resolves with its exit code. */
  stop(): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** Starts the built command line as a person does, with a home folder of its own. */
function bonafide(line: string[], env: Record<string, string> = { BONAFIDE_API_TOKEN: service.sandboxToken }): Running {
  const child = spawn(process.execPath, [main, ...line], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      BONAFIDE_URL: service.baseUrl,
      BONAFIDE_CA: join(folder, 'ca.pem'),
      ...env,
    },
  });
  running.push(child);
  const [out, err] = [child.stdout, child.stderr].map((input) => createInterface({ input })[Symbol.asyncIterator]());
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return {
    line: async () => (await out?.next())?.value,
    message: async () => (await err?.next())?.value,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
    ended,
  };
}

/** The whole output of a command that ends by itself. */
async function outputOf(line: string[], env?: Record<string, string>) {
  const command = bonafide(line, env);
  const lines = async (next: () => Promise<string | undefined>) => {
    const all = [];
    for (let text = await next(); text !== undefined; text = await next()) all.push(text);
    return all.join('\n');
  };
  const [out, err] = await Promise.all([lines(command.line), lines(command.message)]);
  return { out, err, code: await command.ended };
}

test('listen posts events as they happen, signed by the secret that it prints, and continues after an end of the stream', async () => {
  const listening = bonafide(['listen', '--forward-to', receiver.url, '--events', 'check.completed']);
  const [, secret] = /^The secret of the signatures is (\S{32})$/.exec((await listening.message()) ?? '') ?? [];
  expect(await listening.message()).toBe('Ready. Press Ctrl-C to stop');

  const first = await check(service);
  await service.settle();
  expect(await listening.line()).toMatch(
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d  check\\.completed +${first.id}  \\S{36}  200  \\d+ ms$`),
  );
  const [sent] = receiver.received;
  const signature = sent?.headers['x-sha2-signature'] as string;
  expect(verify(secret as string, sent?.body as Buffer, signature)).toBe(true);
  const whsec = `whsec_${Buffer.from(secret as string).toString('base64')}`;
  expect(new Webhook(whsec).verify(String(sent?.body), sent?.headers as Record<string, string>)).toEqual({
    payload: expect.objectContaining({ action: 'check.completed', object: expect.objectContaining({ id: first.id }) }),
  });

  // The service ends a stream after 15 minutes.
  service.clock.advance(16 * MINUTE_MS);
  const second = await check(service);
  await service.settle();
  expect(await listening.line()).toContain(`  ${second.id}  `);
  expect(receiver.received).toHaveLength(2);
  expect(await listening.stop()).toBe(0);
});

test('listen begins in the past, and prints JSON for programs', async () => {
  service.clock.advance(MINUTE_MS);
  const since = new Date(service.clock.now()).toISOString();
  const { id } = await check(service);
  await service.settle();
  const listening = bonafide([
    'listen',
    '--backfill',
    since,
    '--json',
    '--print-json',
    '--forward-to',
    `localhost:${await freePort()}`,
  ]);
  const lines = [];
  for (let n = 0; n < 4; n++) lines.push(JSON.parse((await listening.line()) as string));
  expect(lines.at(-1)).toEqual({
    time: expect.stringMatching(/Z$/),
    event: 'check.completed',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    object_id: id,
    sequence: 2,
    forwarded: { status: null, ms: expect.any(Number), error: 'ECONNREFUSED' },
    payload: expect.objectContaining({ resource_type: 'check' }),
  });
  expect(await listening.stop()).toBe(0);
});

test('trigger goes through the sandbox until the event comes', async () => {
  const triggered = bonafide(['trigger', 'check.completed', '--result', 'consider', '--sub-result', 'suspected']);
  expect(await triggered.line()).toMatch(/^applicant {2}\S{36}$/);
  const id = (await triggered.line())?.replace('check      ', '');
  await service.settle();
  expect(await triggered.line()).toMatch(/^event {6}\S{36} {2}check\.completed$/);
  expect(await triggered.line()).toBe('result     consider');
  expect(await triggered.ended).toBe(0);
  const { body } = await service.get(`/v3.6/checks/${id}`);
  const reports = await Promise.all(
    body.report_ids.map(async (id: string) => (await service.get(`/v3.6/reports/${id}`)).body),
  );
  expect(reports.map(({ name, result, sub_result }) => [name, result, sub_result]).sort()).toEqual([
    ['document', 'consider', 'suspected'],
    ['facial_similarity_photo', 'consider', null],
  ]);
  const live = await outputOf(['trigger', 'check.completed'], { BONAFIDE_API_TOKEN: service.liveToken });
  expect(live).toEqual({
    out: '',
    err: 'The token is not a sandbox token. This command only works in the sandbox',
    code: 1,
  });
});

test('events are listed, and replayed to one webhook', async () => {
  service.clock.advance(MINUTE_MS);
  const since = new Date(service.clock.now()).toISOString();
  const { id } = await check(service);
  await service.settle();
  service.clock.advance(MINUTE_MS);
  const listed = await outputOf(['events', 'list', '--object', id]);
  expect(listed.out.split('\n').map((line) => line.replace(/ +/g, ' ').split(' ').slice(0, 5).join(' '))).toEqual([
    'CREATED AT ACTION OBJECT STATUS',
    expect.stringMatching(new RegExp(`Z check\\.completed ${id} complete 2$`)),
    expect.stringMatching(new RegExp(`Z check\\.started ${id} in_progress 1$`)),
  ]);
  const hook = await register(service, receiver.url);
  const before = receiver.received.length;
  const line = ['events', 'replay', '--since', since, '--type', 'check.completed', '--to', hook.id];
  expect(await outputOf(line)).toEqual({ out: '1 events queued, 1 deliveries.', err: '', code: 0 });
  await service.settle();
  expect(receiver.received.slice(before).map(({ action }) => action)).toEqual(['check.completed']);
  const wrong = await outputOf(['events', 'replay', '--since', 'yesterday']);
  expect([wrong.code, wrong.err]).toEqual([
    ...[1, '"yesterday" is not a time for --since. Write 30m, 2h, 7d or 2026-01-15T09:30:00Z'],
  ]);
});

test('webhooks test sends a test event to one webhook of the account', async () => {
  const hook = await register(service, receiver.url, { events: ['report.completed'], standard_headers: true });
  const before = receiver.received.length;
  const answer = JSON.parse((await outputOf(['webhooks', 'test', hook.id, '--json'])).out);
  expect(answer).toEqual({ event_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await service.settle();
  const sent = receiver.received.slice(before);
  expect(sent.map(({ action, headers }) => [action, headers['webhook-id']])).toEqual([
    ['check.completed', answer.event_id],
  ]);
  const shown = await outputOf(['webhooks', 'test', hook.id]);
  expect(shown).toEqual({
    out: expect.stringMatching(/^Test event [0-9a-f-]{36} queued\. Your receiver gets this id as webhook-id\.$/),
    err: '',
    code: 0,
  });
  await service.settle();

  await service.put(`/v3.6/webhooks/${hook.id}`, { enabled: false });
  const disabled = await outputOf(['webhooks', 'test', hook.id]);
  expect([disabled.code, disabled.out]).toEqual([1, '']);
  expect(disabled.err).toContain('is disabled. Enable the webhook first');
  await service.put(`/v3.6/webhooks/${hook.id}`, { enabled: true });
  const stranger = await outputOf(['webhooks', 'test', hook.id], { BONAFIDE_API_TOKEN: service.other.sandboxToken });
  expect([stranger.code, stranger.err]).toEqual([
    ...[1, `Could not find the following resource: Webhook with id=${hook.id}`],
  ]);
  // The webhook belongs to both environments of its account.
  expect((await outputOf(['webhooks', 'test', hook.id], { BONAFIDE_API_TOKEN: service.liveToken })).code).toBe(0);
  await service.settle();
  expect(receiver.received).toHaveLength(before + 3);
});

test('logs tail shows requests that match, and none of its own', async () => {
  await service.get('/v3.6/applicants/nobody');
  await service.get('/v3.6/applicants');
  const tail = ['logs', 'tail', '--path', '/applicants/:id', '--status', '4xx', '--last', '1', '--no-follow'];
  const { out, code } = await outputOf(tail);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^\d\d:\d\d:\d\d {2}404 {2}GET {4}\/applicants\/:id {2}\d+ ms {2}[0-9a-f]{24} {2}resource_not_found: Could not find/,
  );
  const all = await outputOf(['logs', 'tail', '--last', '100', '--no-follow', '--json']);
  const routes = all.out.split('\n').map((line) => JSON.parse(line).route);
  expect(routes).toContain('/events/replay');
  expect(routes).not.toContain('/requests');
});

test('applicants import checks a file, creates each row once, and writes a report', async () => {
  const [file, report] = [join(folder, 'people.csv'), join(folder, 'report.csv')];
  const count = async (token = service.sandboxToken) =>
    (await service.get('/v3.6/applicants', { token })).headers['x-total-count'];
  const before = await count();
  writeFileSync(file, 'first_name;last_name;email\nAnna;Berg;anna@example.com\nBo;;nowhere\n');
  const refused = await outputOf(['applicants', 'import', file, '--report', report]);
  expect([refused.code, refused.err]).toEqual([1, 'The file has 2 faults, and nothing was created']);
  expect(refused.out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ROW', 'COLUMN', 'MESSAGE'],
    ['3', 'last_name', "can't be blank"],
    ['3', 'email', 'is invalid'],
  ]);
  expect(await count()).toBe(before);

  writeFileSync(file, 'first_name;last_name;email\nAnna;Berg;anna@example.com\nBo;Ek;bo@example.com\n');
  const checked = await outputOf(['applicants', 'import', file, '--check']);
  expect(checked).toEqual({ out: '2 rows can be imported', err: '', code: 0 });
  const first = ['applicants', 'import', file, '--workflow', sampleWorkflow.id, '--links', 'results'];
  const done = await outputOf([...first, '--report', report]);
  expect(done).toEqual({ out: '2 created', err: '2 of 2 rows', code: 0 });
  expect(statSync(report).mode & 0o777).toBe(0o600);
  const [head, ...lines] = readFileSync(report, 'utf8').split('\r\n');
  expect(head).toBe('row,outcome,applicant_id,workflow_run_id,link,error');
  const { body: runs } = await service.get('/v3.6/workflow_runs?per_page=2&sort=desc');
  const ofRows = ['Anna', 'Bo'].map(async (name, index) => {
    const [row, outcome, applicant, runId, link, error] = (lines[index] as string).split(',');
    const run = runs.find(({ id }: { id: string }) => id === runId);
    expect([row, outcome, applicant, link, error]).toEqual([
      ...[String(index + 2), 'created', run.applicant_id, run.link.url, ''],
    ]);
    expect((await service.get(`/v3.6/applicants/${applicant}`)).body.first_name).toBe(name);
  });
  await Promise.all(ofRows);

  const again = await outputOf(['applicants', 'import', file, '--json']);
  expect(JSON.parse(again.out).results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['existing', 'existing'],
  ]);
  expect(Number(await count())).toBe(Number(before) + 2);
  const live = await outputOf(['applicants', 'import', file], { BONAFIDE_API_TOKEN: service.liveToken });
  expect([live.out, await count(service.liveToken)]).toEqual(['2 created', '2']);
  const missing = await outputOf(['applicants', 'import', join(folder, 'none.csv')]);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("none.csv can't be read: ENOENT")]);
});

test('open prints the page of a check in the dashboard', async () => {
  const { id } = await check(service);
  const { results_uri: url } = (await service.get(`/v3.6/checks/${id}`)).body;
  expect(await outputOf(['open', 'check', id])).toEqual({ out: url, err: '', code: 0 });
  const live = await outputOf(['open', 'check', id], { BONAFIDE_API_TOKEN: service.liveToken });
  expect([live.code, live.err]).toEqual([1, `Could not find the following resource: Check with id=${id}`]);
});

test('the token comes from a file that only its owner may read', async () => {
  const config = join(folder, '.config/bonafide');
  mkdirSync(config, { recursive: true });
  const file = join(config, 'config.json');
  writeFileSync(file, JSON.stringify({ api_token: service.sandboxToken }), { mode: 0o600 });
  expect((await outputOf(['events', 'list', '--limit', '1'], {})).code).toBe(0);
  chmodSync(file, 0o644);
  const open = await outputOf(['events', 'list'], {});
  expect([open.code, open.err]).toEqual([1, `Other users may read ${file}. Run: chmod 600 ${file}`]);
  rmSync(file);
  const none = await outputOf(['events', 'list'], {});
  expect([none.code, none.err]).toEqual([
    ...[1, 'There is no API token. Set BONAFIDE_API_TOKEN, or put api_token into ~/.config/bonafide/config.json'],
  ]);
});

test('a service that cannot be reached has an exit code of its own', async () => {
  const url = `https://127.0.0.1:${await freePort()}`;
  const { code, err } = await outputOf(['listen', '--url', url]);
  expect([code, err]).toEqual([2, expect.stringContaining(`No server answers at ${url}`)]);
  const refused = await outputOf(['listen'], { BONAFIDE_API_TOKEN: 'api_sandbox.wrong' });
  expect(refused.code).toBe(1);
});
