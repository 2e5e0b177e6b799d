import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { filesIn } from '../../exports/testing/files-in.ts';
import { putDocumentNumber } from '../../store/queries/document-numbers.ts';
import { useService } from '../../testing/service.ts';
import { sampleWorkflow } from '../../workflows/sample.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let ada: Browser & { id: string };
let rita: Browser & { id: string };
let auditor: Browser;
let stranger: Browser;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;

/** A live applicant with a document and a check on it. */
async function applicant(last_name: string): Promise<{ id: string; check: string; report: string }> {
  const call = { token: service.liveToken };
  const person = { first_name: 'Maria', last_name, dob: '1984-05-12', email: `${last_name}@example.com` };
  const consents = [{ name: 'privacy_notices_read', granted: true }];
  const { id } = (await service.post('/v3.6/applicants', { ...person, consents }, call)).body;
  await storyOf(service, 'v3.6').document(id, {}, call);
  const asked = { applicant_id: id, report_names: ['document'], tags: ['gold'] };
  const { body } = await service.post('/v3.6/checks', asked, call);
  await service.settle();
  return { id, check: body.id, report: body.report_ids[0] };
}

beforeAll(async () => {
  ada = await signedIn(service, 'admin', { name: 'Ada' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  auditor = await signedIn(service, 'auditor');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

describe('an applicant', () => {
  test('is shown with checks, runs, monitors, and others who gave the same document', async () => {
    const maria = await applicant('Lopez');
    const other = await applicant('Gomez');
    const call = { token: service.liveToken };
    const scope = { account_id: service.account.id, environment: 'live' } as const;
    await service.services.store.transaction(async (tx) => {
      for (const { id, report } of [maria, other]) {
        await tx.within(scope).run(putDocumentNumber, { id: report, applicant_id: id, hash: 'the same' });
      }
    });
    const begun = { workflow_id: sampleWorkflow.id, applicant_id: maria.id };
    const run = (await service.post('/v3.6/workflow_runs', begun, call)).body.id;
    const sdk = await storyOf(service, 'v3.6').sdk(maria.id, call);
    await service.post('/v1/cross_device_sms', { to: '+447700900001', id: '13K7WPQZ' }, sdk);
    const watched = { applicant_id: maria.id, report_name: 'watchlist_standard' };
    const monitor = (await service.post('/v3.6/watchlist_monitors', watched, call)).body.id;
    await service.settle();
    const { body } = await rita.get(`${at()}/applicants/${maria.id}`);
    expect(body).toMatchObject({
      id: maria.id,
      name: 'Maria Lopez',
      data: { email: 'Lopez@example.com' },
      consents: [{ name: 'privacy_notices_read', granted: true, granted_at: '2026-01-15T09:30:00Z' }],
      media: [{ kind: 'document' }],
      workflow_runs: [{ id: run, status: 'awaiting_input' }],
      messages: [{ to: '+447700900001', state: 'kept', created_at: '2026-01-15T09:30:00Z' }],
      mails: [],
      monitors: [{ id: monitor, deleted_at: null }],
      related: [{ id: other.id, name: 'Maria Gomez', reasons: ['document'], face: null }],
    });
    expect(JSON.stringify(body.messages)).not.toContain('13K7WPQZ');
    const happened = body.history.map(({ kind, what }: Record<string, string>) => `${kind} ${what}`);
    expect(happened.slice(0, 3)).toEqual(['created applicant', 'created document', 'created check']);
    expect(happened).toEqual(
      expect.arrayContaining([
        'created workflow_run',
        'created text_message',
        'created monitor',
        'event report.awaiting_approval',
      ]),
    );
    const times = body.history.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    // A reviewer sees what they have opened themselves; an administrator what each member has.
    const openers = async (browser: Browser) =>
      (await browser.get(`${at()}/applicants/${maria.id}`)).body.history
        .filter(({ what }: { what: string }) => what === 'applicant_opened')
        .map(({ by_name }: { by_name: string }) => by_name);
    expect(await openers(ada)).toEqual(['Rita']);
    expect(await openers(rita)).toEqual(['Rita']);
    expect(await openers(ada)).toEqual(['Rita', 'Ada', 'Rita']);
    expect(body.checks.map(({ id }: { id: string }) => id)).toContain(maria.check);
    const list = (await auditor.get(`${at()}/workflow_runs`)).body;
    expect([list.workflow_runs.map(({ id }: { id: string }) => id), list.next]).toEqual([[run], null]);
    expect((await auditor.get(`${at()}/workflow_runs?status=approved`)).body.workflow_runs).toEqual([]);
    const opened = (await rita.get(`${at()}/workflow_runs/${run}`)).body;
    expect(opened).toMatchObject({ id: run, workflow: { id: sampleWorkflow.id, version: sampleWorkflow.version } });
    expect(Object.keys(opened.data)).toEqual(opened.tasks.map(({ id }: { id: string }) => id));
    expect((await rita.get(`/find/workflow_runs/${run}`)).body).toMatchObject({ environment: 'live', id: run });
    for (const path of [`/workflow_runs/${run}`, `/applicants/${maria.id}`]) {
      for (const place of [at('sandbox'), at('live', service.other.id), at()]) {
        const browser = place === at('sandbox') ? rita : stranger;
        expect([path, (await browser.get(place + path)).status]).toEqual([path, 404]);
      }
    }
    expect((await stranger.get(`${at('live', service.other.id)}/workflow_runs`)).body.workflow_runs).toEqual([]);
    const { workflows } = (await auditor.get(`${at()}/workflows`)).body;
    expect(workflows[0]).toMatchObject({ id: sampleWorkflow.id, name: sampleWorkflow.name });
  });

  test('is exported whole, after a proof', async () => {
    const maria = await applicant('Export');
    const call = { token: service.liveToken };
    const said = { check_id: maria.check, expected_result: 'clear', feedback_notes: 'We know her' };
    expect((await service.post('/v3.6/results_feedback', said, call)).status).toBe(200);
    const path = `${at()}/applicants/${maria.id}/export`;
    expect((await rita.get(path)).body.error.type).toBe('not_permitted');
    service.clock.advance(5 * MINUTE_MS);
    expect((await ada.get(path)).body.error.type).toBe('proof_needed');
    await ada.post('/session/proof', { password: PASSWORD });
    const { status, headers, bytes } = await ada.get(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    const { media } = (await ada.get(`${at()}/applicants/${maria.id}`)).body;
    const files = filesIn(bytes);
    expect([...files.keys()]).toEqual([
      ...[
        'applicant.json',
        'uploads.json',
        'monitors.json',
        'mails.json',
        'text_messages.json',
        ...[
          'biometric_tokens.json',
          'passkeys.json',
          'case.json',
          'case_tags.json',
          'case_files.json',
          'results_feedback.json',
        ],
        `checks/${maria.check}.json`,
      ],
      `uploads/document_${media[0].id}.${media[0].file_name.split('.').at(-1)}`,
    ]);
    expect(JSON.parse(String(files.get('applicant.json')))).toMatchObject({ id: maria.id, last_name: 'Export' });
    expect(JSON.parse(String(files.get(`checks/${maria.check}.json`)))).toMatchObject({
      form_uri: null,
      tags: ['gold'],
      reports: [{ id: maria.report }],
    });
    expect([...files.values()].at(-1)).toHaveLength(media[0].file_size);
    const kept = (name: string) => JSON.parse(String(files.get(`${name}.json`)));
    expect(kept('biometric_tokens')).toEqual([]);
    expect(kept('passkeys')).toEqual([]);
    expect(kept('results_feedback')).toEqual([
      {
        check_id: maria.check,
        report_id: null,
        expected_result: 'clear',
        notes: 'We know her',
        created_at: '2026-01-15T09:30:00Z',
      },
    ]);
    const { entries } = (await auditor.get(`/accounts/${service.account.id}/audit?action=applicant_exported`)).body;
    expect(entries.map(({ object }: { object: { id: string } }) => object.id)).toEqual([maria.id]);
    expect((await ada.get(`${at()}/applicants/${UNKNOWN}/export`)).status).toBe(404);
    expect((await ada.get(`${at('sandbox')}/applicants/${maria.id}/export`)).status).toBe(404);
    expect((await stranger.get(path)).status).toBe(404);
  });

  test('is exported with its passkeys', async () => {
    const { id } = (await service.post('/v3.6/applicants', { first_name: 'Maria', last_name: 'Keys' })).body;
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const keys = `/operator/v1/accounts/${service.account.id}/passkeys`;
    const { applicant_id: _, ...key } = (await service.post(keys, { applicant_id: id }, operator)).body;
    await ada.post('/session/proof', { password: PASSWORD });
    const { bytes } = await ada.get(`${at('sandbox')}/applicants/${id}/export`);
    expect(JSON.parse(String(filesIn(bytes).get('passkeys.json')))).toEqual([{ ...key, last_used_at: null }]);
  });

  test('is deleted, restored and erased permanently', async () => {
    const maria = await applicant('Erase');
    const path = `${at()}/applicants/${maria.id}`;
    expect((await rita.del(path)).body.error.type).toBe('not_permitted');
    expect((await ada.del(path)).status).toBe(204);
    expect((await ada.get(path)).status).toBe(410);
    expect((await ada.post(`${path}/restore`)).status).toBe(204);
    expect((await ada.get(path)).status).toBe(200);
    for (const browser of [ada, stranger]) await browser.post('/session/proof', { password: PASSWORD });
    for (const place of [at('sandbox'), at('live', service.other.id)]) {
      const browser = place === at('sandbox') ? ada : stranger;
      expect((await browser.post(`${place}/applicants/${maria.id}/erase`, {})).status).toBe(404);
    }
    const [one, two] = await Promise.all([ada.post(`${path}/erase`, {}), ada.post(`${path}/erase`, {})]);
    expect([one.status, two.status].sort()).toEqual([200, 410]);
    const receipt = one.status === 200 ? one : two;
    expect(receipt.body).toMatchObject({
      applicant_id: maria.id,
      requested_by: { kind: 'member', id: ada.id },
      counts: { check: 1, document: 1 },
    });
    expect((await ada.post(`${path}/restore`)).status).toBe(410);
    expect((await ada.get(`${path}/export`)).status).toBe(410);
  });
});

describe('the beginning of an id', () => {
  test('finds all applicants that share it, page after page', async () => {
    const call = { token: service.liveToken };
    const made: string[] = [];
    service.clock.advance(3 * MINUTE_MS);
    for (let n = 0; n < 12; n += 1) {
      const { id } = (await service.post('/v3.6/applicants', { first_name: 'Ann', last_name: 'Ray' }, call)).body;
      const asked = { applicant_id: id, report_names: ['document'], applicant_provides_data: true };
      for (let order = 0; n === 0 && order < 4; order += 1) await service.post('/v3.6/checks', asked, call);
      made.unshift(id);
    }
    const beginning = (made[0] as string).slice(0, 8);
    const pages = async (browser: Browser, query: string, place = at()): Promise<string[][]> => {
      const found: string[][] = [];
      for (let next: string | null = ''; next !== null; ) {
        const { body } = await browser.get(`${place}/applicants?q=${query}&limit=5${next && `&cursor=${next}`}`);
        found.push(body.applicants.map(({ id }: { id: string }) => id));
        next = body.next;
      }
      return found;
    };
    const all = [made.slice(0, 5), made.slice(5, 10), made.slice(10)];
    expect(await pages(rita, beginning)).toEqual(all);
    expect(await pages(stranger, beginning, at('live', service.other.id))).toEqual([[]]);
    expect(await pages(rita, beginning, at('sandbox'))).toEqual([[]]);
  });
});
