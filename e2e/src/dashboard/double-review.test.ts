import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../packages/server/src/api/dashboard/testing/browser.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';
import { passportApplicant } from './passport-applicant.ts';

if (!executablePath) console.warn('Reviews by two people are not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('two reviewers at once', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  /** A live check on a document of a new applicant, which waits for a person; the id of its report. */
  async function waiting(first_name: string): Promise<string> {
    const call = { token: service.liveToken };
    const person = { first_name, last_name: 'Lovelace' };
    const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
    await storyOf(service, 'v3.6').document(applicant, {}, call);
    const asked = { applicant_id: applicant, report_names: ['document'] };
    const { body } = await service.post('/v3.6/checks', asked, call);
    await service.settle();
    service.clock.advance(60_000);
    return body.report_ids[0];
  }

  const result = async (id: string) =>
    (await service.get(`/v3.6/reports/${id}`, { token: service.liveToken })).body.result;

  async function reviewer(name: string) {
    const person = await openPerson(service, browser);
    await person.open(await invite(service, name, 'reviewer'));
    await person.accept();
    const { page, heading } = person;
    return {
      ...person,
      async take(applicant: RegExp): Promise<void> {
        await page.getByRole('button', { name: 'Review the next report' }).click();
        await heading(applicant);
        await page.getByRole('button', { name: /Clear the report/ }).waitFor();
      },
      /** Decides the open report, and takes the next. */
      async decide(key: string): Promise<void> {
        await page.keyboard.press(key);
        await page.getByRole('button', { name: /Undo/ }).waitFor();
        await page.keyboard.press('Enter');
        await person.store();
      },
      reads: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    };
  }

  test('take different reports, agree on one, differ on the other, and a third settles it', async () => {
    const rita = await reviewer('Rita');
    const otto = await reviewer('Otto');
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const rule = { decision_four_eyes: 'on' };
    const { status } = await service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, {
      ...operator,
      json: rule,
    });
    expect(status).toBe(200);
    const ada = await waiting('Ada');
    const grace = await waiting('Grace');
    await rita.page.reload();
    await otto.page.reload();
    await rita.take(/Ada Lovelace/);
    await otto.take(/Grace Lovelace/);
    await rita.decide('1');
    // Grace is claimed by Otto, and Ada is decided by Rita: nothing is next for her.
    await rita.reads('Your decision is saved. Another reviewer decides next.');
    await rita.reads('Waiting for another reviewer');
    await rita.look('double-review-queue');
    expect(await result(ada)).toBeNull();

    await otto.decide('2');
    await otto.heading(/Ada Lovelace/);
    await otto.reads('Second review: another reviewer has already decided.');
    await otto.look('double-review-second');
    expect(await otto.page.getByText('Rita').count()).toBe(0);
    await otto.decide('1');
    await otto.heading('Review queue');
    expect(await result(ada)).toBe('clear');

    await rita.page.reload();
    await rita.page.getByRole('link', { name: 'Document' }).click();
    await rita.heading(/Grace Lovelace/);
    await rita.page.getByRole('button', { name: /Clear the report/ }).waitFor();
    await rita.decide('1');
    await rita.reads('Your decision is saved. The two decisions differ, so a third reviewer settles the report.');
    await rita.page.getByRole('link', { name: 'Document' }).click();
    await rita.reads('You have decided. Another reviewer decides next.');
    expect(await rita.page.getByRole('button', { name: /Clear the report/ }).count()).toBe(0);
    await rita.look('double-review-decided');

    const nora = await reviewer('Nora');
    await nora.take(/Grace Lovelace/);
    await nora.reads('Two reviewers disagree. Your decision settles the report.');
    for (const name of ['Rita', 'Otto']) await nora.reads(name);
    await nora.look('double-review-third');
    expect(await nora.page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await nora.decide('2');
    await nora.reads('No reports to review');
    expect(await result(grace)).toBe('consider');
    for (const { complaints, close } of [rita, otto, nora]) {
      expect(complaints).toEqual([]);
      await close();
    }
  });

  test('hand a report on with a note', async () => {
    await waiting('Edith');
    const ruth = await reviewer('Ruth');
    const oscar = await reviewer('Oscar');
    await ruth.take(/Edith Lovelace/);
    await ruth.page.keyboard.press('s');
    await ruth.page.getByLabel('What should the next reviewer look at?').fill('Is this hologram real?');
    await ruth.look('refer');
    await ruth.page.getByRole('button', { name: 'Hand on' }).click();
    await ruth.heading('Review queue');
    await ruth.reads('Waiting for another reviewer');

    await oscar.take(/Edith Lovelace/);
    await oscar.reads(/Ruth asks for a second opinion .*: Is this hologram real\?/);
    await oscar.look('referred');
    for (const { complaints, close } of [ruth, oscar]) {
      expect(complaints).toEqual([]);
      await close();
    }
  });
});

describe.skipIf(!executablePath)('a third reviewer', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  test('decides as either of two others, or a part of their common decision', async () => {
    const call = { token: service.liveToken };
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const account = `/operator/v1/accounts/${service.account.id}`;
    const [rita, otto] = [
      await signedIn(service, 'reviewer', { name: 'Rita' }),
      await signedIn(service, 'reviewer', { name: 'Otto' }),
    ];
    await service.call('PATCH', account, { ...operator, json: { decision_four_eyes: 'on' } });
    const applicant = await passportApplicant(service);
    const order = { applicant_id: applicant.id, report_names: ['document'] };
    const id = (await service.post('/v3.6/checks', order, call)).body.report_ids[0];
    await service.settle();
    const whole = async () => (await service.get(`${account}/reports/${id}`, operator)).body;
    const [x, y] = (await whole()).doubts as [string, string];
    const path = `/accounts/${service.account.id}/live/reports/${id}/decide`;
    const waits = async (who: typeof rita, decision: object) => (await who.post(path, decision)).body.waits_for;

    expect(await waits(rita, { leaves: { [x]: 'clear' }, note: 'This point is sound' })).toBe('second');
    expect(await waits(otto, { result: 'clear', note: 'All is sound' })).toBe('third');
    const { page, complaints, look, heading, ...nora } = await openPerson(service, browser);
    await nora.open(await invite(service, 'Nora', 'reviewer'));
    await nora.accept();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(new RegExp(applicant.last_name));
    const choices = () => page.locator('.choices strong').allInnerTexts();
    await page.locator('.choices strong').first().waitFor();
    const asEither = ['As Rita decided first', 'As Otto decided second'];
    expect(await choices()).toEqual([...asEither, 'Ask for a second opinion']);
    await page
      .getByText('one of them decided only parts. Decide like one of them, or mark points that both decided.')
      .waitFor();
    await look('double-review-third-of-part');
    // The keys mark what both decided, and nothing else.
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
    await expect
      .poll(choices)
      .toEqual([
        ...asEither,
        ...[expect.stringMatching(/^Only the marked points, \d+ left open$/), 'Ask for a second opinion'],
      ]);
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await page.getByText('The report has open points: decide them, or hand the report on.').waitFor();
    const [marked] = (await whole()).decisions;
    expect([marked.leaves, marked.result]).toEqual([{ [x]: 'consider' }, null]);
    expect(marked.differing.map(({ note }: { note: string }) => note)).toEqual(['This point is sound', 'All is sound']);

    // The two others differ on the rest; now Otto is right.
    await page.getByRole('link', { name: 'Review' }).first().click();
    await heading('Review queue');
    expect(await waits(rita, { leaves: { [y]: 'clear' }, note: 'Sound, too' })).toBe('second');
    const suspected = { result: 'consider', sub_result: 'suspected', note: 'Drawn by hand' };
    expect(await waits(otto, suspected)).toBe('third');
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(new RegExp(applicant.last_name));
    await page.getByRole('button', { name: /As Otto decided second/ }).waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.getByText('No reports to review').waitFor();
    await nora.store();
    const { result, sub_result } = (await service.get(`/v3.6/reports/${id}`, call)).body;
    expect([result, sub_result]).toEqual(['consider', 'suspected']);
    expect((await whole()).decisions[1]).toMatchObject({
      decided_by: { id: otto.id },
      note: 'Drawn by hand',
      confirmed_note: 'I compared both decisions. This decision is right.',
    });

    for (const token of [service.other.liveToken, service.sandboxToken]) {
      expect((await service.get(`/v3.6/reports/${id}`, { token })).status).toBe(404);
    }
    expect(complaints).toEqual([]);
    await nora.close();
  });
});
