// node scripts/upgrade-fixture.js FOLDER [DATABASE_URL]: makes the database of a release that `upgrades.test.ts` opens.
//
// FOLDER is a clone of the repository at the tag of the release, installed and built. Starts that release, makes applicants, files,
// checks, webhooks, workflow runs and members in sandbox and live, and writes the store, and the answers of the API about each object,
// to `test-data/upgrades`. With the address of a PostgreSQL server it does the same on a database of its own; `psql` and
// `pg_dump` must be installed.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Published specimens. The smallest file that every release takes has 32 KB. */
const pictures = fileURLToPath(new URL('../test-data/documents_mrz', import.meta.url));

const out = fileURLToPath(new URL('../test-data/upgrades', import.meta.url));

/** Address that the answers name, so that they are the same on every port. */
const PUBLIC_URL = 'https://id.example.com';

/** Built-in workflow: document, selfie, check. */
const WORKFLOW = '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70';

/** Longest wait for a result, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Files of a data directory that a later version needs. Databases are in it whole, with what is in the log. */
const KEPT = /^(master\.key|operator\.key|bonafide\.db(-wal)?|media\/objects\/.+)$/;

async function waitFor(what, look) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what} did not happen`);
}

/** A receiver of webhooks that takes everything. */
async function receiver() {
  const server = createServer((request, response) => {
    request.resume();
    server.received += 1;
    response.end();
  });
  server.received = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Starts a release on a data directory. */
async function start(folder, data, databaseUrl) {
  const ready = join(data, 'ready.json');
  const main = join(folder, 'packages/server/dist/cli/main.js');
  const flags = { mode: 'development', data, port: 0, 'http-port': 0, 'ready-file': ready, 'public-url': PUBLIC_URL };
  const more = { 'rate-limits': 'off', 'sandbox-delay': 0, analysis: 'off', 'log-level': 'error' };
  const args = Object.entries({ ...flags, ...more }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? '' };
  const child = spawn(process.execPath, [main, 'serve', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const read = () => {
    try {
      return JSON.parse(readFileSync(ready, 'utf8'));
    } catch {
      return undefined;
    }
  };
  const facts = await waitFor('The start of the service', read);
  rmSync(ready);
  return { ...facts, child };
}

/** Client of a release that keeps the paths to ask for again. */
class Client {
  /** Requests to repeat: token and path. */
  asked = [];
  #base;
  #operatorKey;

  constructor(base, operatorKey) {
    this.#base = base;
    this.#operatorKey = operatorKey;
  }

  async call(method, path, token, body) {
    const isForm = body instanceof FormData;
    const headers = { authorization: token === this.#operatorKey ? `Bearer ${token}` : `Token token=${token}` };
    if (body && !isForm) headers['content-type'] = 'application/json';
    const sent = isForm ? body : body && JSON.stringify(body);
    const response = await fetch(this.#base + path, { method, headers, body: sent });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : undefined, bytes };
  }

  /** Returns the body of a call. Throws if the call is refused. */
  async must(method, path, token, body) {
    const answer = await this.call(method, path, token, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  }

  async upload(path, token, fields, picture) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([readFileSync(join(pictures, picture))], { type: 'image/jpeg' }), picture);
    return this.must('POST', path, token, form);
  }

  /** Keeps paths to ask for again. */
  ask(token, ...paths) {
    this.asked.push(...paths.map((path) => ({ token, path })));
  }
}

const personOf = (environment) => ({
  first_name: 'Zoë',
  last_name: environment === 'live' ? 'Müller' : 'Consider',
  dob: '1985-01-01',
  email: `zoe@${environment}.example`,
  address: { flat_number: '4', street: 'High Street', town: 'London', postcode: 'S2 2DF', country: 'GBR' },
  id_numbers: [{ type: 'identity_card', value: 'X12345678' }],
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: true }],
});

/** Makes a webhook and three applicants, deletes one, and asks for all. Returns the applicants that stay. */
async function makeApplicants(client, environment, token, hooks) {
  const v3 = (method, path, body) => client.must(method, `/v3.6${path}`, token, body);
  const hook = await v3('POST', '/webhooks', {
    url: `http://127.0.0.1:${hooks.address().port}/${environment}`,
    enabled: true,
    environments: [environment],
    events: ['check.started', 'check.completed', 'report.completed'],
  });
  const applicant = await v3('POST', '/applicants', personOf(environment));
  await v3('PUT', `/applicants/${applicant.id}`, { first_name: 'Zoé' });
  const clear = await v3('POST', '/applicants', { first_name: '王', last_name: '伟' });
  const gone = await v3('POST', '/applicants', { first_name: 'Jane', last_name: 'Doe' });
  const { status } = await client.call('DELETE', `/v3.6/applicants/${gone.id}`, token);
  if (status !== 204) throw new Error(`An applicant could not be deleted: ${status}`);
  client.ask(token, `/v3.6/applicants/${applicant.id}`, `/v3.2/applicants/${applicant.id}`);
  client.ask(token, `/v3.6/applicants/${clear.id}`, `/v3.6/applicants/${gone.id}`);
  client.ask(token, '/v3.6/applicants?include_deleted=true', '/v3.6/webhooks', `/v3.6/webhooks/${hook.id}`);
  return { applicant, clear };
}

/** Uploads a document of one applicant and a photo of the other, and asks for them. */
async function makeFiles(client, token, { applicant, clear }) {
  const card = { applicant_id: applicant.id, type: 'national_identity_card' };
  const document = await client.upload('/v3.6/documents', token, card, 'cze_id_front.jpg');
  const portrait = { applicant_id: clear.id, advanced_validation: 'false' };
  const photo = await client.upload('/v3.6/live_photos', token, portrait, 'cze_id_back.jpg');
  client.ask(token, `/v3.6/documents/${document.id}`, `/v3.6/documents?applicant_id=${applicant.id}`);
  client.ask(token, `/v3.6/documents/${document.id}/download`, `/v3.6/live_photos/${photo.id}/download`);
  client.ask(token, `/v3.6/live_photos/${photo.id}`);
}

/** Requests checks, waits for the results that the sandbox gives, and asks for checks and reports. */
async function makeChecks(client, environment, token, { applicant }) {
  const v3 = (method, path, body) => client.must(method, `/v3.6${path}`, token, body);
  const request = (report_names, more) => v3('POST', '/checks', { applicant_id: applicant.id, report_names, ...more });
  const checks = [await request(['document'], { tags: ['first'] })];
  if (environment === 'sandbox') {
    checks.push(await request(['identity_enhanced', 'watchlist_standard']));
    const done = async ({ id }) => (await v3('GET', `/checks/${id}`)).status === 'complete';
    for (const check of checks) await waitFor(`The result of the check ${check.id}`, () => done(check));
  }
  client.ask(token, `/v3.6/checks?applicant_id=${applicant.id}`);
  for (const { id, report_ids } of checks) {
    client.ask(token, `/v3.6/checks/${id}`, `/v3.6/reports?check_id=${id}`);
    client.ask(token, `/v2/applicants/${applicant.id}/checks/${id}`);
    client.ask(token, ...report_ids.map((report) => `/v3.6/reports/${report}`));
  }
}

/** Starts a workflow run, and asks for it and its tasks. */
async function makeRun(client, token, { clear }) {
  const body = { workflow_id: WORKFLOW, applicant_id: clear.id };
  const run = await client.must('POST', '/v3.6/workflow_runs', token, body);
  const tasks = await client.must('GET', `/v3.6/workflow_runs/${run.id}/tasks`, token);
  client.ask(token, `/v3.6/workflow_runs/${run.id}`, `/v3.6/workflow_runs/${run.id}/tasks`);
  client.ask(token, ...tasks.map(({ id }) => `/v3.6/workflow_runs/${run.id}/tasks/${id}`));
}

/** The main job on a running release. Returns its tokens and the answers to the kept requests. */
async function story({ http_base_url: base, sandbox_token, live_token, operator_key }, hooks) {
  const tokens = { sandbox: sandbox_token, live: live_token, operator: operator_key };
  const client = new Client(base, operator_key);
  const { accounts } = await client.must('GET', '/operator/v1/accounts', operator_key);
  const path = `/operator/v1/accounts/${accounts[0].id}`;
  await client.call('PATCH', path, operator_key, { name: 'Example Bank' });
  for (const environment of ['sandbox', 'live']) {
    const token = tokens[environment];
    const people = await makeApplicants(client, environment, token, hooks);
    await makeFiles(client, token, people);
    await makeChecks(client, environment, token, people);
    await makeRun(client, token, people);
  }
  await waitFor('The deliveries', () => hooks.received >= 8);
  // Releases before members answer 404.
  const invited = { email: 'reviewer@example.com', role: 'reviewer', name: 'Robin' };
  await client.call('POST', `${path}/members`, operator_key, invited);
  client.ask(operator_key, path, `${path}/tokens`, '/operator/v1/members');
  await pause(500);
  return { tokens, answers: await answersOf(client, tokens) };
}

/** Asks for every kept path. Returns the answers, without paths that the release does not have. */
async function answersOf(client, tokens) {
  const nameOf = new Map(Object.entries(tokens).map(([name, token]) => [token, name]));
  const answers = [];
  for (const { token, path } of client.asked) {
    const { status, body, bytes } = await client.call('GET', path, token);
    if (status === 404 || status === 405) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    answers.push(Object.assign({ token: nameOf.get(token), path, status }, body === undefined ? { sha256 } : { body }));
  }
  return answers;
}

/** Plain SQL that any driver runs: no commands of `psql`, no settings of a version. */
function dump(databaseUrl) {
  const flags = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', '--no-publications', databaseUrl];
  const text = execFileSync('pg_dump', flags, { encoding: 'utf8', maxBuffer: 1e9 });
  const left = /^(--|\\|SET |SELECT pg_catalog\.set_config)/;
  return text
    .split('\n')
    .filter((line) => line !== '' && !left.test(line))
    .join('\n');
}

function filesOf(data) {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = files
    .map((entry) => relative(data, join(entry.parentPath, entry.name)))
    .filter((name) => KEPT.test(name));
  return Object.fromEntries(named.sort().map((name) => [name, readFileSync(join(data, name), 'base64')]));
}

async function make(folder, version, server) {
  const data = mkdtempSync(join(tmpdir(), 'bonafide-fixture-'));
  const hooks = await receiver();
  const name = `bonafide_fixture_${randomBytes(4).toString('hex')}`;
  const administer = (statement) => execFileSync('psql', [server, '-q', '-c', statement], { stdio: 'inherit' });
  if (server) administer(`create database ${name}`);
  const databaseUrl = server && Object.assign(new URL(server), { pathname: `/${name}` }).href;
  try {
    const service = await start(folder, data, databaseUrl);
    const { tokens, answers } = await story(service, hooks).finally(async () => {
      service.child.kill('SIGTERM');
      await once(service.child, 'exit');
    });
    const fixture = { version, tokens, files: filesOf(data), ...(databaseUrl && { sql: dump(databaseUrl) }), answers };
    const store = server ? 'postgres' : 'sqlite';
    const file = join(out, `${version}-${store}.json.gz`);
    writeFileSync(file, gzipSync(JSON.stringify(fixture), { level: 9 }));
    console.log(`${file}: ${answers.length} answers, ${readFileSync(file).length} bytes`);
  } finally {
    hooks.close();
    rmSync(data, { recursive: true, force: true });
    if (server) administer(`drop database ${name} with (force)`);
  }
}

const [folder, server] = process.argv.slice(2);
if (!folder)
  throw new Error('Give the folder of a built release: node scripts/upgrade-fixture.js FOLDER [DATABASE_URL]');
const { version } = JSON.parse(readFileSync(join(folder, 'packages/server/package.json'), 'utf8'));
mkdirSync(out, { recursive: true });
await make(folder, version, undefined);
if (server) await make(folder, version, server);
