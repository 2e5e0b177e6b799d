import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';
import { passportApplicant } from './passport-applicant.ts';

if (!executablePath) console.warn('Decisions on leaves are not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('leaves of a document report', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  test('are decided one by one, by key and mouse; those left open wait', async () => {
    const call = { token: service.liveToken };
    const applicant = await passportApplicant(service);
    const order = { applicant_id: applicant.id, report_names: ['document'] };
    const id = (await service.post('/v3.6/checks', order, call)).body.report_ids[0];
    await service.settle();
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const whole = async () =>
      (await service.get(`/operator/v1/accounts/${service.account.id}/reports/${id}`, operator)).body;
    const doubts: string[] = (await whole()).doubts;
    expect(doubts.length).toBeGreaterThan(1);

    const { page, complaints, look, heading, ...rita } = await openPerson(service, browser);
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(new RegExp(applicant.last_name));
    const choices = () => page.locator('.choices strong').allInnerTexts();
    await page.locator('.choices strong').first().waitFor();
    const marked = page.locator('.sides ul:not(.single) > li > .marks [aria-pressed="true"]');
    const all = doubts.length;
    expect(await choices()).toEqual([
      ...[
        `Clear: no problem with all ${all} points`,
        `Consider: confirm all ${all} problems`,
        'Consider: suspected forgery',
      ],
      'Ask the applicant',
      'Ask for a second opinion',
    ]);
    // The first point by key, and marked again, it is marked no more.
    await page.keyboard.press('x');
    await expect.poll(() => marked.allTextContents()).toEqual(['X Consider']);
    await page.keyboard.press('x');
    await expect.poll(() => marked.allTextContents()).toEqual([]);
    await page.keyboard.press('c');
    await expect.poll(() => marked.allTextContents()).toEqual(['C Clear']);
    expect(await choices()).toEqual([
      ...['As marked, clear all others', 'As marked, consider all others'],
      ...[
        expect.stringMatching(/^Only the marked points, \d+ left open$/),
        'Ask the applicant',
        'Ask for a second opinion',
      ],
    ]);
    await look('leaves-marked');
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await page.getByText('The report has open points: decide them, or hand the report on.').waitFor();
    const first = await whole();
    const cleared = Object.keys(first.decisions[0].leaves);
    expect(first.decisions[0].leaves).toEqual(Object.fromEntries(cleared.map((path) => [path, 'clear'])));
    expect([first.status, [...first.doubts, ...cleared].sort()]).toEqual(['awaiting_approval', [...doubts].sort()]);
    // A decided leaf names the reviewer, and is not offered again.
    await page
      .getByText(/Clear Rita \(you\)/)
      .first()
      .waitFor();
    await look('leaves-decided');

    // By mouse: a point that is clear can be flagged by itself.
    await page.locator('summary').filter({ hasText: 'points are clear' }).click();
    await page.getByRole('group', { name: 'Last name' }).first().getByRole('button', { name: 'Consider' }).click();
    await page.getByRole('button', { name: /As marked, clear all others/ }).click();
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No reports to review').waitFor();
    await rita.store();
    const ended = await whole();
    expect([ended.status, ended.result]).toEqual(['complete', 'consider']);
    expect(Object.values(ended.decisions[1].leaves).filter((result) => result === 'consider')).toHaveLength(1);

    for (const token of [service.other.liveToken, service.sandboxToken]) {
      expect((await service.get(`/v3.6/reports/${id}`, { token })).status).toBe(404);
    }
    expect(complaints).toEqual([]);
    await rita.close();
  });
});
