import { describe, expect, test } from 'vitest';
import type { FieldErrors } from '../../base/errors.ts';
import { Ctx } from '../../context/ctx.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { insertCheck } from '../../store/queries/checks.ts';
import { useService } from '../../testing/service.ts';
import { storyOf, unknownId } from '../v3/testing/story.ts';
import { created, earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService();

const BLANK = ["can't be blank"];
const document = { name: 'document' };
const photo = { name: 'facial_similarity', variant: 'standard' };
const video = { name: 'facial_similarity', variant: 'video' };
const motion = { name: 'facial_similarity', variant: 'motion' };
const watchlist = { name: 'watchlist', variant: 'kyc' };
const proof = { name: 'proof_of_address' };
const standard = { type: 'standard' };

/** Fields as v1 writes them. */
function wrapped(fields: FieldErrors): unknown {
  const inner = (value: unknown): unknown => (typeof value === 'string' ? value : wrapped(value as FieldErrors));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { messages: (value as unknown[]).map(inner) }]),
  );
}

interface Refusal {
  why: string;
  reports?: unknown;
  more?: object;
  /** The applicant's media: a document and a live photo unless said otherwise. */
  has?: 'nothing' | 'document' | 'video';
  applicant?: object;
  v2: string;
  /** The name in v1, if it differs. */
  v1?: string;
  fields?: FieldErrors;
  /** The fields in v1, if they differ. */
  v1Fields?: FieldErrors;
}

const noDocuments: Refusal = { why: 'documents', has: 'nothing', v2: 'missing_documents' };
const refusals: Refusal[] = [
  {
    why: 'no reports',
    reports: [],
    v2: 'report_names_blank',
    v1: 'validation_error',
    v1Fields: { reports: BLANK },
  },
  { why: 'reports that are a text', reports: 'document', v2: 'report_names_format', v1: 'invalid_reports_names' },
  { why: 'names alone', reports: ['document'], v2: 'report_names_format', v1: 'invalid_reports_names' },
  {
    why: 'a report without a name',
    reports: [{ variant: 'kyc' }],
    v2: 'report_names_format',
    v1: 'invalid_reports_names',
  },
  { why: 'a name of v3', reports: [{ name: 'watchlist_standard' }], v2: 'invalid_reports_names' },
  { why: 'a report twice', reports: [document, watchlist, document], v2: 'invalid_reports_names' },
  { why: 'no type', more: { type: undefined }, v2: 'validation_error', fields: { type: BLANK } },
  {
    why: 'an unknown type',
    more: { type: 'fast' },
    v2: 'validation_error',
    fields: { type: ['is not included in the list'] },
  },
  {
    why: 'a wrong redirect_uri',
    more: { redirect_uri: 'alice.example' },
    v2: 'validation_error',
    fields: { redirect_uri: ['is invalid'] },
  },
  {
    why: 'options that are not objects',
    reports: [{ name: 'document', options: ['volunteer'] }],
    v2: 'validation_error',
    fields: { reports: [{ options: ['must be an object'] }] },
  },
  ...[{ toString: 1 }, [], null].map((odd) => ({
    why: `a group that is ${JSON.stringify(odd)}`,
    more: { report_type_groups: [odd] },
    v2: 'validation_error',
    fields: { report_type_groups: ['is not included in the list'] },
  })),
  ...[{ toString: 1 }, [[]]].map((odd) => ({
    why: `consider with ${JSON.stringify(odd)}`,
    more: { consider: [odd] },
    v2: 'validation_error',
    fields: { consider: ['is not included in the list'] },
  })),
  { ...noDocuments, reports: [document], fields: { applicant: ['must have a document'] } },
  {
    ...noDocuments,
    why: 'documents, once for each report',
    reports: [document, photo, watchlist],
    fields: { applicant: ['must have a document', 'must have a document'] },
  },
  {
    why: 'a live photo',
    reports: [document, photo],
    has: 'document',
    v2: 'failed_check_requirements',
    fields: { applicant: ['must have a live photo'] },
  },
  {
    why: 'a live photo beside a video',
    reports: [photo],
    has: 'video',
    v2: 'failed_check_requirements',
    fields: { applicant: ['must have a live photo'] },
  },
  {
    why: 'document_ids without a document report',
    more: { document_ids: ['own'] },
    v2: 'document_ids_without_document_report',
    v1: 'validation_error',
    v1Fields: { document_ids: ['needs a document report in the check'] },
  },
  {
    why: 'documents of nobody',
    reports: [{ name: 'document', documents: [{ id: unknownId }] }],
    v2: 'validation_error',
    fields: { document_ids: ['must be documents of the applicant of the check'] },
  },
  { why: 'charging for an express check', more: { charge_applicant_for_check: true }, v2: 'cant_charge_applicant' },
  {
    why: 'charging for a report that may be cancelled',
    reports: [proof],
    more: { ...standard, charge_applicant_for_check: true },
    v2: 'cant_charge_applicant_on_conditional_checks',
  },
  {
    why: 'a standard check without an e-mail address',
    applicant: { email: null },
    more: standard,
    v2: 'failed_check_requirements',
    fields: { applicant: [{ email: BLANK }] },
  },
  {
    why: 'a standard check of a face alone',
    reports: [photo],
    more: standard,
    v2: 'facial_similarity_photo_without_document',
    v1: 'standard_check_photo_facial_sim_without_document',
  },
  ...[video, motion].map((report) => ({
    why: `a standard check with ${report.variant}`,
    reports: [document, report],
    more: standard,
    v2: 'facial_similarity_video_not_supported',
    v1: 'invalid_check_type_for_variant',
  })),
];

describe.each(earlierVersions)('%s', (version) => {
  const story = () => earlierStoryOf(service, version);

  async function uploads(applicant: string, has: Refusal['has']): Promise<string> {
    if (has === 'nothing') return unknownId;
    const id = await story().document(applicant);
    if (has === 'video') await storyOf(service, 'v3.6').liveVideo(applicant);
    else if (has !== 'document') await story().livePhoto(applicant);
    return id;
  }

  test.each(refusals)('$why', async ({ reports = [watchlist], more, has, applicant: fields = {}, ...expected }) => {
    const applicant = await story().applicant(fields);
    const id = await uploads(applicant, has);
    const sent = JSON.parse(JSON.stringify({ ...more }).replace('"own"', `"${id}"`));
    const body = { type: 'express', reports, ...sent, ...('type' in (more ?? {}) ? { type: sent.type } : {}) };
    const answer = await service.post(story().checks(applicant), body);
    const named = version === 'v1' ? (expected.v1Fields ?? expected.fields) : expected.fields;
    const shown = version === 'v1' && named ? wrapped(named) : named;
    expect([answer.status, answer.body.error.type, answer.body.error.fields]).toEqual([
      422,
      version === 'v1' ? (expected.v1 ?? expected.v2) : expected.v2,
      shown,
    ]);
    // What is refused leaves nothing behind.
    expect((await service.get(story().checks(applicant))).body).toEqual({ checks: [] });
  });

  test('a second form while the first one waits', async () => {
    const applicant = await story().applicant();
    created(await story().check(applicant, [watchlist], standard));
    const { status, body } = await story().check(applicant, [watchlist], standard);
    expect([status, body.error.type]).toEqual([422, 'incomplete_checks']);
    // An express check doesn't ask the applicant for anything.
    created(await story().check(applicant, [watchlist]));
  });

  test('reports that the account has disabled', async () => {
    const disabled_reports = ['watchlist_standard'];
    const { sandboxToken: token } = await service.makeAccount('Disabled Ltd', { disabled_reports });
    const applicant = await story().applicant({}, { token });
    const { status, body } = await story().check(applicant, [watchlist], {}, { token });
    expect([status, body.error.type]).toEqual([422, version === 'v1' ? 'invalid_reports_names' : 'disabled_reports']);
    created(await story().check(applicant, [{ name: 'watchlist', variant: 'full' }], {}, { token }));
  });

  test('more than a thousand checks of one applicant', async () => {
    const applicant_id = await story().applicant();
    const account = (await service.services.accounts.find(service.account.id))!;
    const ctx = new Ctx(service.services, account, 'sandbox', systemPrincipal('worker'));
    await ctx.transaction(async (tx) => {
      for (let i = 0; i < 999; i += 1) {
        const id = service.services.ids.uuid();
        const data = account.vault.seal(id, {});
        await tx.run(insertCheck, { id, applicant_id, created_at: 0, status: 'complete', result: null, data });
      }
    });
    created(await story().check(applicant_id, [watchlist]));
    const { status, body } = await story().check(applicant_id, [watchlist]);
    expect([status, body.error.type]).toEqual([422, version === 'v1' ? 'check_limit_reached' : 'too_many_checks']);
    // v3 has no such limit, and another applicant its own.
    const report_names = ['watchlist_standard'];
    created(await service.post('/v3.6/checks', { applicant_id, report_names }));
    created(await story().check(await story().applicant(), [watchlist]));
  });

  test('live checks want what the sandbox does without, in nested fields', async () => {
    const call = { token: service.liveToken };
    const shown = (fields: FieldErrors) => (version === 'v1' ? wrapped(fields) : fields);
    const bare = await story().applicant({}, call);
    const identity = [{ name: 'identity', variant: 'kyc' }];
    const { status, body } = await story().check(bare, identity, {}, call);
    expect([status, body.error.type, body.error.fields]).toEqual([
      422,
      'failed_check_requirements',
      shown({ applicant: [{ addresses: BLANK, dob: BLANK }] }),
    ]);
    const addresses = [{ street: 'Ejemplo 1', town: 'Buenos Aires', postcode: 'C1002', country: 'ARG' }];
    const abroad = await story().applicant({ addresses, dob: '1990-01-01' }, call);
    const second = await story().check(abroad, identity, {}, call);
    expect([second.status, second.body.error.type]).toEqual([422, 'missing_id_numbers']);
    const poor = await service.makeAccount('Poor Ltd', { billing_information: false });
    const applicant = await story().applicant({}, { token: poor.liveToken });
    const third = await story().check(applicant, [watchlist], {}, { token: poor.liveToken });
    expect([third.status, third.body.error.type]).toEqual([422, 'missing_billing_info']);
  });
});

test('v1 wants the e-mail address of an applicant in the United States', async () => {
  const american = { email: null, country: 'USA' };
  const story = earlierStoryOf(service, 'v1');
  const { status, body } = await story.check(await story.applicant(american), [watchlist]);
  expect([status, body.error.type]).toEqual([422, 'failed_check_requirements']);
  expect(body.error.fields).toEqual({ applicant: { messages: [{ email: { messages: BLANK } }] } });
  const v2 = earlierStoryOf(service, 'v2');
  created(await v2.check(await v2.applicant(american), [watchlist]));
});

test('the video variant is taken where there is a video', async () => {
  const story = earlierStoryOf(service, 'v2');
  const applicant = await story.applicant();
  await story.document(applicant);
  await storyOf(service, 'v3.6').liveVideo(applicant);
  expect((await story.checked(applicant, [video])).result).toBe('clear');
});
