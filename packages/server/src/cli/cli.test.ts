import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  documentSigner,
  issue,
  listSigner,
  masterList,
  pem,
  revocationList,
} from '../../../verification/src/chip/testing/issuer.ts';
import { unknownId } from '../api/v3/testing/story.ts';
import { readSettings } from '../config/settings.ts';
import { ctxIn } from '../context/ctx-of.ts';
import { systemPrincipal } from '../context/principal.ts';
import { queueMail } from '../messages/mails/queue.ts';
import { queueLinkMessage } from '../messages/sms/queue.ts';
import { reportType } from '../reports/index.ts';
import { clear, doubtful } from '../reports/live/assessment.ts';
import type { ReportProcessor } from '../reports/types.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { type RunningServer, serve } from './commands/serve.ts';
import { settingsDocument } from './commands/settings.ts';
import { printable, printableJson } from './printable.ts';
import { buildProgram } from './program.ts';
import { table } from './table.ts';

let data: string;
let readyFile: string;
let server: RunningServer;
let shown: string;

function start(more: object = {}): Promise<RunningServer> {
  const flags = {
    mode: 'development',
    data,
    port: '0',
    httpPort: '0',
    readyFile,
    logLevel: 'silent',
    sandboxDelay: '0',
    // Analysers run from the build.
    analysis: 'off',
  };
  const io = {
    out(text: string) {
      shown = text;
    },
    err: () => {},
    env: {},
  };
  return serve(readSettings({ ...flags, ...more }, {}), io);
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  readyFile = join(data, 'ready.json');
  server = await start();
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Runs a command line as a shell would; answers what it printed. */
async function bonafide(...line: string[]): Promise<string> {
  const printed: string[] = [];
  const io = {
    out: (text: string) => printed.push(text),
    err: (text: string) => printed.push(text),
    env: { BONAFIDE_DATA: data },
  };
  const program = buildProgram(io);
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command.exitOverride().configureOutput({ writeErr: () => {} });
  }
  await program.parseAsync(line, { from: 'user' });
  return printed.join('\n');
}

/** Runs an import. Leaves out the lines about an import that takes long, which a slow machine prints. */
const runImport = async (...line: string[]): Promise<string> =>
  (await bonafide(...line)).replaceAll(/^\w+: (?:waiting|reading|storing|building) .*\n/gm, '');

const json = async (...line: string[]) => JSON.parse(await bonafide(...line, '--json'));
const ready = () => JSON.parse(readFileSync(readyFile, 'utf8'));
const api = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${server.service.urls.http}${path}`, {
    ...init,
    headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
  });

/** Makes something through the API. */
async function create(path: string, token: string, body: object): Promise<{ id: string; report_ids: string[] }> {
  const answer = await api(path, token, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; report_ids: string[] };
}

const applicant = (token: string) => create('/v3.6/applicants', token, { first_name: 'Ada', last_name: 'Lovelace' });

async function check(token: string) {
  const { id: applicant_id } = await applicant(token);
  const report_names = ['watchlist_standard'];
  return create('/v3.6/checks', token, { applicant_id, report_names, privacy_notices_read_consent_given: true });
}

describe('serve', () => {
  test('writes a ready file for scripts, for its owner alone', async () => {
    expect(Object.keys(ready())).toEqual([
      ...['base_url', 'http_base_url', 'ca_file', 'sandbox_token', 'live_token', 'operator_key'],
    ]);
    expect(statSync(readyFile).mode & 0o777).toBe(0o600);
    const { base_url, http_base_url, ca_file, operator_key } = ready();
    expect([base_url, http_base_url]).toEqual([server.service.urls.https, server.service.urls.http]);
    expect(readFileSync(ca_file, 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(operator_key).toBe(server.service.operatorKey);
    expect((await api('/v3.6/applicants', ready().live_token)).status).toBe(200);
  });

  test('shows tokens at the first start only, and gives every ready file tokens that work', async () => {
    const first = ready();
    for (const text of [first.base_url, first.sandbox_token, first.live_token]) expect(shown).toContain(text);
    const pages = first.http_base_url.replace('127.0.0.1', 'localhost');
    expect(shown).toContain(`API reference  ${pages}/reference\n`);
    expect(shown).toContain(`Demo           ${pages}/demo\n`);
    expect(shown).toContain(`Dashboard      ${pages}/dashboard\n`);
    expect(shown).toContain(`  ${pages}/dashboard/welcome#`);
    expect(shown).toContain(`export NODE_EXTRA_CA_CERTS=${first.ca_file}`);
    expect(shown).toContain(`curl --cacert ${first.ca_file} ${first.base_url}/v3.6/applicants`);

    await server.stop();
    expect(existsSync(join(data, 'server.json'))).toBe(false);
    await expect(bonafide('account', 'list')).rejects.toThrow(`No server runs on the data directory ${data}`);
    server = await start();
    expect(shown).not.toContain('api_');
    expect(shown).toContain('token create --environment sandbox');
    for (const token of [first.sandbox_token, ready().sandbox_token, ready().live_token]) {
      expect((await api('/v3.6/applicants', token)).status).toBe(200);
    }
    expect(ready().sandbox_token).not.toBe(first.sandbox_token);
  });

  test('says clearly why it can not start', async () => {
    await expect(start()).rejects.toThrow(/^Another process uses the data directory/);
    expect(existsSync(readyFile)).toBe(true);
    const other = mkdtempSync(join(tmpdir(), 'bonafide-'));
    const taken = new URL(server.service.urls.https).port;
    await expect(start({ data: other, readyFile: '', port: taken })).rejects.toThrow(`--port ${taken}`);
    rmSync(other, { recursive: true });
    await expect(bonafide('serve', '--port', 'x', '--role', 'king')).rejects.toThrow(
      '--port must be a whole number from 0 to 65535, not "x"\n--role must be one of all, api, worker, analyser, not "king"',
    );
  });
});

describe('accounts', () => {
  test('are listed, made, shown and changed', async () => {
    expect(await bonafide('account', 'list')).toMatch(/^ID +NAME +CREATED AT +ENABLED\n\S+ +default +\S+Z +true$/);
    const made = await json(
      'account',
      'create',
      'Bob & Co',
      'deletion_delay_days=5',
      'disabled_reports=document,known_faces',
    );
    expect(made).toMatchObject({ deletion_delay_days: 5, disabled_reports: ['document', 'known_faces'] });
    await bonafide(
      'account',
      'set',
      'Bob & Co',
      'name=Bob',
      'trial_checks_limit=3',
      'enabled=false',
      'disabled_reports=',
    );
    const changed = { name: 'Bob', trial_checks_limit: 3, enabled: false, disabled_reports: [] };
    expect(await json('account', 'show', made.id)).toEqual({ ...made, ...changed });
    expect(await bonafide('account', 'show', 'Bob')).toMatch(/^trial_checks_limit +3$/m);
    expect((await json('account', 'rotate-key', 'Bob')).version).toBe(2);
  });

  test('are given what applicants see of them', async () => {
    const branding = { display_name: '42', privacy_notice_url: 'https://bob.example/privacy', colour: '#14508c' };
    const pairs = Object.entries(branding).map(([name, value]) => `${name}=${value}`);
    expect(await json('account', 'set', 'Bob', ...pairs)).toMatchObject(branding);
    expect((await json('account', 'set', 'Bob', 'colour=', 'display_name=null')).colour).toBeNull();
    await expect(bonafide('account', 'set', 'Bob', 'colour=red')).rejects.toThrow(
      'colour must be a colour such as #14508c',
    );

    const file = join(data, 'logo.png');
    writeFileSync(
      file,
      await sharp({ create: { width: 90, height: 30, channels: 3, background: '#14508c' } })
        .png()
        .toBuffer(),
    );
    expect((await json('account', 'set-logo', 'Bob', file)).logo).toMatchObject({ width: 90, height: 30 });
    expect(await bonafide('account', 'show', 'Bob')).toMatch(/^logo +https:\/\/\S+\/logos\/[0-9a-f]{64}\.png$/m);
    writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(bonafide('account', 'set-logo', 'Bob', file)).rejects.toThrow('logo must be a PNG, JPEG or WebP file');
    writeFileSync(file, Buffer.alloc(257 * 1024));
    await expect(bonafide('account', 'set-logo', 'Bob', file)).rejects.toThrow('A logo may have at most 256 KB');
    await expect(bonafide('account', 'set-logo', 'Bob', join(data, 'none.png'))).rejects.toThrow("can't be read");
    expect(await bonafide('account', 'remove-logo', 'Bob')).toMatch(/^logo +-$/m);
  });

  test('are refused what makes no sense', async () => {
    await expect(bonafide('account', 'set', 'Bob', 'deletion_delay=3')).rejects.toThrow(
      'There is no setting "deletion_delay". Settings: name, enabled',
    );
    await expect(bonafide('account', 'set', 'Bob', 'enabled')).rejects.toThrow('Write enabled=VALUE');
    await expect(bonafide('account', 'set', 'Bob', 'rate_limit_live=0')).rejects.toThrow('rate_limit_live is invalid');
    await expect(bonafide('account', 'show', 'Carol')).rejects.toThrow('There is no account Carol');
    await expect(bonafide('token', 'list')).rejects.toThrow('Several accounts match');
  });
});

test('tokens and OAuth clients are made, listed and revoked', async () => {
  const of = ['--account', 'default'];
  const made = await json('token', 'create', '--environment', 'live', '--name', 'till', '--read-only', ...of);
  expect([made.environment, made.permission]).toEqual(['live', 'read_only']);
  expect((await api('/v3.6/applicants', made.token)).status).toBe(200);
  expect(await bonafide('token', 'create', '--environment', 'live', '--name', 'x', ...of)).toMatch(
    /^token +api_live\./,
  );
  const client = await json('oauth-client', 'create', '--environment', 'sandbox', '--name', 'shop', ...of);
  expect(Object.keys(client)).toEqual(expect.arrayContaining(['client_id', 'client_secret']));
  const list = await bonafide('token', 'list', ...of);
  for (const text of [made.id, client.client_id, 'oauth_client', 'till', 'first', 'ready-file'])
    expect(list).toContain(text);
  expect(await bonafide('token', 'revoke', made.id, ...of)).toBe(`Revoked ${made.id}`);
  expect((await api('/v3.6/applicants', made.token)).status).toBe(401);
  await expect(bonafide('token', 'revoke', unknownId, ...of)).rejects.toThrow(`Token with id=${unknownId}`);
});

test('member: the first administrator and others are invited, listed, disabled and invited again', async () => {
  expect(await bonafide('member', 'invite')).toMatch(/^http:\/\/localhost:\d+\/dashboard\/welcome#[\w-]{43}$/);
  const invited = await json(
    'member',
    'invite',
    '--email',
    'rita@example.com',
    '--name',
    'Rita',
    '--role',
    'admin',
    '--account',
    'default',
  );
  expect(invited).toMatchObject({ mailed: false, invitation_url: expect.stringMatching(/#[\w-]{43}$/) });
  // Until the first of them has signed in, there is a first administrator to come.
  const first = await bonafide('member', 'invite');
  expect(first).toMatch(/#[\w-]{43}$/);
  await expect(bonafide('member', 'invite', '--email', 'rita@example.com', '--account', 'default')).rejects.toThrow(
    'is a member already',
  );
  await expect(bonafide('member', 'invite', '--email', 'no address', '--account', 'default')).rejects.toThrow('email');
  await expect(
    bonafide('member', 'invite', '--email', 'x@example.com', '--role', 'boss', '--account', 'default'),
  ).rejects.toThrow('role');
  expect(await bonafide('member', 'list')).toMatch(/rita@example\.com +Rita +invited +admin of [0-9a-f-]{36}/);
  expect(await bonafide('member', 'reset', invited.id)).toMatch(/#[\w-]{43}$/);
  await bonafide('member', 'disable', invited.id);
  expect(await bonafide('member', 'list')).toMatch(/Rita +disabled/);
  await expect(bonafide('member', 'reset', invited.id)).rejects.toThrow('is disabled');
  await bonafide('member', 'enable', invited.id);
  expect(await bonafide('member', 'list')).toMatch(/Rita +invited/);
  await expect(bonafide('member', 'disable', unknownId)).rejects.toThrow(`Member with id=${unknownId}`);

  const entered = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery staple' };
  const accepted = await fetch(`${server.service.urls.http}/dashboard/api/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bonafide-dashboard': '1' },
    body: JSON.stringify({ secret: first.split('#')[1], ...entered }),
  });
  expect(accepted.status).toBe(201);
  await expect(bonafide('member', 'invite')).rejects.toThrow('A member has already signed in');
});

test('operator keys are created, used, listed and revoked', async () => {
  const made = await json('operator-key', 'create', '--name', 'Maria');
  expect(made.name).toBe('Maria');
  expect(await bonafide('operator-key', 'create', '--name', 'x')).toMatch(/^key +bfo_/);
  expect(await bonafide('account', 'list', '--operator-key', made.key)).toContain('default');
  const list = await bonafide('operator-key', 'list');
  for (const text of [made.id, 'Maria', `${made.prefix}…${made.last_four}`, 'operator.key'])
    expect(list).toContain(text);
  expect(list).not.toContain(made.key);
  expect(await bonafide('operator-key', 'revoke', made.id)).toBe(`Revoked ${made.id}`);
  expect(await bonafide('operator-key', 'list')).toMatch(/Maria +revoked/);
  await expect(bonafide('account', 'list', '--operator-key', made.key)).rejects.toThrow('an operator key is needed');
  await expect(bonafide('operator-key', 'revoke', unknownId)).rejects.toThrow(`OperatorKey with id=${unknownId}`);
});

test('the audit log is listed, verified, exported and anchored', async () => {
  const of = ['--account', 'default'];
  const { id } = await json('token', 'create', ...of, '--environment', 'sandbox', '--name', 'Grace');
  expect(await bonafide('audit', 'list', ...of, '--object', id)).toMatch(
    /^NUMBER +AT +ACTOR .*\n\d+ +\S+ +operator:\S+ +\S+ +token_created +token:\S+ +sandbox$/,
  );
  const anchors = join(data, 'anchors.jsonl');
  expect(JSON.parse(await bonafide('audit', 'anchor', ...of, '--output', anchors))).toEqual(
    JSON.parse(readFileSync(anchors, 'utf8')),
  );
  await json('token', 'revoke', id, ...of);
  expect(await bonafide('audit', 'verify', ...of, '--anchors', anchors)).toMatch(
    /^\d+ entries are intact; the last entry has/,
  );
  const file = join(data, 'audit.jsonl');
  expect(await bonafide('audit', 'export', ...of, '--output', file)).toBe(`written to ${file}`);
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1));
  expect(lines.at(-1)).toMatchObject({ action: 'audit_exported' });
  await json('operator-key', 'create', '--name', 'Audit');
  expect(await bonafide('audit', 'list', '--deployment', '--limit', '1')).toContain('operator_key_created');

  const { account_id, ...anchor } = JSON.parse(readFileSync(anchors, 'utf8'));
  writeFileSync(anchors, `${JSON.stringify({ account_id, ...anchor, hash: '0'.repeat(64) })}\n`);
  const verifying = bonafide('audit', 'verify', ...of, '--anchors', anchors);
  await expect(verifying).rejects.toThrow(`Entry ${anchor.number} has a hash that differs from its anchor`);
  await expect(bonafide('audit', 'verify', '--deployment', '--anchors', anchors)).rejects.toThrow(
    'no anchor for deployment',
  );
  await expect(bonafide('audit', 'export', '--account', unknownId, '--output', file)).rejects.toThrow('no account');
});

test('applicants are erased, and the receipts listed', async () => {
  const { id } = await applicant(ready().sandbox_token);
  const of = ['--account', 'default'];
  expect(await bonafide('erase', id, '--environment', 'sandbox', ...of)).toMatch(/^applicant +1$/m);
  expect((await api(`/v3.6/applicants/${id}`, ready().sandbox_token)).status).toBe(410);
  expect(await bonafide('erasures', ...of)).toMatch(new RegExp(`${id} .* operator:[0-9a-f-]{36} `));
  await expect(bonafide('erase', id, '--environment', 'sandbox', ...of)).rejects.toThrow('has been deleted');
});

test('checks are withdrawn, reopened and taken up, and reports decided', async () => {
  const of = ['--account', 'default'];
  const one = await check(ready().sandbox_token);
  await server.service.worker?.settle();
  expect((await json('check', 'reopen', one.id, ...of)).status).toBe('reopened');
  expect((await json('check', 'take-up', one.id, ...of)).status).toBe('complete');
  const live = await check(ready().live_token);
  await server.service.worker?.settle();
  const decision = ['--result', 'clear', '--note', 'seen in person', ...of];
  expect((await json('report', 'decide', live.report_ids[0] as string, ...decision)).status).toBe('complete');
  const other = await check(ready().live_token);
  expect((await json('check', 'withdraw', other.id, ...of)).status).toBe('withdrawn');
  await expect(bonafide('check', 'withdraw', other.id, ...of)).rejects.toThrow(
    "status a check that is withdrawn can't be withdrawn",
  );
});

test('reports that wait for a person are listed, shown and settled leaf by leaf', async () => {
  const of = ['--account', 'default'];
  await server.stop();
  server = await start({ analysis: 'on' });
  const watchlist = reportType('watchlist_standard') as { process?: ReportProcessor };
  const original = watchlist.process;
  watchlist.process = async () => ({
    status: 'awaiting_approval',
    assessment: {
      leaves: {
        sanction: clear('On no list'),
        politically_exposed_person: doubtful('A name like it is on a list', { measure: 0.8, threshold: 0.9 }),
      },
      properties: { records: [] },
      fields: [
        {
          field: 'last_name',
          values: [{ source: 'mrz', value: 'LOVELACE', certainty: 'sure', differing: [], part: null }],
        },
      ],
      records: [
        {
          leaves: ['politically_exposed_person'],
          shown: {
            full_name: 'Ada Lovelace',
            date_of_birth: ['1815-12-10'],
            attribute: [
              { attribute_type: 'Match score', attribute_value: '0.80' },
              { attribute_type: 'List', attribute_value: 'own 2026-01-02' },
            ],
          },
        },
      ],
      evidence: {
        kind: 'passport',
        found: [
          {
            forgery: 'portrait',
            leaf: 'picture_face_integrity',
            confirmed_by: [{ source: 'ghost', grade: 'independent', measure: 0.99812, threshold: 0.97 }],
          },
          { forgery: 'copy', leaf: 'original_document_present', confirmed_by: [] },
        ],
      },
    },
  });
  const made = await check(ready().live_token);
  await server.service.worker?.settle();
  if (original) watchlist.process = original;
  await server.stop();
  server = await start();
  const id = made.report_ids[0] as string;

  const listed = await bonafide('report', 'list', '--per-page', '500', ...of);
  expect(listed).toMatch(/^ID +CREATED AT +NAME +STEP +FAILED +DOUBTS\n/);
  expect(listed).toMatch(new RegExp(`${id} +\\S+Z +watchlist_standard +- +false +politically_exposed_person`));
  expect((await json('report', 'list', '--status', 'complete', ...of)).reports).not.toContainEqual(
    expect.objectContaining({ id }),
  );

  const decision = (...leaves: string[]) => ['report', 'decide', id, ...leaves.flatMap((one) => ['--leaf', one])];
  const because = ['--note', 'Another person', ...of];
  await expect(bonafide(...decision('sanction'), ...because)).rejects.toThrow('"sanction" has no result');
  await expect(bonafide(...decision('sanction=clear', 'sanction=consider'), ...because)).rejects.toThrow(
    'The leaf sanction occurs twice',
  );
  await expect(bonafide(...decision('horoscope=clear'), ...because)).rejects.toThrow(
    'leaves horoscope is not a leaf of this report',
  );
  await expect(bonafide(...decision(), ...because)).rejects.toThrow("result can't be blank");
  const settled = await json(...decision('politically_exposed_person=clear', 'sanction=consider'), ...because);
  expect(settled).toMatchObject({ status: 'complete', result: 'consider', doubts: [] });

  const shownReport = await bonafide('report', 'show', id, ...of);
  expect(shownReport).toMatch(
    /LEAVES +FULL NAME +DATE OF BIRTH +MATCH SCORE .*\npolitically_exposed_person +Ada Lovelace +1815-12-10 +0\.80 +- +- +own 2026-01-02/,
  );
  expect(shownReport).toMatch(/^status +complete$/m);
  expect(shownReport).toMatch(
    /^politically_exposed_person +- +false +clear +0\.8 +0\.9 +A name like it is on a list$/m,
  );
  expect(shownReport).toMatch(/^last_name +mrz +LOVELACE +sure$/m);
  expect(shownReport).toMatch(/^portrait +picture_face_integrity +ghost 0\.9981$/m);
  expect(shownReport).toMatch(/^copy +original_document_present +-$/m);
  expect(shownReport).toMatch(/Z +consider +politically_exposed_person=clear,sanction=consider +- +Another person$/m);
});

test('workflow runs are listed and shown', async () => {
  const of = ['--account', 'default'];
  const token = ready().sandbox_token;
  const { id: applicant_id } = await applicant(token);
  const workflow_id = '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70';
  const { id } = await create('/v3.6/workflow_runs', token, { workflow_id, applicant_id });
  const list = ['workflow-runs', '--environment', 'sandbox', ...of];
  const listed = await bonafide(...list);
  expect(listed).toMatch(/^ID +CREATED AT +WORKFLOW NAME +STATUS +APPLICANT ID\n/);
  expect(listed).toMatch(new RegExp(`${id} +\\S+Z +Document and selfie +awaiting_input +${applicant_id}`));
  const waiting = await json(...list, '--status', 'awaiting_input', '--applicant', applicant_id);
  expect(waiting.workflow_runs).toEqual([expect.objectContaining({ id })]);
  expect(await bonafide(...list, '--status', 'error')).toBe('(none)');
  expect(await bonafide('workflow-runs', ...of)).toBe('(none)');
  const shown = await bonafide('workflow-run', 'show', id, ...of);
  expect(shown).toMatch(/^status +awaiting_input$/m);
  expect(shown).toMatch(/^start +start +service +\S+Z +\S+Z$/m);
  expect(shown).toMatch(/^document_photo_[0-9a-f]{5} +document_photo +applicant +\S+Z +-$/m);
  await expect(bonafide('workflow-run', 'show', unknownId, ...of)).rejects.toThrow(unknownId);
});

test('the certificate of signed evidence is shown, the same each time', async () => {
  const { pem, fingerprint, subject } = await json('evidence-certificate');
  expect(new X509Certificate(pem).fingerprint256).toBe(fingerprint);
  expect(subject).toBe('CN=Bonafide evidence');
  const printed = await bonafide('evidence-certificate');
  expect(printed).toContain(`fingerprint  ${fingerprint}\n`);
  expect(printed).toContain(`\n\n${pem.trimEnd()}`);
});

test('lists of compromised documents are imported, listed and forgotten', async () => {
  const file = join(data, 'register.csv');
  writeFileSync(file, 'issuing_country,document_number\nNLD,SPECI2014\nGBR,123456789\n');
  const named = ['--source', 'the register'];
  expect(await bonafide('compromised', 'import', file, ...named)).toBe('Imported 2 documents');
  expect(await bonafide('compromised', 'list')).toMatch(/^SOURCE +DOCUMENTS +IMPORTED AT\nthe register +2 +\S+Z$/);
  writeFileSync(file, 'issuing_country,document_number\nNLD,SPECI2015\nHolland,1\n');
  await expect(bonafide('compromised', 'import', file, ...named)).rejects.toThrow(
    'csv line 3: issuing_country must be three letters',
  );
  expect((await json('compromised', 'list')).sources).toMatchObject([{ source: 'the register', documents: 2 }]);
  expect(await bonafide('compromised', 'forget', 'the register')).toBe('Removed 2 documents');
  expect(await bonafide('compromised', 'list')).toBe('(none)');
  await expect(bonafide('compromised', 'forget', 'the register')).rejects.toThrow('CompromisedDocuments');
  await expect(bonafide('compromised', 'import', join(data, 'none.csv'), ...named)).rejects.toThrow("can't be read");
});

test('watchlists are imported, shown, searched, replaced and removed', async () => {
  const header = 'id,name,categories,date_of_birth\n';
  const first = join(data, 'own.csv');
  writeFileSync(first, `${header}a1,Iskra Vrtovec,sanction,1961\n`);
  const named = ['--list', 'own', '--published', '2026-01-02'];
  const imports = (...args: string[]) => runImport('watchlist', 'import', ...args);
  expect(await imports(first, ...named, '--dry-run')).toBe(
    'own can be imported; nothing was stored\n1 records, 1 of people',
  );
  expect(await bonafide('watchlist', 'list')).toBe('Set 0\n\n(none)');
  expect(await imports(first, ...named)).toBe('own is active in set 1\n1 records, 1 of people');
  expect(await imports(first, ...named)).toMatch(/^own is unchanged; its age counts from today again\n/);
  expect(await bonafide('watchlist', 'search', 'Iskra Vrtovec', '--dob', '1961')).toMatch(
    /^Set 1: 1 hits\n\n1\.00 match: Iskra Vrtovec \(own a1, search of the US Treasury: 100\)\n {2}\S/,
  );

  const second = join(data, 'later.csv');
  writeFileSync(second, `${header}a1,Iskra Vrtovec,sanction,1962\na2,Bor Zaletelj,sanction,\n`);
  expect(await imports(second, '--list', 'own', '--stage')).toBe(
    'own is staged. Activate it with "bonafide watchlist activate own"\n' +
      '2 records, 2 of people; 1 added, 1 changed, 0 gone, 0 unchanged',
  );
  expect(await bonafide('watchlist', 'diff', 'own')).toMatch(/\n\nCHANGE +SOURCE ID\nadded +a2\nchanged +a1$/);
  expect(await bonafide('watchlist', 'activate', 'own')).toMatch(
    /^Set 2 is active\n\nLIST +RECORDS +VERSION ID\nown +2 /,
  );
  expect(await bonafide('watchlist', 'rollback', 'own')).toMatch(
    /^Set 3 is active\n\nLIST +RECORDS +VERSION ID\nown +1 /,
  );
  expect(await bonafide('watchlist', 'show', 'own', '--at', '2001-01-01')).toBe('No set was active\n\n(none)');
  await expect(bonafide('watchlist', 'remove', 'own')).rejects.toThrow('own is the last list of sanction');
  expect(await bonafide('watchlist', 'remove', 'own', '--confirm')).toBe('Set 4 is active\n\n(none)');
  expect(await bonafide('watchlist', 'score', 'Iskra Vrtovec', 'VRTOVEC, Iskra')).toMatch(
    /^1\.00 \(search of the US Treasury: /,
  );
  await expect(bonafide('watchlist', 'search', 'Iskra', '--id', 'P1')).rejects.toThrow('type:country:number');
  await expect(bonafide('watchlist', 'import', join(data, 'none.csv'), ...named)).rejects.toThrow("can't be read");

  const folder = join(data, 'drop');
  mkdirSync(folder);
  writeFileSync(join(folder, 'Office Holders.pep.csv'), 'id,name\np1,Cvetka Ropotar\n');
  writeFileSync(join(folder, 'broken.csv'), '<html>Not found</html>');
  const imported = await bonafide('watchlist', 'watch', folder, '--once');
  expect(imported).toContain('office-holders is active in set 5\n1 records, 1 of people');
  expect(imported).toContain('broken was refused: ');
  expect([
    readdirSync(folder).sort(),
    readdirSync(join(folder, 'done')),
    readdirSync(join(folder, 'refused')).sort(),
  ]).toEqual([...[['done', 'refused'], ['Office Holders.pep.csv'], ['broken.csv', 'broken.csv.reason.txt']]]);
  expect(await bonafide('watchlist', 'imports')).toMatch(
    /\n\S+Z +broken +failed +0 +\S+Z +There was .* not a list but a page of HTML +\S+\n\S+Z +office-holders +succeeded +1 +\S+Z +- /,
  );
  expect(await bonafide('watchlist', 'rescreen', '--since', '2026-01-01')).toMatch(
    /^0 of \d+ clear reports\n\n\(none\)$/,
  );

  // A service that is busy refuses no list: its file stays.
  writeFileSync(join(folder, 'later.csv'), 'id,name,categories\n1,Cvetka Ropotar,pep\n');
  const busy = createServer((request, response) => {
    request.resume();
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"Busy"}}');
  });
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
  await expect(bonafide('watchlist', 'watch', folder, '--once', '--url', url)).rejects.toThrow('Busy');
  busy.close();
  expect(readdirSync(folder).sort()).toEqual(['done', 'later.csv', 'refused']);

  expect(await bonafide('watchlist', 'remove', 'office-holders', '--confirm')).toMatch(/^Set 6 is active/);
}, 60_000);

test('watching a folder on a full disk ends with words', async (context) => {
  const disk = mountSmallDisk(1);
  if (!disk) return context.skip('needs a user that may mount');
  try {
    const folder = join(disk.path, 'drop');
    mkdirSync(folder);
    writeFileSync(join(folder, 'broken.csv'), '<html>Not found</html>');
    disk.fill();
    await expect(bonafide('watchlist', 'watch', folder, '--once')).rejects.toThrow(
      `The folder is no longer watched: ${folder} could not be written, because its disk is full (ENOSPC`,
    );
    expect(readdirSync(folder)).toContain('broken.csv');
    disk.makeRoom();
    expect(await bonafide('watchlist', 'watch', folder, '--once')).toContain('broken was refused: ');
    expect(readdirSync(join(folder, 'refused')).sort()).toEqual(['broken.csv', 'broken.csv.reason.txt']);
  } finally {
    disk.drop();
  }
});

test('a table of people is imported, listed and removed', async () => {
  const file = join(data, 'roll.csv');
  const people = ['given_name,family_name,address_line,postcode', 'Iskra,Vrtovec,14 Clapham Road,SW4 6EH', ',,,'];
  writeFileSync(file, `${people.join('\n')}\n`);
  const of = ['--data', data];
  const named = ['--name', 'roll', '--kind', 'electoral', '--country', 'gbr', ...of];
  expect(await runImport('source', 'import', file, ...named)).toBe(
    'roll has 2 people\nRows with too little data to find a person: 1',
  );
  expect(await bonafide('source', 'list', ...of)).toMatch(/roll +electoral +GBR +2 +20[\s\S]*\(none\)/);
  expect(await bonafide('source', 'remove', 'roll', ...of)).toBe('Removed roll');
  await expect(bonafide('source', 'test', 'roll', ...of)).rejects.toThrow('Source with id=roll');
  await expect(bonafide('source', 'import', `${file}.not`, ...named)).rejects.toThrow("can't be read");
});

test('suppressions are added, listed and revoked by their ids', async () => {
  const of = ['--account', 'default'];
  expect(await bonafide('suppression', 'list', ...of)).toBe('(none)');
  const unknown = '11111111-2222-4333-8444-555555555555';
  const flags = ['--list', 'own', '--record', 'a1', '--reason', 'other', '--note', 'Born in another town', ...of];
  await expect(bonafide('suppression', 'add', unknown, ...flags)).rejects.toThrow('Report');
  await expect(bonafide('suppression', 'add', unknown, ...flags, '--months', '37')).rejects.toThrow('months');
  await expect(bonafide('suppression', 'revoke', unknown, ...of)).rejects.toThrow('Suppression');
  await expect(bonafide('suppression', 'list', '--applicant', unknown, ...of)).rejects.toThrow('Applicant');

  await server.stop();
  server = await start({ analysis: 'on' });
  const file = join(data, 'hits.csv');
  writeFileSync(file, 'id,name,categories\na1,Iskra Vrtovec,sanction\na/2=b,Iskra Vrtovec,sanction\n');
  await bonafide('watchlist', 'import', file, '--list', 'own');
  await bonafide('account', 'set', 'default', 'screening_match=1', '--note', 'A reviewer sees every hit');
  const live = ready().live_token;
  const person = { first_name: 'Iska', last_name: 'Vrtovec' };
  const { id: applicant_id } = await create('/v3.6/applicants', live, person);
  const report_names = ['watchlist_sanctions_only'];
  const made = await create('/v3.6/checks', live, {
    applicant_id,
    report_names,
    privacy_notices_read_consent_given: true,
  });
  await server.service.worker?.settle();
  const id = made.report_ids[0] as string;
  expect(await bonafide('report', 'show', id, ...of)).toMatch(/^own +a1 +0\.9\d* +sanction +- +-$/m);

  expect(await bonafide('suppression', 'add', id, ...flags)).toMatch(/^source_id +a1$/m);
  const [added] = (await json('suppression', 'list', '--applicant', applicant_id, ...of)).suppressions;
  expect(await bonafide('suppression', 'revoke', added.id, ...of)).toMatch(/^ended_because +revoked$/m);

  const ana = ['--operator-key', (await json('operator-key', 'create', '--name', 'ana')).key];
  const bea = ['--operator-key', (await json('operator-key', 'create', '--name', 'bea')).key];
  await bonafide('account', 'set', 'default', 'screening_four_eyes=clear');
  const decide = ['report', 'decide', id, '--note', 'Born in another town', ...of, ...ana];
  await expect(bonafide(...decide, '--hit', 'a1')).rejects.toThrow('Write LIST/RECORD=true_match');
  const hits = [
    '--hit',
    'own/a1=false_match:other',
    '--hit',
    'own/a/2=b=false_match:other',
    '--suppress',
    '--months',
    '3',
  ];
  expect(await bonafide(...decide, ...hits)).toMatch(/A second operator must confirm it: "bonafide proposal confirm /);
  expect(await bonafide('proposal', 'list', ...of)).toMatch(/ +decision +/);
  const [first] = (await json('proposal', 'list', ...of)).proposals;
  expect(await bonafide('proposal', 'refuse', first.id, '--note', 'No', ...of, ...bea)).toMatch(/^state +refused$/m);
  const second = await json(...decide, ...hits);
  expect(await bonafide('proposal', 'confirm', second.id, ...of, ...bea)).toMatch(/^state +confirmed$/m);
  expect(await bonafide('proposal', 'show', second.id, ...of)).toMatch(/^proposed +.*"suppress_months":3/m);
  expect(await bonafide('report', 'show', id, ...of)).toContain('own/a1=false_match,own/a/2=b=false_match');

  const relax = ['proposal', 'relax', 'off', '--note', 'Bea leaves us', ...of];
  expect(await bonafide(...relax, ...ana)).toMatch(/A second operator must confirm it: "bonafide proposal confirm /);
  const [relaxation] = (await json('proposal', 'list', ...of)).proposals;
  expect(await bonafide('proposal', 'confirm', relaxation.id, ...of, ...bea)).toMatch(/^state +confirmed$/m);
  await bonafide('account', 'set', 'default', 'screening_match=0.9', '--note', 'As it was before');
  await bonafide('watchlist', 'remove', 'own', '--confirm');
  await server.stop();
  server = await start();
}, 60_000);

test('certificates of states are loaded, listed and removed', async () => {
  const root = issue({ country: 'NL' });
  const file = join(data, 'csca-nl.pem');
  writeFileSync(file, `${pem(root.certificate)}${pem(documentSigner(root).certificate)}`);
  expect(await bonafide('csca', 'import', file)).toBe(
    'Loaded 1 certificate and 0 revocation lists; 0 were already loaded\n' +
      'Refused: C=NL, O=State, CN=DS: it is not a CA certificate',
  );
  const revoked = join(data, 'nl.crl');
  writeFileSync(revoked, revocationList(root, []));
  expect(await bonafide('csca', 'import', revoked, '--source', 'lists')).toMatch(
    /^Loaded 0 certificates and 1 revocation list;/,
  );
  const shown = await bonafide('csca', 'list');
  expect(shown).toMatch(
    /^NL +C=NL, O=State, CN=CSCA +2020-01-01T00:00:00Z +2035-01-01T00:00:00Z +\S+ +csca-nl\.pem +[0-9a-f]{64}$/m,
  );
  expect(shown).toMatch(
    /^NL +C=NL, O=State, CN=CSCA +2026-01-01T00:00:00Z +2026-04-01T00:00:00Z +0 +lists +[0-9a-f]{64}$/m,
  );
  const self = join(data, 'list.ml');
  const signed = issue({ country: 'BE' });
  writeFileSync(self, masterList(listSigner(signed), [signed.certificate]));
  const [, signer = ''] = /SHA-256 of that certificate, ([0-9a-f]{64})/.exec(
    await bonafide('csca', 'import', self).catch((error: Error) => error.message),
  )!;
  const spaced = signer.toUpperCase().replace(/..(?=.)/g, '$&:');
  expect(await bonafide('csca', 'import', self, '--signer', spaced)).toMatch(/^Loaded 1 certificate /);
  expect(await bonafide('csca', 'remove', signer)).toBe('Removed 1 certificate and 0 revocation lists');
  expect(await bonafide('csca', 'remove', 'csca-nl.pem')).toBe('Removed 1 certificate and 0 revocation lists');
  expect(await bonafide('csca', 'remove', 'lists')).toBe('Removed 0 certificates and 1 revocation list');
  await expect(bonafide('csca', 'remove', 'lists')).rejects.toThrow('StateCertificates');
  await expect(bonafide('csca', 'import', join(data, 'none.ml'))).rejects.toThrow("can't be read");
});

test('the delivery log', async () => {
  const webhook = { url: 'http://127.0.0.1:9/nobody', environments: ['sandbox'], events: ['check.started'] };
  await create('/v3.6/webhooks', ready().sandbox_token, webhook);
  await check(ready().sandbox_token);
  await server.service.worker?.settle();
  const of = ['--account', 'default'];
  const { deliveries } = await json('webhook', 'deliveries', '--limit', '1', ...of);
  expect(deliveries[0]).toMatchObject({
    event: 'check.started',
    state: 'pending',
    attempts: [{ number: 1, status: null }],
  });
  expect(await bonafide('webhook', 'deliveries', ...of)).toContain(deliveries[0].id);
  expect((await json('webhook', 'resend', deliveries[0].id, ...of)).state).toBe('pending');
  await expect(bonafide('webhook', 'resend', unknownId, ...of)).rejects.toThrow('Delivery');
});

test('mail to applicants is listed, shown and sent again', async () => {
  const { services } = server.service;
  const [account] = (await json('account', 'list')).accounts;
  const ctx = await ctxIn(services, systemPrincipal('worker'), account.id, 'sandbox');
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const { id: applicantId } = await create('/v3.6/applicants', ready().sandbox_token, person);
  const asked = { applicant_id: applicantId, report_names: ['document'], applicant_provides_data: true };
  const { id: checkId } = await create('/v3.6/checks', ready().sandbox_token, asked);
  const letter = { subject: 'A form for you', text: 'Continue:\nhttps://x\u001b[2J', html: '<p>x' };
  const texts = { to: 'ada@example.com', from_name: 'Acme', reply_to: null, ...letter };
  const mail = await ctx.transaction((tx) =>
    queueMail(ctx, tx, { applicantId, checkId, kind: 'applicant_form', ...texts }),
  );
  await server.service.worker?.settle();

  const kept = ['--state', 'kept', '--environment', 'sandbox'];
  expect(await bonafide('mails', '--account', 'default', ...kept)).toMatch(
    new RegExp(`^ID +CREATED AT +TO +SUBJECT +STATE\\n[^]*${mail} +\\S+Z +ada@example.com +A form for you +kept$`, 'm'),
  );
  expect(await bonafide('mails', '--environment', 'live')).toBe('(none)');
  expect(await bonafide('mails', '--state', 'failed')).toBe('(none)');
  const of = ['--account', 'default'];
  const shown = await bonafide('mail', 'show', mail, ...of);
  expect(shown).toMatch(/^state +kept$/m);
  expect(shown.endsWith('\n\nContinue:\nhttps://x [2J')).toBe(true);
  expect((await json('mail', 'retry', mail, ...of)).state).toBe('pending');
  await expect(bonafide('mail', 'show', unknownId, ...of)).rejects.toThrow(`Mail with id=${unknownId}`);
});

test('text messages to applicants are listed, shown and sent again', async () => {
  const { services } = server.service;
  const [account] = (await json('account', 'list')).accounts;
  const ctx = await ctxIn(services, systemPrincipal('worker'), account.id, 'sandbox');
  const person = { first_name: 'Ada', last_name: 'Lovelace' };
  const { id: applicantId } = await create('/v3.6/applicants', ready().sandbox_token, person);
  const link = { id: '13ABCDEF', language: 'en', page: 'https://id.example.com' };
  const message = await queueLinkMessage(ctx, { applicantId, to: '+447700900123', ...link });
  await server.service.worker?.settle();

  const kept = ['--state', 'kept', '--environment', 'sandbox'];
  expect(await bonafide('messages', '--account', 'default', ...kept)).toMatch(
    new RegExp(`^ID +CREATED AT +TO +STATE +ERROR *\\n${message} +\\S+Z +\\+447700900123 +kept`, 'm'),
  );
  expect(await bonafide('messages', '--environment', 'live')).toBe('(none)');
  const of = ['--account', 'default'];
  const shown = await bonafide('message', 'show', message, ...of);
  expect(shown).toMatch(/^state +kept$/m);
  expect(shown).toContain(
    '\n\nBonafide demo: Continue verifying your identity on this phone: https://id.example.com/13ABCDEF ',
  );
  expect((await json('message', 'retry', message, ...of)).state).toBe('pending');
  await expect(bonafide('message', 'show', unknownId, ...of)).rejects.toThrow(`Message with id=${unknownId}`);
});

test('addresses are imported from a file', async () => {
  const file = join(data, 'addresses.json');
  writeFileSync(file, JSON.stringify([{ street: 'NEW ROAD', town: 'YORK', postcode: 'YO1 1AA', country: 'GBR' }]));
  expect(await bonafide('addresses', 'import', file)).toBe('Imported 1 addresses');
  await expect(bonafide('addresses', 'import', join(data, 'none.json'))).rejects.toThrow("none.json can't be read");
});

test('workflow files are checked and drawn before a service starts with them', async () => {
  const text = `id: 5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a72
version: 2
name: Selfie
steps: [{task: face_photo}]
decide: [{outcome: review}]
`;
  const [good, bad] = [join(data, 'good.yaml'), join(data, 'bad.yaml')];
  writeFileSync(good, text);
  writeFileSync(bad, text.replace('face_photo', 'face_foto').replace('review', 'maybe'));
  expect(await bonafide('workflow', 'check', good)).toBe(`${good}: Selfie, version 2`);
  expect(await bonafide('workflow', 'draw', good)).toMatch(/^<svg [^>]*aria-label="Selfie, version 2">/);
  const wrong = new RegExp(`^${bad}:4:16 steps\\[0\\]\\.task: .*\\n${bad}:5:20 decide\\[0\\]\\.outcome: `);
  await expect(bonafide('workflow', 'check', good, bad)).rejects.toThrow(wrong);
  await expect(bonafide('workflow', 'draw', bad)).rejects.toThrow(wrong);
  await expect(bonafide('workflow', 'check', join(data, 'none.yaml'))).rejects.toThrow('none.yaml cannot be read');
});

test('workflows that come with the service are listed, copied and as good as a file', async () => {
  const list = await bonafide('workflow', 'list');
  const keys = ['onboarding', 'onboarding-with-address', 'returning-user'];
  for (const key of keys) {
    expect(list).toMatch(new RegExp(`^${key} `, 'm'));
    const file = join(data, `${key}.yaml`);
    expect(await bonafide('workflow', 'copy', key, data)).toBe(file);
    expect(await bonafide('workflow', 'check', file)).toMatch(/, version 1$/);
    expect(await bonafide('workflow', 'draw', file)).toMatch(/^<svg /);
    await expect(bonafide('workflow', 'copy', key, data)).rejects.toThrow(`${file} cannot be written`);
  }
  await expect(bonafide('workflow', 'copy', 'none', data)).rejects.toThrow(
    `There is no workflow none. Workflows: ${keys.join(', ')}`,
  );
});

test('the doctor finds a healthy service', async () => {
  const { findings } = await json('doctor');
  const states = Object.fromEntries(findings.map(({ name, state }: { name: string; state: string }) => [name, state]));
  expect(states).toMatchObject({ store: 'ok', storage: 'ok', keys: 'ok', jobs: 'ok', clock: 'ok', certificate: 'ok' });
  expect(await bonafide('doctor')).toMatch(/^store +ok +/m);
  expect(await bonafide('doctor')).toMatch(/^analysis +ok +off: a reviewer decides every live report$/m);
  expect(await bonafide('doctor')).toMatch(/^mail +ok +kept in the outbox: no smtp-url is set$/m);
});

describe('without a server', () => {
  const key = ['--operator-key', 'k'];

  test('commands say so', async () => {
    await expect(bonafide('account', 'list', '--url', 'https://127.0.0.1:59', ...key)).rejects.toThrow(
      'No server answers at https://127.0.0.1:59. Start one with "bonafide serve", or give the address of another with --url',
    );
  });

  test('or that they lack a key, or have a wrong one', async () => {
    await expect(bonafide('account', 'list', '--data', join(data, 'none'), '--url', 'https://x')).rejects.toThrow(
      'There is no operator key',
    );
    await expect(bonafide('account', 'list', ...key)).rejects.toThrow('an operator key is needed');
  });

  test('or that its certificate is not trusted', async () => {
    const { port } = new URL(server.service.urls.https);
    await expect(bonafide('account', 'list', '--url', `https://127.0.0.1:${port}`, ...key)).rejects.toThrow(
      `The server at https://127.0.0.1:${port} can't be reached: `,
    );
  });
});

test('docs/reference/settings.md is made from the table of settings', () => {
  const document = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8');
  expect(document).toBe(`${settingsDocument()}\n`);
});

test('a table lines up and lets nothing through that steers the terminal', () => {
  const rows = [
    { a_b: 'x', c: null, d: [] },
    { a_b: 'long one', c: 1, d: ['p', 'q'] },
    { a_b: '\u001b[2J\nz', c: true, d: '' },
    { a_b: '\u202ey\u2028', c: false, d: ['\u001b[2J', 'r'] },
  ];
  expect(table(['a_b', 'c', 'd'], rows)).toBe(
    'A B       C      D\nx         -      -\nlong one  1      p,q\n [2J z    true   -\n y        false   [2J,r',
  );
  expect(table(['a'], [])).toBe('(none)');
  // Nor does any other text of a command, or JSON, which keeps its meaning.
  const text = 'a\n\u202eb\u009b1m\u2066';
  expect(printable(text)).toBe('a\n b 1m ');
  expect(printableJson({ text })).toBe('{\n  "text": "a\\n\\u202eb\\u009b1m\\u2066"\n}');
});

test('keys of signed barcodes are loaded, listed and removed', async () => {
  const file = join(data, 'philsys.txt');
  writeFileSync(file, 'vD3czlgHEpf2sxGcri6iTm4zeEEA+jfd9tTq9S8zxe8=');
  const load = ['seal', 'import', file, '--scheme', 'philsys_v1', '--country'];
  expect(await bonafide(...load, 'phl')).toBe('Loaded 1 key; 0 were already loaded');
  expect(await bonafide(...load, 'PHL', '--source', 'again')).toBe('Loaded 0 keys; 1 were already loaded');
  await expect(bonafide(...load, 'IND')).rejects.toThrow('Keys of philsys_v1 belong to PHL');
  expect(await bonafide('seal', 'list')).toMatch(/^PHL +philsys_v1 .*Ed25519 .* philsys\.txt +[0-9a-f]{64}$/m);
  expect(await bonafide('seal', 'remove', 'philsys.txt')).toBe('Removed 1 key');
  await expect(bonafide('seal', 'remove', 'philsys.txt')).rejects.toThrow('SealKeys');
});

test('issuers of wallet credentials', async () => {
  const file = join(data, 'iaca.cer');
  writeFileSync(file, issue({ country: 'US', common: 'IACA' }).certificate);
  expect(await bonafide('issuer', 'import', file)).toBe('Loaded 1 issuer; 0 were already loaded');
  expect(await bonafide('issuer', 'list')).toMatch(
    /^USA +certificate +C=US, O=State, CN=IACA .* iaca\.cer +[0-9a-f]{64}$/m,
  );
  expect(await bonafide('issuer', 'remove', 'iaca.cer')).toBe('Removed 1 issuer');
});
