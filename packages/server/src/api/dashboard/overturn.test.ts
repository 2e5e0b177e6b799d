import { beforeAll, describe, expect, test, vi } from 'vitest';
import { filesIn } from '../../exports/testing/files-in.ts';
import { useService } from '../../testing/service.ts';
import { eventsOf } from '../v3/testing/events.ts';
import { notFound, outcome, storyOf, timeOf, unknownId, validationError } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
let adam: Member;
let alma: Member;
let ada: Member;
let rita: Member;
let auditor: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.account.liveToken });

const CLEAR = { result: 'clear', note: 'The paper is sound' };
const NOT_CLEAR = {
  result: 'consider',
  sub_result: 'suspected',
  leaves: { 'visual_authenticity.fonts': 'consider' },
  reason: 'new_information',
  note: 'The issuer says that it never issued this passport',
};

/** A live check on a document, which Rita has cleared. */
async function cleared(report_names = ['document']) {
  const applicant = await story.applicant({}, live());
  await story.document(applicant, {}, live());
  const { id, report_ids } = (await story.check({ applicant_id: applicant, report_names }, live())).body;
  await service.settle();
  const report = report_ids.at(-1) as string;
  expect((await rita.post(`${at()}/reports/${report}/decide`, CLEAR)).status).toBe(200);
  return { applicant, check: id as string, report };
}

const overturn = (who: Browser, report: string, body: object = NOT_CLEAR, place = at()) =>
  who.post(`${place}/reports/${report}/overturn`, body);
// With a note, which the route ignores: it once took any note for a refusal.
const confirm = (who: Browser, proposal: string, place = at()) =>
  who.post(`${place}/proposals/${proposal}/confirm`, { note: 'Agreed' });
const opened = async (report: string) => (await adam.get(`${at()}/reports/${report}`)).body;
const onWire = async (path: string, call = live()) => (await service.get(`/v3.6/${path}`, call)).body;
const resultsOf = async (check: string, report: string) => {
  const { status, result } = await onWire(`checks/${check}`);
  const { result: ofReport, sub_result } = await onWire(`reports/${report}`);
  return [status, result, ofReport, sub_result];
};
const auditOf = async (report: string) =>
  (await auditor.get(`/accounts/${service.account.id}/audit?object=${report}`)).body.entries
    .filter(({ action }: { action: string }) => action.startsWith('report_overturn'))
    .map(({ action, actor, details }: Record<string, { id: string }>) => [action, actor?.id, details]);

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  alma = await signedIn(service, 'admin', { name: 'Alma' });
  ada = await signedIn(service, 'admin', { name: 'Ada' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

describe('the overturn of a complete report', () => {
  test('takes effect once another member confirms it, and the first result stays in the history', async () => {
    const { check, report } = await cleared();
    const before = await onWire(`reports/${report}`);
    const events = await eventsOf(service, check);
    const proposed = await overturn(adam, report);
    expect([proposed.status, proposed.body]).toMatchObject([
      202,
      {
        kind: 'overturn',
        state: 'proposed',
        report_id: report,
        by: { kind: 'member', id: adam.id },
        proposed: { result: 'consider', sub_result: 'suspected', reason: 'new_information', note: NOT_CLEAR.note },
      },
    ]);
    const id = proposed.body.id as string;

    // Nothing changes until then, and every member sees that it waits.
    expect(await resultsOf(check, report)).toEqual(['complete', 'clear', 'clear', 'clear']);
    expect(await eventsOf(service, check)).toEqual(events);
    expect((await opened(report)).overturn).toMatchObject({ id, by: { id: adam.id } });
    expect((await rita.get(`${at()}/proposals`)).body.proposals.map((one: { id: string }) => one.id)).toContain(id);
    expect(outcome(await overturn(alma, report))).toEqual(
      validationError({ proposal: [`${id} needs a second operator. Confirm or refuse it first`] }),
    );
    expect(outcome(await confirm(adam, id))).toEqual(
      validationError({ operator: ['made this proposal. Another person must confirm or refuse it'] }),
    );
    for (const member of [rita, auditor]) {
      expect((await confirm(member, id)).status).toBe(403);
      expect((await member.post(`${at()}/proposals/${id}/refuse`, { note: 'No' })).status).toBe(403);
      expect((await overturn(member, report)).status).toBe(403);
    }

    service.clock.advance(60_000);
    const confirmed = await confirm(alma, id);
    expect([confirmed.status, confirmed.body.state, confirmed.body.ended_by.id]).toEqual([200, 'confirmed', alma.id]);
    expect(await resultsOf(check, report)).toEqual(['complete', 'consider', 'consider', 'suspected']);
    const after = await onWire(`reports/${report}`);
    expect(after.breakdown.visual_authenticity).toMatchObject({
      result: 'consider',
      breakdown: { fonts: { result: 'consider' } },
    });
    // Clients get the events of a check that is reopened, taken up and completed again.
    expect((await eventsOf(service, check)).slice(events.length)).toEqual([
      `check.reopened ${check} reopened`,
      `check.started ${check} in_progress`,
      `report.completed ${report} complete`,
      `check.completed ${check} complete`,
    ]);

    const { decisions, overturn: waiting } = await opened(report);
    expect(waiting).toBe(null);
    expect(decisions).toMatchObject([
      { decided_by: { id: rita.id }, result: 'clear', note: CLEAR.note },
      {
        at: '2026-01-15T09:31:00Z',
        decided_by: { id: adam.id },
        confirmed_by: { id: alma.id },
        result: 'consider',
        note: NOT_CLEAR.note,
        leaves: NOT_CLEAR.leaves,
        overturned: {
          reason: 'new_information',
          result: 'clear',
          sub_result: 'clear',
          breakdown: before.breakdown,
          properties: before.properties,
        },
      },
    ]);
    const { history } = (await adam.get(`${at()}/checks/${check}`)).body;
    const made = history.filter(({ kind }: { kind: string }) => ['decision', 'overturn'].includes(kind));
    expect(made.map((one: Record<string, unknown>) => [one.kind, one.by_name, one.before, one.status])).toEqual([
      ['decision', 'Rita', null, 'clear'],
      ['overturn', 'Adam', 'clear', 'consider'],
      ['overturn', 'Alma', 'clear', 'consider'],
    ]);
    expect(await auditOf(report)).toEqual([
      ['report_overturned', alma.id, { reason: 'new_information', before: 'clear', result: 'consider' }],
      ['report_overturn_proposed', adam.id, {}],
    ]);
    expect(outcome(await confirm(ada, id))).toEqual(validationError({ state: ['is already confirmed'] }));
  });

  test('that is refused changes nothing, and another may be proposed', async () => {
    const { check, report } = await cleared();
    const { id } = (await overturn(adam, report)).body;
    const refused = await alma.post(`${at()}/proposals/${id}/refuse`, { note: 'The letter names another passport' });
    expect([refused.status, refused.body.state, refused.body.refusal]).toEqual([
      ...[200, 'refused', 'The letter names another passport'],
    ]);
    expect(await resultsOf(check, report)).toEqual(['complete', 'clear', 'clear', 'clear']);
    expect((await opened(report)).overturn).toBe(null);
    expect((await auditOf(report)).map(([action]: [string]) => action)).toEqual([
      'report_overturn_refused',
      'report_overturn_proposed',
    ]);
    expect((await overturn(alma, report)).status).toBe(202);
  });

  test('that its author withdraws changes nothing, and another may be proposed', async () => {
    const { check, report } = await cleared();
    const { id } = (await overturn(adam, report)).body;
    const withdraw = (who: Browser, place = at()) => who.post(`${place}/proposals/${id}/withdraw`, {});
    expect(outcome(await withdraw(alma))).toEqual(
      validationError({ operator: ["didn't make this proposal. Only its author can withdraw it"] }),
    );
    expect((await withdraw(auditor)).status).toBe(403);
    expect((await withdraw(adam, at('sandbox'))).status).toBe(404);
    expect((await withdraw(stranger, at('live', service.other.id))).status).toBe(404);
    expect((await opened(report)).overturn).toMatchObject({ id });

    const { status, body } = await withdraw(adam);
    expect([status, body.state, body.refusal, body.ended_by.id]).toEqual([200, 'withdrawn', null, adam.id]);
    expect(await resultsOf(check, report)).toEqual(['complete', 'clear', 'clear', 'clear']);
    expect((await opened(report)).overturn).toBe(null);
    expect((await auditOf(report)).map(([action]: [string]) => action)).toEqual([
      'report_overturn_withdrawn',
      'report_overturn_proposed',
    ]);
    for (const ended of [await confirm(alma, id), await withdraw(adam)]) {
      expect(outcome(ended)).toEqual(validationError({ state: ['is already withdrawn'] }));
    }
    expect((await overturn(adam, report)).status).toBe(202);
  });

  test('is open to reviewers where the account lets them, and needs two people there, too', async () => {
    const account = await service.makeAccount('Wide roles', { wide_roles: true });
    const [one, two] = [
      await signedIn(service, 'reviewer', { account: account.id }),
      await signedIn(service, 'reviewer', { account: account.id }),
    ];
    const place = at('live', account.id);
    const call = { token: account.liveToken };
    const applicant = await story.applicant({}, call);
    await story.document(applicant, {}, call);
    const { report_ids } = (await story.check({ applicant_id: applicant, report_names: ['document'] }, call)).body;
    await service.settle();
    await one.post(`${place}/reports/${report_ids[0]}/decide`, CLEAR);
    const { status, body } = await overturn(one, report_ids[0], NOT_CLEAR, place);
    expect([status, (await confirm(one, body.id, place)).status]).toEqual([202, 422]);
    expect((await confirm(two, body.id, place)).status).toBe(200);
    expect((await onWire(`reports/${report_ids[0]}`, call)).result).toBe('consider');
  });

  test('needs a reason, a note, and a result that the report can have and does not have', async () => {
    const { report } = await cleared();
    const refusal = async (body: object) => {
      const answer = await overturn(adam, report, body);
      return [answer.status, answer.body.error.fields];
    };
    const { reason: _, ...withoutReason } = NOT_CLEAR;
    expect(await refusal(withoutReason)).toEqual([422, { reason: ["can't be blank"] }]);
    expect(await refusal({ ...NOT_CLEAR, reason: 'mood' })).toEqual([422, { reason: ['is not included in the list'] }]);
    expect(await refusal({ ...NOT_CLEAR, note: ' ' })).toEqual([422, { note: ["can't be blank"] }]);
    expect(await refusal({ ...NOT_CLEAR, result: 'unidentified' })).toEqual([
      422,
      { result: ['is not included in the list'] },
    ]);
    expect(await refusal({ ...NOT_CLEAR, leaves: { 'visual_authenticity.colour': 'consider' } })).toEqual([
      422,
      { leaves: ['visual_authenticity.colour is not a leaf of this report'] },
    ]);
    expect(await refusal({ result: 'clear', reason: 'other', note: 'It is sound' })).toEqual([
      422,
      { result: ['is the result that the report already has. Choose another result, sub-result or leaves'] },
    ]);
    const applicant = await story.applicant({}, live());
    await story.document(applicant, {}, live());
    const { id, report_ids } = (await story.check({ applicant_id: applicant, report_names: ['document'] }, live()))
      .body;
    await service.settle();
    expect(outcome(await overturn(adam, report_ids[0]))).toEqual(
      validationError({ status: ["a report with the status awaiting_approval can't be overturned"] }),
    );
    expect((await adam.post(`${at()}/checks/${id}/withdraw`)).status).toBe(200);
    expect((await overturn(adam, report_ids[0])).status).toBe(422);
  });

  test('of a check that is not complete gives the check no result yet', async () => {
    const applicant = await story.applicant({}, live());
    await story.document(applicant, {}, live());
    await story.livePhoto(applicant, live());
    const asked = { applicant_id: applicant, report_names: ['document', 'facial_similarity_photo'] };
    const { id, report_ids } = (await story.check(asked, live())).body;
    await service.settle();
    const named = await Promise.all(
      report_ids.map(async (one: string) => [(await onWire(`reports/${one}`)).name, one] as const),
    );
    const { document, facial_similarity_photo: face } = Object.fromEntries(named);
    await rita.post(`${at()}/reports/${document}/decide`, CLEAR);
    const events = await eventsOf(service, id);
    await confirm(alma, (await overturn(adam, document)).body.id);
    expect((await eventsOf(service, id)).slice(events.length)).toEqual([`report.completed ${document} complete`]);
    expect(await resultsOf(id, document)).toEqual(['in_progress', null, 'consider', 'suspected']);
    await rita.post(`${at()}/reports/${face}/decide`, CLEAR);
    expect(await resultsOf(id, document)).toEqual(['complete', 'consider', 'consider', 'suspected']);

    // Back to clear: every flagged leaf is cleared, and both earlier results stay.
    const back = { result: 'clear', reason: 'applicant_appeal', note: 'The issuer corrected its answer' };
    await confirm(adam, (await overturn(alma, document, back)).body.id);
    expect(await resultsOf(id, document)).toEqual(['complete', 'clear', 'clear', 'clear']);
    const { decisions } = await opened(document);
    expect(
      decisions.flatMap(({ overturned: one }: { overturned?: Record<string, unknown> }) =>
        one ? [[one.reason, one.result, one.sub_result]] : [],
      ),
    ).toEqual([
      ['new_information', 'clear', 'clear'],
      ['applicant_appeal', 'consider', 'suspected'],
    ]);
    expect(decisions.at(-1).leaves).toEqual({ 'visual_authenticity.fonts': 'clear' });
  });

  test('shows both results in the PDF of the check and in the files of the applicant', async () => {
    const { applicant, check, report } = await cleared();
    await confirm(alma, (await overturn(adam, report)).body.id);
    const pdf = await service.get(`/v3.6/checks/${check}/download`, live());
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const { bytes } = await adam.get(`${at()}/applicants/${applicant}/export`);
    const file = JSON.parse(filesIn(bytes).get(`checks/${check}.json`)!.toString());
    expect(file.reports).toMatchObject([
      {
        id: report,
        result: 'consider',
        earlier_results: [{ overturned_at: timeOf(service), reason: 'new_information', result: 'clear' }],
      },
    ]);
  });
});

describe('several members at once', () => {
  test('propose one overturn, and confirm it once', async () => {
    const { check, report } = await cleared();
    const proposed = await Promise.all([adam, alma, ada].map((who) => overturn(who, report)));
    expect(proposed.map(({ status }) => status).sort()).toEqual([202, 422, 422]);
    const author = proposed.findIndex(({ status }) => status === 202);
    const id = proposed[author]!.body.id as string;
    const others = [adam, alma, ada].filter((_, index) => index !== author);
    const events = await eventsOf(service, check);
    const confirmed = await Promise.all(others.map((who) => confirm(who, id)));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await eventsOf(service, check)).length - events.length).toBe(4);
    expect((await opened(report)).decisions).toHaveLength(2);
  });

  test('confirm and refuse: one of them takes effect', async () => {
    const { check, report } = await cleared();
    const { id } = (await overturn(adam, report)).body;
    const [yes, no] = await Promise.all([
      confirm(alma, id),
      ada.post(`${at()}/proposals/${id}/refuse`, { note: 'The letter names another passport' }),
    ]);
    expect([yes.status, no.status].sort()).toEqual([200, 422]);
    expect(await resultsOf(check, report)).toEqual(
      yes.status === 200 ? ['complete', 'consider', 'consider', 'suspected'] : ['complete', 'clear', 'clear', 'clear'],
    );
  });

  test('a confirmation that fails on its way leaves nothing behind, and can be repeated', async () => {
    const { check, report } = await cleared();
    const { id } = (await overturn(adam, report)).body;
    const events = await eventsOf(service, check);
    const { ids } = service.services;
    const uuid = ids.uuid.bind(ids);
    let made = 0;
    // The confirmation makes an id for each of its four events.
    const spy = vi.spyOn(ids, 'uuid').mockImplementation(() => {
      made += 1;
      if (made > 2) throw new Error('killed between the events');
      return uuid();
    });
    const failed = await confirm(alma, id);
    spy.mockRestore();
    expect(failed.status).toBe(500);
    expect(await eventsOf(service, check)).toEqual(events);
    expect(await resultsOf(check, report)).toEqual(['complete', 'clear', 'clear', 'clear']);
    expect((await opened(report)).overturn).toMatchObject({ id, state: 'proposed' });
    expect((await confirm(alma, id)).status).toBe(200);
    expect(await resultsOf(check, report)).toEqual(['complete', 'consider', 'consider', 'suspected']);
  });
});

test('the sandbox overturns, too, and a report of a listed person has no records once it is clear', async () => {
  const applicant = await story.applicant({ first_name: 'Jane', last_name: 'Consider' });
  const { check, reports } = await story.completed({ applicant_id: applicant, report_names: ['watchlist_enhanced'] });
  const [report] = reports;
  expect([check.result, report.result, report.properties.records.length]).toEqual(['consider', 'consider', 1]);
  const developer = await signedIn(service, 'developer');
  const body = { result: 'clear', reason: 'wrong_analysis', note: 'The listed person is 40 years older' };
  const proposed = await overturn(developer, report.id, body, at('sandbox'));
  expect((await overturn(auditor, report.id, body, at('sandbox'))).status).toBe(403);
  expect((await confirm(rita, proposed.body.id, at('sandbox'))).status).toBe(200);
  const after = await onWire(`reports/${report.id}`, { token: service.account.sandboxToken });
  expect([after.result, after.properties.records]).toEqual(['clear', []]);
  expect((await onWire(`checks/${check.id}`, { token: service.account.sandboxToken })).result).toBe('clear');
});

test('other accounts, the other environment and unknown reports answer 404', async () => {
  const { report } = await cleared();
  const { id } = (await overturn(adam, report)).body;
  for (const place of [at('live', service.other.id), at('sandbox', service.other.id)]) {
    expect(outcome(await overturn(stranger, report, NOT_CLEAR, place))).toEqual(notFound('Report', report));
    expect(outcome(await confirm(stranger, id, place))).toEqual(notFound('Proposal', id));
  }
  expect((await overturn(stranger, report)).status).toBe(404);
  expect(outcome(await overturn(adam, report, NOT_CLEAR, at('sandbox')))).toEqual(notFound('Report', report));
  expect(outcome(await confirm(alma, id, at('sandbox')))).toEqual(notFound('Proposal', id));
  expect(outcome(await overturn(adam, unknownId))).toEqual(notFound('Report', unknownId));
});
