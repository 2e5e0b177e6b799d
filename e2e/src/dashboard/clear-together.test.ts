import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { iskra, watchlistStory } from '../../../packages/server/src/api/operator/testing/watchlists.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('Decisions on several reports are not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('equal false positives', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  test('are cleared together once every pair is compared, by keyboard, in the queue and in a case', async () => {
    const lists = watchlistStory(service);
    const every = { screening_match: 1, note: 'Every hit is to be seen by a reviewer' };
    expect((await lists.operate('PATCH', `/accounts/${service.account.id}`, every)).status).toBe(200);
    await lists.load('eu', [iskra, { ...iskra, id: 'a2', date_of_birth: '1950', nationality: 'SRB', id_numbers: '' }]);
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const person = (dob: string) => story.applicant({ first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob }, call);
    const screened = async (applicant_id: string): Promise<string> => {
      const asked = { applicant_id, report_names: ['watchlist_sanctions_only'] };
      const { report_ids } = (await story.check(asked, call)).body;
      await service.settle();
      service.clock.advance(60_000);
      return report_ids[0];
    };
    const [ada, eva] = [await person('1991-03-04'), await person('1995-01-01')];
    const reports = [await screened(ada), await screened(ada), await screened(eva)];
    const resultOf = async (id = '') => (await service.get(`/v3.6/reports/${id}`, call)).body.result;

    const rita = await openPerson(service, browser);
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    const { page } = rita;
    const boxes = page.getByRole('table').getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBe(3);
    for (const box of await boxes.all()) await box.press('Space');
    await page.getByRole('button', { name: 'Clear together' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Clear as false positives' });
    const pairs = dialog.getByRole('article');
    await expect.poll(() => pairs.count()).toBe(6);
    await dialog.getByText('Compared: 0 of 6.').waitFor();
    expect(await pairs.first().innerText()).toMatch(/1991-03-04\s+1961/);
    const submit = dialog.getByRole('button', { name: /^Clear \d report/ });
    await dialog.getByLabel('Reason for the record').fill('Born thirty years later');
    expect(await submit.isDisabled()).toBe(true);
    await rita.look('clear-together');

    // A report whose person may be the same is left out. The boxes of the others are reached by Tab, with their pairs on the screen.
    await dialog.getByRole('button', { name: 'Leave out' }).last().press('Enter');
    await dialog.getByText('Compared: 0 of 4.').waitFor();
    const seen = dialog.getByRole('checkbox');
    for (let n = 0; n < 4; n += 1) {
      expect(await submit.isDisabled()).toBe(true);
      await seen.nth(n).focus();
      await expect.poll(async () => ((await pairs.nth(n).boundingBox())?.y ?? -1) >= 0).toBe(true);
      await page.keyboard.press('Space');
      await dialog.getByText(`Compared: ${n + 1} of 4.`).waitFor();
    }
    expect(await dialog.getByLabel('Why is it a different person?').inputValue()).toBe('different_birth_date');
    expect(await submit.innerText()).toBe('Clear 2 reports');
    // Another member has begun with the second report meanwhile.
    const otto = await openPerson(service, browser);
    await otto.open(await invite(service, 'Otto', 'reviewer'));
    await otto.accept();
    await otto.page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports/${reports[1]}`);
    await otto.page
      .getByRole('button', { name: /Different person/ })
      .first()
      .waitFor();
    await submit.press('Enter');
    const done = page.getByRole('dialog', { name: 'Results', exact: true });
    const results = done.getByRole('listitem');
    await results.first().waitFor();
    expect(await results.allInnerTexts()).toEqual([
      expect.stringMatching(/^Decided .*The doubts are cleared\.$/s),
      expect.stringMatching(/^In review .*Otto is reviewing this report\.$/s),
    ]);
    await rita.look('clear-together-results');
    expect([await resultOf(reports[0]), await resultOf(reports[1]), await resultOf(reports[2])]).toEqual([
      'clear',
      null,
      null,
    ]);
    await done.getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => boxes.count()).toBe(2);

    // In the case of the person, once nobody works on the report.
    await otto.close();
    const third = await screened(ada);
    service.clock.advance(15 * 60_000);
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/applicants/${ada}`);
    await rita.heading(/Iskra Vrtovec Podgorska/);
    const panel = page.getByRole('region', { name: 'Case', exact: true });
    for (const box of await panel.getByRole('table').getByRole('checkbox').all()) await box.check();
    await panel.getByRole('button', { name: 'Clear together' }).press('Enter');
    for (let n = 0; n < 4; n += 1) await seen.nth(n).check();
    await dialog.getByLabel('Reason for the record').fill('Born thirty years later');
    await page.setViewportSize({ width: 375, height: 800 });
    await rita.look('clear-together-case');
    await submit.press('Enter');
    await results.first().waitFor();
    expect([await resultOf(reports[1]), await resultOf(third)]).toEqual(['clear', 'clear']);
    await done.getByRole('button', { name: 'Close' }).press('Enter');
    await panel.getByText('wait for a review').waitFor({ state: 'detached' });
    expect(rita.complaints).toEqual([]);
    await rita.close();
  });
});
