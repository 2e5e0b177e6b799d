import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fourEyesStory } from '../../../packages/server/src/api/operator/testing/four-eyes.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson, PASSWORD } from './member.ts';

describe.skipIf(!executablePath)('the screening page', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  test('asks for a proof before a laxer rule, which only an administrator confirms, and shows older rows', async () => {
    const story = await fourEyesStory(service);
    await story.set('clear');
    const note = 'The second reviewer is on leave';
    await story.ana('POST', story.path('/proposals'), { screening_four_eyes: 'off', note });
    for (let n = 0; n < 21; n += 1) {
      const applicant_id = await storyOf(service, 'v3.6').applicant({}, story.live);
      await service.post('/v3.6/watchlist_monitors', { applicant_id, report_name: 'watchlist_standard' }, story.live);
    }
    const screening = (view: string, environment = 'live') =>
      `${service.baseUrl}/dashboard/accounts/${service.account.id}/${environment}/screening?view=${view}`;

    const reviewer = await openPerson(service, browser);
    await reviewer.open(await invite(service, 'Rita', 'reviewer'));
    await reviewer.accept();
    await reviewer.page.goto(screening('proposals'));
    await reviewer.page.getByRole('cell', { name: note }).waitFor();
    expect(await reviewer.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);

    const { page, look, ...admin } = await openPerson(service, browser);
    await admin.open(await invite(service, 'Cora', 'admin'));
    await admin.accept();
    service.clock.advance(6 * 60_000);
    await page.goto(screening('proposals'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByLabel('Password').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('No proposals').waitFor();
    expect((await story.root('GET', story.path())).body.screening_four_eyes).toBe('off');

    await page.goto(screening('monitors'));
    const rows = page.getByRole('table', { name: 'Monitors' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(1 + 20);
    await look('monitors');
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await expect.poll(() => rows.count()).toBe(1 + 21);
    expect(await page.getByRole('button', { name: 'Show older entries' }).count()).toBe(0);
    await page.goto(screening('monitors', 'sandbox'));
    await page.getByText('No monitors', { exact: true }).waitFor();
    expect([reviewer.complaints, admin.complaints]).toEqual([[], []]);
    await Promise.all([reviewer.close(), admin.close()]);
  });
});
