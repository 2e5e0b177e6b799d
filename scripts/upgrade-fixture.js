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

/** The main job on a running release. Returns what to ask for again. */
async function story({ http_base_url: base, sandbox_token, live_token, operator_key }, hooks) {
  const call = async (method, path, token, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: token === operator_key ? `Bearer ${token}` : `Token token=${token}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : undefined, bytes };
  };
  const must = async (method, path, token, body) => {
    const answer = await call(method, path, token, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  const upload = async (path, token, fields, picture) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([readFileSync(join(pictures, picture))], { type: 'image/jpeg' }), picture);
    return must('POST', path, token, form);
  };

  const asked = [];
  const ask = (token, ...paths) => asked.push(...paths.map((path) => ({ token, path })));
  const accounts = await must('GET', '/operator/v1/accounts', operator_key);
  const [account] = accounts.accounts;
  await must('PATCH', `/operator/v1/accounts/${account.id}`, operator_key, { name: 'Example Bank' }).catch(
    () => undefined,
  );

  for (const [environment, token] of [
    ['sandbox', sandbox_token],
    ['live', live_token],
  ]) {
    const v3 = (method, path, body) => must(method, `/v3.6${path}`, token, body);
    const hook = await v3('POST', '/webhooks', {
      url: `http://127.0.0.1:${hooks.address().port}/${environment}`,
      enabled: true,
      environments: [environment],
      events: ['check.started', 'check.completed', 'report.completed'],
    });
    const person = {
      first_name: 'Zoë',
      last_name: environment === 'live' ? 'Müller' : 'Consider',
      dob: '1985-01-01',
      email: `zoe@${environment}.example`,
      address: { flat_number: '4', street: 'High Street', town: 'London', postcode: 'S2 2DF', country: 'GBR' },
      id_numbers: [{ type: 'identity_card', value: 'X12345678' }],
      location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
      consents: [{ name: 'privacy_notices_read', granted: true }],
    };
    const applicant = await v3('POST', '/applicants', person);
    await v3('PUT', `/applicants/${applicant.id}`, { first_name: 'Zoé' });
    const clear = await v3('POST', '/applicants', { first_name: '王', last_name: '伟' });
    const gone = await v3('POST', '/applicants', { first_name: 'Jane', last_name: 'Doe' });
    const { status } = await call('DELETE', `/v3.6/applicants/${gone.id}`, token);
    if (status !== 204) throw new Error(`An applicant could not be deleted: ${status}`);
    const document = await upload(
      '/v3.6/documents',
      token,
      { applicant_id: applicant.id, type: 'national_identity_card' },
      'cze_id_front.jpg',
    );
    const photo = await upload(
      '/v3.6/live_photos',
      token,
      { applicant_id: clear.id, advanced_validation: 'false' },
      'cze_id_back.jpg',
    );
    const checks = [
      await v3('POST', '/checks', { applicant_id: applicant.id, report_names: ['document'], tags: ['first'] }),
    ];
    if (environment === 'sandbox') {
      const names = ['identity_enhanced', 'watchlist_standard'];
      checks.push(await v3('POST', '/checks', { applicant_id: applicant.id, report_names: names }));
      const done = async ({ id }) => (await v3('GET', `/checks/${id}`)).status === 'complete';
      for (const check of checks) await waitFor(`The result of the check ${check.id}`, () => done(check));
    }
    const run = await v3('POST', '/workflow_runs', { workflow_id: WORKFLOW, applicant_id: clear.id });
    const tasks = await v3('GET', `/workflow_runs/${run.id}/tasks`);
    ask(token, ...['/v3.6', '/v3.2'].map((version) => `${version}/applicants/${applicant.id}`));
    ask(token, `/v3.6/applicants/${clear.id}`, `/v3.6/applicants/${gone.id}`);
    ask(token, '/v3.6/applicants?include_deleted=true', '/v3.6/webhooks', `/v3.6/webhooks/${hook.id}`);
    ask(token, `/v3.6/documents/${document.id}`, `/v3.6/documents?applicant_id=${applicant.id}`);
    ask(token, `/v3.6/documents/${document.id}/download`, `/v3.6/live_photos/${photo.id}/download`);
    ask(token, `/v3.6/live_photos/${photo.id}`, `/v3.6/checks?applicant_id=${applicant.id}`);
    for (const { id, report_ids } of checks) {
      ask(token, `/v3.6/checks/${id}`, `/v3.6/reports?check_id=${id}`, `/v2/applicants/${applicant.id}/checks/${id}`);
      for (const report of report_ids) ask(token, `/v3.6/reports/${report}`);
    }
    ask(token, `/v3.6/workflow_runs/${run.id}`, `/v3.6/workflow_runs/${run.id}/tasks`);
    for (const task of tasks) ask(token, `/v3.6/workflow_runs/${run.id}/tasks/${task.id}`);
  }
  const of = `/operator/v1/accounts/${account.id}`;
  await waitFor('The deliveries', () => hooks.received >= 8);
  // Releases before members answer 404.
  const invited = { email: 'reviewer@example.com', role: 'reviewer', name: 'Robin' };
  await call('POST', `${of}/members`, operator_key, invited);
  ask(operator_key, `${of}`, `${of}/tokens`, '/operator/v1/members');
  await pause(500);

  const answers = [];
  for (const { token, path } of asked) {
    const { status, body, bytes } = await call('GET', path, token);
    if (status === 404 || status === 405) continue;
    const content = body === undefined ? { sha256: createHash('sha256').update(bytes).digest('hex') } : { body };
    answers.push({
      token: token === operator_key ? 'operator' : token === live_token ? 'live' : 'sandbox',
      path,
      status,
      ...content,
    });
  }
  return { tokens: { sandbox: sandbox_token, live: live_token, operator: operator_key }, answers };
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
