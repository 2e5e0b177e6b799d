import { createHash } from 'node:crypto';
import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditAction } from '../../audit/actions.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { entryHash, FIRST_HASH } from '../../store/audit-chain.ts';
import { query } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { greyPng } from '../v3/testing/files.ts';
import { form } from '../v3/testing/story.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const routes: string[] = [];
const service = useService({
  onRoute({ url, method }: RouteOptions) {
    if (!url.startsWith('/operator/v1/')) return;
    for (const one of [method].flat()) routes.push(`${one} ${url.slice('/operator/v1'.length)}`);
  },
});

let operator: { kind: 'operator'; id: string };
let token: { kind: 'token'; id: string };
beforeAll(async () => {
  const [key] = (await operate('GET', '/operator_keys')).body.operator_keys;
  operator = { kind: 'operator', id: key.id };
  const { tokens } = (await operate('GET', account('/tokens'))).body;
  const own = tokens.find(({ hint }: { hint: string }) => service.liveToken.startsWith(hint));
  token = { kind: 'token', id: own.id };
});

function operate(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(json === undefined ? {} : { json }) });
}
const account = (rest = '', id = service.account.id) => `/accounts/${id}${rest}`;
const live = () => ({ token: service.liveToken });

interface Entry {
  readonly number: number;
  readonly action: string;
  readonly object: { readonly id: string };
  readonly details: object;
}
const page = async (rest = '', path = account('/audit')) => (await operate('GET', `${path}?limit=500&${rest}`)).body;
const entries = async (path?: string): Promise<Entry[]> => (await page('', path)).entries.toReversed();

/** Entries that the log records of the work: action, object and details. */
async function recordedBy(work: () => Promise<unknown>, path = account('/audit')) {
  const before = (await entries(path)).length;
  await work();
  return (await entries(path)).slice(before).map((entry) => {
    const { action, object, details } = entry;
    return [action, object.id, details];
  });
}

async function person(): Promise<string> {
  const location = { ip_address: '127.0.0.1', country_of_residence: 'GBR' };
  const consents = [{ name: 'privacy_notices_read', granted: true }];
  const given = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', location, consents };
  return (await service.post('/v3.6/applicants', given, live())).body.id;
}

async function passport(applicant_id: string): Promise<string> {
  const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
  const sent = form({ applicant_id, type: 'passport' }, file);
  return (await service.call('POST', '/v3.6/documents', { ...live(), form: sent })).body.id;
}

describe('the audit log records', () => {
  test('changes of an account, its tokens and its key, by the operator who made them', async () => {
    const id = service.account.id;
    expect(await recordedBy(() => operate('PATCH', account(), { deletion_delay_days: 3 }))).toEqual([
      ['account_updated', id, { fields: ['deletion_delay_days'] }],
    ]);
    expect(await recordedBy(() => operate('POST', account('/rotate_key')))).toEqual([
      ['account_key_rotated', id, { version: 2 }],
    ]);
    let made = '';
    const create = async () => {
      made = (await operate('POST', account('/tokens'), { environment: 'sandbox', name: 'Ada' })).body.id;
    };
    expect(await recordedBy(create)).toEqual([['token_created', made, { kind: 'api', permission: 'read_write' }]]);
    expect(await recordedBy(() => operate('DELETE', account(`/tokens/${made}`)))).toEqual([
      ['token_revoked', made, {}],
    ]);
    expect((await page()).entries[0]).toEqual({
      number: expect.any(Number),
      at: '2026-01-15T09:30:00Z',
      actor: operator,
      address: '127.0.0.1',
      action: 'token_revoked',
      object: { type: 'token', id: made },
      account_id: service.account.id,
      environment: 'sandbox',
      details: {},
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("a token's downloads, extractions and exports, but not its reads", async () => {
    const applicant = await person();
    const document = await passport(applicant);
    const given = { applicant_id: applicant, report_names: ['document'] };
    const check = (await service.post('/v3.6/checks', given, live())).body.id;
    const read = async () => {
      for (const path of [`applicants/${applicant}`, `documents/${document}`, `checks/${check}`]) {
        expect((await service.get(`/v3.6/${path}`, live())).status).toBe(200);
      }
    };
    expect(await recordedBy(read)).toEqual([]);
    expect(await recordedBy(() => service.get(`/v3.6/documents/${document}/download`, live()))).toEqual([
      ['media_downloaded', document, { kind: 'document' }],
    ]);
    expect(await recordedBy(() => service.get(`/v3.6/checks/${check}/download`, live()))).toEqual([
      ['check_exported', check, { format: 'pdf' }],
    ]);
    expect((await page()).entries[0]).toMatchObject({ actor: token, environment: 'live' });
    const sandbox = (await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' })).body.id;
    const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
    const sent = form({ applicant_id: sandbox, type: 'passport' }, file);
    const { id } = (await service.call('POST', '/v3.6/documents', { form: sent })).body;
    const extract = () => service.post('/v3.6/extractions', { document_id: id });
    expect(await recordedBy(extract)).toEqual([['document_extracted', id, {}]]);
    const refused = () => service.post('/v3.6/extractions', { document_id: UNKNOWN });
    expect(await recordedBy(refused)).toEqual([]);
  });

  test('webhooks and deletions, by tokens too', async () => {
    let id = '';
    const webhook = async () => {
      id = (await service.post('/v3.6/webhooks', { url: 'https://example.com/hook' })).body.id;
      await service.put(`/v3.6/webhooks/${id}`, { enabled: false });
      await service.del(`/v3.6/webhooks/${id}`);
      await service.del(`/v3.6/webhooks/${id}`);
    };
    expect(await recordedBy(webhook)).toEqual([
      ['webhook_created', id, {}],
      ['webhook_updated', id, { fields: ['enabled'] }],
      ['webhook_deleted', id, {}],
    ]);
    const applicant = await person();
    const removal = async () => {
      await service.del(`/v3.6/applicants/${applicant}`, live());
      await service.post(`/v3.6/applicants/${applicant}/restore`, undefined, live());
    };
    expect(await recordedBy(removal)).toEqual([
      ['applicant_deleted', applicant, {}],
      ['applicant_restored', applicant, {}],
    ]);
    const erasure = () => operate('POST', account(`/applicants/${applicant}/erase`), { environment: 'live' });
    const requested_by = `operator:${operator.id}`;
    expect(await recordedBy(erasure)).toEqual([
      ['applicant_erased', applicant, { erasure_id: expect.any(String), requested_by }],
    ]);
    // The entries stay, and hold ids only.
    const { entries: left } = await page(`object=${applicant}`);
    expect(left.map(({ action }: Entry) => action)).toEqual([
      ...['applicant_erased', 'applicant_restored', 'applicant_deleted'],
    ]);
    expect(JSON.stringify(await entries())).not.toMatch(/Ada|Lovelace|ada@example/);
  });

  test('what an operator opens, with the ids of a page', async () => {
    const applicant = await person();
    const found = () => operate('GET', account('/search?query=lovelace'));
    expect((await recordedBy(found))[0]).toEqual([
      ...['applicants_searched', service.account.id, { ids: expect.arrayContaining([applicant]) }],
    ]);
    const opened = () => operate('GET', account('/reports'));
    expect((await recordedBy(opened))[0]?.[0]).toBe('reports_opened');
    expect(await recordedBy(() => operate('GET', account(`/reports/${UNKNOWN}`)))).toEqual([]);
  });

  test('the deployment in a chain of its own', async () => {
    let id = '';
    const keys = async () => {
      id = (await operate('POST', '/operator_keys', { name: 'Grace' })).body.id;
      await operate('DELETE', `/operator_keys/${id}`);
    };
    expect(await recordedBy(keys, '/audit')).toEqual([
      ['operator_key_created', id, {}],
      ['operator_key_revoked', id, {}],
    ]);
    const csv = 'issuing_country,document_number\nGBR,123456789\n';
    const list = async () => {
      await operate('POST', '/compromised_documents', { source: 'police', csv });
      await operate('DELETE', '/compromised_documents/police');
    };
    expect(await recordedBy(list, '/audit')).toEqual([
      ['compromised_documents_imported', 'police', { count: 1 }],
      ['compromised_documents_removed', 'police', { count: 1 }],
    ]);
    expect((await page('', '/audit')).entries[0]).toMatchObject({ account_id: null, environment: null });
  });

  test('nothing to others, and of nothing of others', async () => {
    for (const rest of ['', '/verify', '/export']) {
      const path = `/operator/v1${account(`/audit${rest}`)}`;
      expect((await service.get(path, live())).status).toBe(401);
      expect((await operate('GET', `/accounts/${UNKNOWN}/audit${rest}`)).status).toBe(404);
    }
    const other = await entries(account('/audit', service.other.id));
    expect(other.map(({ action }) => action)).toEqual(['account_created']);
  });
});

describe('a page of the audit log', () => {
  test('is narrowed by actor, action, object and time', async () => {
    const applicant = await person();
    service.clock.advance(MINUTE_MS);
    await service.del(`/v3.6/applicants/${applicant}`, live());
    service.clock.advance(MINUTE_MS);
    await operate('POST', account(`/applicants/${applicant}/erase`), { environment: 'live' });
    const actions = async (rest: string) => (await page(rest)).entries.map(({ action }: Entry) => action);
    const of = `object=${applicant}`;
    expect(await actions(of)).toEqual(['applicant_erased', 'applicant_deleted']);
    expect(await actions(`${of}&actor=token:${token.id}`)).toEqual(['applicant_deleted']);
    expect(await actions(`${of}&action=applicant_erased`)).toEqual(['applicant_erased']);
    const at = (ms: number) => new Date(service.clock.now() + ms).toISOString();
    expect(await actions(`since=${at(-60_000)}&until=${at(0)}`)).toEqual(['applicant_deleted']);
    expect(await actions(`since=${at(0)}`)).toEqual(['applicant_erased']);
    expect((await operate('GET', account('/audit?action=unheard_of'))).status).toBe(422);
    expect((await operate('GET', account('/audit?since=yesterday'))).status).toBe(422);
  });

  test('has the cursor of the next one', async () => {
    const all = (await entries()).map(({ number }) => number);
    expect(all).toEqual(all.map((_, i) => i + 1));
    const first = (await operate('GET', account('/audit?limit=2'))).body;
    expect(first.entries.map(({ number }: Entry) => number)).toEqual(all.slice(-2).reverse());
    const second = (await operate('GET', account(`/audit?limit=2&after=${first.next}`))).body;
    expect(second.entries.map(({ number }: Entry) => number)).toEqual(all.slice(-4, -2).reverse());
    expect((await operate('GET', account('/audit?limit=500'))).body.next).toBeNull();
  });
});

describe('an export of the audit log', () => {
  test('has all entries as the hash covers them, and itself', async () => {
    const { bytes, headers } = await operate('GET', account('/audit/export'));
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const rows = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.at(-1)).toMatchObject({ action: 'audit_exported', details: '{"format":"jsonl"}' });
    let before = FIRST_HASH;
    for (const row of rows) {
      const { hash, number, at, actor, address, action, object_type, object_id, account_id, environment, details } =
        row;
      const covered = [
        before,
        number,
        at,
        actor,
        address,
        action,
        object_type,
        object_id,
        account_id,
        environment,
        details,
      ];
      expect(createHash('sha256').update(JSON.stringify(covered)).digest('hex')).toBe(hash);
      expect(entryHash(row, before)).toBe(hash);
      before = hash;
    }
    expect((await operate('GET', account('/audit/verify'))).body).toEqual({
      entries: rows.length,
      head: { number: rows.length, hash: before },
      broken: null,
    });
  });

  test('is a table in CSV', async () => {
    const lines = (await operate('GET', account('/audit/export?format=csv'))).bytes.toString().split('\r\n');
    expect(lines[0]).toBe('number,at,actor,address,action,object_type,object_id,account_id,environment,details,hash');
    expect(lines[1]).toMatch(/^1,1768469400000,system:start,,account_created,account,.+,,\{\},[0-9a-f]{64}$/);
    expect(lines.at(-2)).toContain('"{""format"":""csv""}"');
  });
});

describe('a check of the audit log', () => {
  test('names the entry that was changed in the store, and an end that is missing from an anchor', async () => {
    const { head } = (await operate('GET', account('/audit/verify'))).body;
    const compared = (anchors: object[]) => operate('POST', account('/audit/verify'), { anchors });
    expect((await compared([head])).body).toMatchObject({ entries: head.number, broken: null });
    const beyond = { number: head.number + 1, hash: head.hash };
    expect((await compared([head, beyond])).body.broken).toEqual({ number: head.number + 1, reason: 'missing' });
    const forge = query<{ account_id: string }>()((db, p) =>
      db
        .updateTable('audit_entries')
        .set({ object_id: 'forged' })
        .where('account_id', '=', p.account_id)
        .where('number', '=', 2),
    );
    const of = { account_id: service.account.id };
    await service.services.store.transaction((tx) => tx.run(forge, of));
    expect((await operate('GET', account('/audit/verify'))).body.broken).toEqual({ number: 2, reason: 'changed' });
    const other = await operate('GET', account('/audit/verify', service.other.id));
    expect(other.body).toMatchObject({ entries: 1, broken: null });
    expect((await operate('GET', '/audit/verify')).body.broken).toBeNull();
  });
});

/** Routes that change nothing and show nothing of an applicant. */
const silent = [
  'GET /accounts',
  'GET /accounts/:id',
  'GET /accounts/:id/threshold_changes',
  'GET /operator_keys',
  'GET /retention',
  'GET /accounts/:account/tokens',
  'GET /accounts/:account/erasures',
  'GET /accounts/:account/audit',
  'GET /accounts/:account/audit/verify',
  'POST /accounts/:account/audit/verify',
  'GET /audit',
  'GET /audit/verify',
  'POST /audit/verify',
  // Moves the clock of a development service, which has no account of its own.
  'PUT /demo_clock',
  'GET /evidence_certificate',
  'GET /compromised_documents',
  'GET /state_certificates',
  'GET /seal_keys',
  'GET /credential_issuers',
  'GET /credential_status_lists',
  'GET /watchlists',
  'GET /watchlists/:list',
  'GET /watchlists/:list/diff',
  'GET /watchlists/imports',
  'GET /watchlists/imports/:id',
  'POST /watchlists/search',
  'POST /watchlists/score',
  'GET /accounts/:account/monitors',
  'GET /sources',
  'GET /sources/imports',
  'GET /sources/imports/:id',
  'POST /sources/:name/test',
  'GET /health',
  'GET /keys',
  'GET /account_erasures',
];

/** Routes that the log records, with the action. */
const recorded = {
  'POST /accounts': 'account_created',
  'PATCH /accounts/:id': 'account_updated',
  'POST /accounts/:id/rotate_key': 'account_key_rotated',
  'PUT /accounts/:id/logo': 'logo_changed',
  'DELETE /accounts/:id/logo': 'logo_removed',
  'POST /accounts/:id/erase': 'account_erased',
  'POST /keys/master/rotate': 'master_key_added',
  'DELETE /keys/master/:fingerprint': 'master_key_removed',
  'POST /keys/:key/rotate': 'key_rotated',
  'POST /operator_keys': 'operator_key_created',
  'DELETE /operator_keys/:id': 'operator_key_revoked',
  'POST /accounts/:account/tokens': 'token_created',
  'POST /accounts/:account/oauth_clients': 'token_created',
  'DELETE /accounts/:account/tokens/:id': 'token_revoked',
  'GET /accounts/:account/deliveries': 'deliveries_opened',
  'POST /accounts/:account/deliveries': 'delivery_resent',
  'POST /accounts/:account/applicants/:id/erase': 'applicant_erased',
  'GET /accounts/:account/results_feedback': 'results_feedback_opened',
  'POST /accounts/:account/passkeys': 'applicant_passkey_added',
  'GET /accounts/:account/search': 'applicants_searched',
  'POST /accounts/:account/search/rebuild': 'search_rebuilt',
  'POST /accounts/:account/checks/:id/withdraw': 'check_withdrawn',
  'POST /accounts/:account/checks/:id/reopen': 'check_reopened',
  'POST /accounts/:account/checks/:id/take_up': 'check_taken_up',
  'POST /accounts/:account/checks/:id/return_to_applicant': 'check_returned_to_applicant',
  'GET /accounts/:account/reports': 'reports_opened',
  'GET /accounts/:account/reports/:id': 'report_opened',
  'GET /accounts/:account/reports/:id/crops/:part': 'crop_opened',
  'POST /accounts/:account/reports/:id/decide': 'report_decided',
  'GET /accounts/:account/reports/:id/screenings': 'screenings_opened',
  'GET /accounts/:account/reports/:id/source_answers': 'source_answers_opened',
  'GET /accounts/:account/audit/export': 'audit_exported',
  'GET /audit/export': 'audit_exported',
  'GET /accounts/:account/workflow_runs': 'workflow_runs_opened',
  'GET /accounts/:account/workflow_runs/:id': 'workflow_run_opened',
  'GET /mails': 'mails_opened',
  'GET /accounts/:account/mails/:id': 'mail_opened',
  'POST /accounts/:account/mails/:id/retry': 'mail_retried',
  'GET /messages': 'messages_opened',
  'GET /accounts/:account/messages/:id': 'message_opened',
  'POST /accounts/:account/messages/:id/retry': 'message_retried',
  'PUT /addresses': 'addresses_imported',
  'POST /compromised_documents': 'compromised_documents_imported',
  'DELETE /compromised_documents/:source': 'compromised_documents_removed',
  'POST /state_certificates': 'state_certificates_imported',
  'DELETE /state_certificates/:name': 'state_certificates_removed',
  'POST /seal_keys': 'seal_keys_imported',
  'DELETE /seal_keys/:name': 'seal_keys_removed',
  'POST /credential_issuers': 'credential_issuers_imported',
  'DELETE /credential_issuers/:name': 'credential_issuers_removed',
  'POST /credential_status_lists': 'credential_status_list_loaded',
  'DELETE /credential_status_lists': 'credential_status_list_removed',
  'POST /watchlists/:list/activate': 'watchlist_activated',
  'POST /watchlists/:list/rollback': 'watchlist_rolled_back',
  'DELETE /watchlists/:list': 'watchlist_removed',
  'POST /watchlists/imports': 'watchlist_import_started',
  'POST /watchlists/rescreen': 'watchlists_rescreened',
  'GET /accounts/:account/suppressions': 'suppressions_opened',
  'POST /accounts/:account/suppressions': 'suppression_added',
  'POST /accounts/:account/suppressions/:id/revoke': 'suppression_revoked',
  'POST /accounts/:account/monitors/sweep': 'monitors_swept',
  'POST /accounts/:account/monitors/:id/matches': 'monitor_match_changed',
  'GET /accounts/:account/proposals': 'proposals_opened',
  'POST /accounts/:account/proposals': 'proposal_made',
  'GET /accounts/:account/proposals/:id': 'proposal_opened',
  'POST /accounts/:account/proposals/:id/confirm': 'proposal_confirmed',
  'POST /accounts/:account/proposals/:id/refuse': 'proposal_refused',
  'POST /sources/imports': 'source_import_started',
  'DELETE /sources/:name': 'source_removed',
} as const satisfies Record<string, AuditAction>;

test('every route of the operator interface is recorded, or changes and shows nothing of an applicant', () => {
  const declared = [...silent, ...Object.keys(recorded)];
  // Entries of members are in the tests of the dashboard.
  const others = routes.filter((route) => !route.startsWith('HEAD ') && !route.includes('/members'));
  expect(others.sort()).toEqual(declared.sort());
});
