import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

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
        await page.getByRole('button', { name: 'Take the next report' }).click();
        await heading(applicant);
        await page.getByRole('button', { name: /Clear the report/ }).waitFor();
      },
      /** Decides the open report, and takes the next. */
      async decide(key: string): Promise<void> {
        await page.keyboard.press(key);
        await page.getByRole('button', { name: /Undo/ }).waitFor();
        await page.keyboard.press('Enter');
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
    await rita.reads('Your decision is recorded. Another member decides next.');
    await rita.reads('Waits for another member');
    await rita.look('double-review-queue');
    expect(await result(ada)).toBeNull();

    await otto.decide('2');
    await otto.heading(/Ada Lovelace/);
    await otto.reads('Second look: another member has decided.');
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
    await rita.reads('Your decision is recorded. The two decisions differ: a third member settles the report.');
    await rita.page.getByRole('link', { name: 'Document' }).click();
    await rita.reads('You have decided. Another member decides next.');
    expect(await rita.page.getByRole('button', { name: /Clear the report/ }).count()).toBe(0);
    await rita.look('double-review-decided');

    const nora = await reviewer('Nora');
    await nora.take(/Grace Lovelace/);
    await nora.reads('Two members differ. Your decision settles the report.');
    for (const name of ['Rita', 'Otto']) await nora.reads(name);
    await nora.look('double-review-third');
    expect(await nora.page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await nora.decide('2');
    await nora.reads('No report waits');
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
    await ruth.page.getByRole('button', { name: 'Hand it on' }).click();
    await ruth.heading('Review queue');
    await ruth.reads('Waits for another member');

    await oscar.take(/Edith Lovelace/);
    await oscar.reads(/Ruth asks for a second opinion .*: Is this hologram real\?/);
    await oscar.look('referred');
    for (const { complaints, close } of [ruth, oscar]) {
      expect(complaints).toEqual([]);
      await close();
    }
  });
});
