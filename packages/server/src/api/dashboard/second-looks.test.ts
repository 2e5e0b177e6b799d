import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf } from '../v3/testing/events.ts';
import { outcome, timeOf, validationError } from '../v3/testing/story.ts';
import type { Browser } from './testing/browser.ts';
import { CLEAR, NOT_CLEAR, PRESENT, TAMPERED, typeOf, useSecondLooks, WAITS } from './testing/second-looks.ts';

const looks = useSecondLooks();
const { service, adam, alma, rita, otto, auditor, developer, stranger } = looks;
const { at, live, onWire, setting, waiting, decide, cleared, give, opened, queueOf, show } = looks;
/** Words that only a reader of Rita's decision can know. */
const REVEALING = /The paper is sound|"clear"/;

test('no report gets a second look by default', async () => {
  const { report } = await cleared();
  expect(await queueOf(otto)).toEqual([]);
  expect((await opened(otto, report)).result).toBe('clear');
  expect(outcome(await give(otto, report))).toEqual(validationError({ report: ['waits for no second look'] }));
});

describe('with a share of 1', () => {
  beforeAll(() => setting({ review_second_look_share: 1 }));

  test('another member decides without the first decision, and then learns it', async () => {
    const before = await waiting();
    const asWaiting = await opened(otto, before.report);
    expect((await decide(rita, before.report)).status).toBe(200);
    const events = await eventsOf(service, before.check);
    const wire = await onWire(`reports/${before.report}`);
    expect(wire.result).toBe('clear');

    const listed = (await otto.get(`${at()}/second_looks`)).body;
    expect(listed).toEqual({
      second_looks: [
        {
          report_id: before.report,
          check_id: before.check,
          applicant_id: before.applicant,
          name: 'document',
          applicant_name: expect.any(String),
          decided_at: timeOf(service),
          claimed_by: null,
        },
      ],
      next: null,
    });
    // Rita has decided it.
    expect(await queueOf(rita)).toEqual([]);
    expect((await opened(rita, before.report)).decisions).toHaveLength(1);

    // Otto sees the report as it waited for Rita, whether its check has a result or not.
    const hidden = await opened(otto, before.report);
    expect(hidden).toEqual({
      ...asWaiting,
      due_at: asWaiting.due_at,
      step: null,
      requestable: [],
      hides_decision: true,
      check: { ...asWaiting.check, status: 'complete' },
    });
    expect(JSON.stringify(hidden)).not.toMatch(/The paper is sound/);
    const { outcomes } = (await otto.post(`${at()}/reports/${before.report}/outcomes`, { decisions: [CLEAR] })).body;
    expect(outcomes).toMatchObject([{ status: 'complete', result: 'clear', needs_another: false }]);

    const given = await give(otto, before.report, NOT_CLEAR);
    const compared = {
      report_id: before.report,
      check_id: before.check,
      applicant_id: before.applicant,
      name: 'document',
      agrees: false,
      first: {
        by: { kind: 'member', id: rita.id },
        by_name: 'Rita',
        at: timeOf(service),
        result: 'clear',
        sub_result: 'clear',
        note: 'The paper is sound',
      },
      second: {
        by: { kind: 'member', id: otto.id },
        by_name: 'Otto',
        at: timeOf(service),
        result: 'consider',
        sub_result: 'suspected',
        note: 'The date is in another font',
      },
    };
    expect([given.status, given.body]).toEqual([200, compared]);

    // Both see everything now, and nothing has changed for the client.
    const after = await opened(otto, before.report);
    expect([after.result, after.hides_decision, after.second_look]).toEqual(['clear', false, compared]);
    expect(await onWire(`reports/${before.report}`)).toEqual(wire);
    expect(await eventsOf(service, before.check)).toEqual(events);
    expect(await queueOf(adam)).toEqual([]);
    expect(outcome(await give(adam, before.report))).toEqual(
      validationError({ report: ['has its second look already'] }),
    );

    const differing = await adam.get(`${at()}/second_looks/differing`);
    expect(differing.body).toEqual({ second_looks: [compared], next: null });
    expect((await auditor.get(`${at()}/second_looks/differing`)).body).toEqual(differing.body);
    expect((await otto.get(`${at()}/second_looks/differing`)).status).toBe(403);
    expect((await auditor.get(`${at()}/second_looks`)).status).toBe(403);
    const { entries } = (await adam.get(`/accounts/${service.account.id}/audit?action=second_look_given`)).body;
    expect(
      entries.map(({ object, actor, details }: Record<string, { id: string }>) => [object, actor, details]),
    ).toEqual([[{ type: 'report', id: before.report }, { kind: 'member', id: otto.id }, {}]]);
  });

  test('an equal answer agrees; one that leaves a doubt open is refused', async () => {
    const { report } = await cleared();
    expect(outcome(await give(otto, report, { leaves: { [PRESENT]: 'clear' }, note: 'Fine' }))).toEqual(
      validationError({ leaves: ['must settle every doubt: a second look is one decision'] }),
    );
    const both = { leaves: { [PRESENT]: 'clear', [TAMPERED]: 'clear' }, note: 'Fine' };
    const { status, body } = await give(otto, report, both);
    expect([status, body.agrees, body.second.note]).toEqual([200, true, 'Fine']);
    expect((await adam.get(`${at()}/second_looks/differing`)).body.second_looks).toHaveLength(1);
  });

  test('the page Quality has the share of second looks that agree, by the person who decided first', async () => {
    const quality = async (who: Browser, path = 'quality') => (await who.get(`${at()}/${path}`)).body;
    const agreement = { looks: 2, agreed: 1, agreement: 0.5 };
    const { total, days, people, reports } = await quality(adam);
    expect(total).toMatchObject(agreement);
    expect([total.agreement_low.toFixed(3), total.agreement_high.toFixed(3)]).toEqual(['0.095', '0.905']);
    expect(days.at(-1)).toMatchObject(agreement);
    expect(people).toMatchObject([{ name: 'Rita', decisions: 3, ...agreement }]);
    expect(reports).toMatchObject([{ report: 'document', ...agreement }]);
    expect((await quality(rita, 'quality/own')).total).toMatchObject(agreement);
    expect((await quality(otto, 'quality/own')).total).toMatchObject({ decisions: 0, looks: 0, agreement: null });
    const lines = (await auditor.get(`${at()}/quality/export`)).bytes.toString().split('\r\n');
    expect(lines[1]).toBe('period,,,3,3,0,1.0000,0.0000,,,2,1,0.5000,0.0945,0.9055');
  });

  test('every page that would reveal the decision is closed, and no list tells it', async () => {
    const { applicant, check, report } = await cleared();
    const pages = [
      `checks/${check}`,
      `checks/${check}/states`,
      `reports/${report}/states`,
      `reports/${report}/information_requests`,
      `applicants/${applicant}`,
      `applicants/${applicant}/states`,
    ];
    for (const page of pages) expect([page, ...typeOf(await otto.get(`${at()}/${page}`))]).toEqual([page, ...WAITS]);
    for (const page of [
      `checks/${check}/pdf`,
      `applicants/${applicant}/export`,
      `applicants/${applicant}/case_export`,
    ]) {
      expect([page, ...typeOf(await adam.get(`${at()}/${page}`))]).toEqual([page, ...WAITS]);
    }
    const changes = [
      ['POST', `reports/${report}/overturn`, { ...NOT_CLEAR, reason: 'wrong_decision' }],
      ['POST', `reports/${report}/decide`, CLEAR],
      ['POST', `checks/${check}/reopen`, {}],
      ['POST', `applicants/${applicant}/case_entries`, { note: 'Looks good' }],
    ] as const;
    for (const [method, path, body] of changes) {
      const answer = await adam.call(method, `${at()}/${path}`, body);
      expect([path, ...typeOf(answer)]).toEqual([path, ...WAITS]);
    }

    const rowOf = async (who: Browser, query = '') => {
      const { checks } = (await who.get(`${at()}/checks${query}`)).body;
      return checks.find(({ id }: { id: string }) => id === check);
    };
    const row = await rowOf(otto);
    expect([row.status, row.result, row.reports]).toEqual([
      'complete',
      null,
      [{ id: report, name: 'document', status: 'complete', result: null, sub_result: null }],
    ]);
    expect(await rowOf(otto, '?result=clear')).toBeUndefined();
    expect(await rowOf(otto, `?q=${check}`)).toMatchObject({ result: null });
    expect((await rowOf(rita, '?result=clear')).result).toBe('clear');
    expect((await rowOf(developer, '?result=clear')).result).toBe('clear');
    const lineOf = async (who: Browser, query = '') => {
      const file = (await who.get(`${at()}/checks/export${query}`)).bytes.toString();
      return file.split('\r\n').find((line) => line.startsWith(check));
    };
    expect((await lineOf(otto))?.split(',').slice(4)).toEqual(['complete', '', 'document:complete']);
    expect(await lineOf(otto, '?result=clear')).toBeUndefined();
    expect((await lineOf(rita))?.split(',').slice(4)).toEqual(['complete', 'clear', 'document:clear']);

    const audit = async (who: Browser) =>
      (await who.get(`/accounts/${service.account.id}/audit?object=${report}`)).body.entries.map(
        ({ action }: { action: string }) => action,
      );
    expect(await audit(adam)).toEqual([]);
    expect(await audit(auditor)).toEqual(['report_decided']);
    expect(await audit(rita)).toEqual(['report_decided']);
    const eventsSeen = async (who: Browser) => (await who.get(`${at()}/events?object=${report}`)).body.events.length;
    expect([await eventsSeen(adam), (await eventsSeen(developer)) > 0]).toEqual([0, true]);
    for (const list of ['suppressions', 'proposals', 'mentions', 'list_entries', 'queue', 'applicants', 'overview']) {
      const { status, bytes } = await otto.get(`${at()}/${list}`);
      expect([list, status]).toEqual([list, 200]);
      expect(bytes.toString().includes(report)).toBe(false);
      if (list !== 'overview') expect(bytes.toString()).not.toMatch(REVEALING);
    }
    // The files of the report stay open.
    const { media } = await opened(otto, report);
    const document = (await service.get(`/v3.6/documents?applicant_id=${applicant}`, live())).body.documents[0].id;
    expect(media).toBeDefined();
    expect((await otto.get(`${at()}/media/${document}`)).status).toBe(200);
    expect((await give(otto, report)).status).toBe(200);
    expect((await adam.get(`${at()}/checks/${check}`)).body.result).toBe('clear');
  });

  test('the result of a check tells nothing about its other report', async () => {
    const { check, report } = await cleared(['document', 'identity_enhanced']);
    const reports = (await onWire(`reports?check_id=${check}`)).reports as { id: string; name: string }[];
    const other = reports.find(({ name }) => name === 'identity_enhanced')?.id as string;
    const noRecord = { result: 'consider', note: 'No record' };
    expect((await decide(otto, other, noRecord)).status).toBe(200);
    // Otto has to look at Rita's decision, and Rita at his.
    expect([await queueOf(otto), await queueOf(rita)]).toEqual([[report], [other]]);
    expect((await opened(otto, other)).check.result).toBeNull();
    expect((await opened(auditor, other)).check.result).toBe('consider');
    await give(otto, report);
    await give(rita, other, noRecord);
    expect((await opened(otto, other)).check.result).toBe('consider');
  });

  test('a member who has the decision shown leaves the second look to another', async () => {
    const { applicant, check, report } = await cleared();
    expect((await show(adam, 'checks', check)).body).toEqual({ shown: 1 });
    expect((await show(adam, 'checks', check)).body).toEqual({ shown: 0 });
    expect((await adam.get(`${at()}/applicants/${applicant}`)).status).toBe(200);
    expect(await queueOf(adam)).toEqual([]);
    const refusal = validationError({ member: ['knows the decision. Another member gives the second look'] });
    expect(outcome(await give(adam, report))).toEqual(refusal);
    expect(outcome(await give(rita, report))).toEqual(refusal);
    expect(outcome(await adam.post(`${at()}/reports/${report}/second_look/claim`))).toEqual(refusal);
    const { entries } = (await auditor.get(`/accounts/${service.account.id}/audit?action=decision_shown`)).body;
    expect(entries.map(({ object }: { object: { id: string } }) => object.id)).toEqual([report]);

    // Who exports the audit log has seen every decision.
    expect(await queueOf(alma)).toEqual([report]);
    expect((await alma.get(`/accounts/${service.account.id}/audit/export?format=csv`)).status).toBe(200);
    expect(await queueOf(alma)).toEqual([]);
    expect(await queueOf(otto)).toEqual([report]);
    expect((await give(otto, report)).status).toBe(200);
  });

  test('of two members at once, one has the second look', async () => {
    const { report } = await cleared();
    const path = `${at()}/reports/${report}/second_look/claim`;
    const claims = await Promise.all([otto.post(path), adam.post(path)]);
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = claims[0]?.status === 200 ? otto : adam;
    const loser = winner === otto ? adam : otto;
    expect((await loser.post(`${at()}/second_looks/take`, {})).status).toBe(204);
    expect(typeOf(await give(loser, report))).toEqual([409, 'claimed']);
    expect((await winner.post(`${at()}/second_looks/take`, {})).body.report_id).toBe(report);
    expect((await winner.post(`${at()}/second_looks/take`, { except: [report] })).status).toBe(204);
    expect((await winner.del(path)).status).toBe(204);

    const answers = await Promise.all([give(otto, report), give(adam, report, NOT_CLEAR)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const stored = (await opened(auditor, report)).second_look;
    expect(stored.second.by.id).toBe(answers[0]?.status === 200 ? otto.id : adam.id);
  });

  test('an overturn, a reopened check, a share of 0 and an erasure', async () => {
    // An overturned decision gets no second look: Adam has it shown, and another administrator confirms.
    const overturned = await cleared();
    await show(adam, 'reports', overturned.report);
    await show(alma, 'reports', overturned.report);
    const asked = { ...NOT_CLEAR, reason: 'wrong_decision' };
    const { id } = (await adam.post(`${at()}/reports/${overturned.report}/overturn`, asked)).body;
    expect(await queueOf(otto)).toEqual([overturned.report]);
    // The proposal would tell Otto the result.
    expect((await otto.get(`${at()}/proposals`)).body.proposals).toEqual([]);
    expect((await alma.post(`${at()}/proposals/${id}/confirm`, {})).status).toBe(200);
    expect([await queueOf(otto), (await opened(otto, overturned.report)).result]).toEqual([[], 'consider']);

    // A reopened check keeps its reports, and their second looks.
    const reopened = await cleared();
    await show(adam, 'checks', reopened.check);
    expect((await adam.post(`${at()}/checks/${reopened.check}/reopen`)).status).toBe(200);
    expect(await queueOf(otto)).toEqual([reopened.report]);
    // A withdrawn check doesn't.
    expect((await adam.post(`${at()}/checks/${reopened.check}/withdraw`)).status).toBe(200);
    expect(await queueOf(otto)).toEqual([]);

    const kept = await cleared();
    expect(await queueOf(otto)).toEqual([kept.report]);
    await setting({ review_second_look_share: 0 });
    expect([await queueOf(otto), (await opened(otto, kept.report)).result]).toEqual([[], 'clear']);
    await setting({ review_second_look_share: 1 });
    expect(await queueOf(otto)).toEqual([]);

    const deleted = await cleared();
    expect((await adam.del(`${at()}/applicants/${deleted.applicant}`)).status).toBe(204);
    expect([await queueOf(otto), (await give(otto, deleted.report)).status]).toEqual([[], 410]);
    expect((await adam.post(`${at()}/applicants/${deleted.applicant}/erase`)).status).toBe(200);
    expect(await queueOf(otto)).toEqual([]);
  });

  test('who decided, agreed or differed under four eyes gives no second look', async () => {
    await setting({ decision_four_eyes: 'on' });
    const { report } = await waiting();
    expect((await decide(rita, report)).status).toBe(202);
    expect((await decide(otto, report, NOT_CLEAR)).status).toBe(202);
    expect((await decide(adam, report)).status).toBe(200);
    for (const member of [rita, otto, adam]) expect(await queueOf(member)).toEqual([]);
    expect(await queueOf(alma)).toEqual([report]);
    const hidden = await opened(alma, report);
    expect([hidden.decisions, hidden.standing]).toMatchObject([[], { needs: 'first_needed', decisions: [] }]);
    expect((await give(alma, report)).body).toMatchObject({ agrees: true, first: { by_name: 'Rita' } });
  });

  test('the other account and the other environment have none', async () => {
    const { check, report } = await waiting();
    expect((await decide(rita, report)).status).toBe(202);
    expect((await decide(adam, report)).status).toBe(200);
    expect(await queueOf(stranger, at('live', service.other.id))).toEqual([]);
    expect((await give(stranger, report, CLEAR, at('live', service.other.id))).status).toBe(404);
    expect((await show(stranger, 'checks', check, at('live', service.other.id))).body).toEqual({ shown: 0 });
    expect((await stranger.get(`${at()}/second_looks`)).status).toBe(404);
    expect(await queueOf(otto, at('sandbox'))).toEqual([]);
    expect((await give(otto, report, CLEAR, at('sandbox'))).status).toBe(404);
    expect((await show(otto, 'checks', check, at('sandbox'))).body).toEqual({ shown: 0 });
    expect(await queueOf(otto)).toEqual([report]);
  });
});
