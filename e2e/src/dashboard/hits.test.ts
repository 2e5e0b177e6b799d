import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { iskra, watchlistStory } from '../../../packages/server/src/api/operator/testing/watchlists.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('Decisions on hits are not tried in a browser: there is no Chromium');

/** Three namesakes on one list, by the distance of their birth from the applicant's. */
const rows = [
  iskra,
  { ...iskra, id: 'a2', date_of_birth: '1965', nationality: 'SRB', id_numbers: '' },
  { ...iskra, id: 'a3', date_of_birth: '1950', id_numbers: '' },
];

describe.skipIf(!executablePath)('hits of a watchlist', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  test('are decided one by one, by key and mouse, and stay on the page with who decided them', async () => {
    const lists = watchlistStory(service);
    const account = `/accounts/${service.account.id}`;
    const every = { screening_match: 1, note: 'Every hit is to be seen by a reviewer' };
    expect((await lists.operate('PATCH', account, every)).status).toBe(200);
    await lists.load('eu', rows);
    const call = { token: service.liveToken };
    const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04' };
    const applicant = await storyOf(service, 'v3.6').applicant(person, call);
    const asked = { applicant_id: applicant, report_names: ['watchlist_sanctions_only'] };
    const id = (await service.post('/v3.6/checks', asked, call)).body.report_ids[0];
    await service.settle();
    expect((await service.get(`/v3.6/reports/${id}`, call)).body.status).toBe('awaiting_approval');
    const result = async () => (await service.get(`/v3.6/reports/${id}`, call)).body.result;
    const decisions = async () => (await lists.operate('GET', `${account}/reports/${id}`)).body.decisions;

    const { page, complaints, look, heading, ...rita } = await openPerson(service, browser);
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Iskra Vrtovec Podgorska/);
    const hit = (source: string) => page.getByRole('region', { name: `Listed person ${source}` });
    const choices = () => page.locator('.choices strong').allInnerTexts();
    await page.locator('.choices strong').first().waitFor();
    // All open hits alike: the quick way.
    expect(await choices()).toEqual([
      'Different person',
      'Same person',
      'Not sure: keep it in the queue',
      'Ask for a second opinion',
    ]);
    // The score, and what it is made of.
    expect(await hit('a1').locator('summary').innerText()).toMatch(
      /^Score 0\.95 +Name 1\.00 +Date of birth −0\.05 +hit from 0\.75$/,
    );
    await hit('a1').locator('summary').click();
    await hit('a1').getByText('born 1963-03-04, listed 1961: −0.05').waitFor();
    await hit('a1').locator('summary').click();

    // By key: the first is another person, also in later reports; the next is unsure.
    for (const key of ['f', 'p', 'j', 'u']) await page.keyboard.press(key);
    const pressed = () => page.locator('.hit button[aria-pressed="true"]').allInnerTexts();
    await expect
      .poll(pressed)
      .toEqual([expect.stringContaining('Different person'), expect.stringContaining('Not sure')]);
    expect(await hit('a1').getByRole('checkbox').isChecked()).toBe(true);
    expect(await hit('a1').getByLabel('Why is it a different person?').inputValue()).toBe('different_birth_date');
    await look('hits-marked');
    expect(await choices()).toEqual([
      ...['As marked, all others: different person', 'As marked, all others: same person'],
      ...['Only the marked points, 1 left open', 'Ask for a second opinion'],
    ]);
    // By mouse: the third is another person, for a reason of its own.
    await hit('a3').getByRole('button', { name: 'Different person' }).click();
    await hit('a3').getByLabel('Why is it a different person?').selectOption('different_relatives');
    expect(await choices()).toEqual(['As marked', 'Ask for a second opinion']);
    // A note that is too short for a suppression is not a ground to refuse the decision.
    await page.keyboard.press('Tab');
    await page.getByLabel('Your note').fill('Seen');
    await page.getByLabel('Your note').press('Escape');
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Save now Enter' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The report has open points: decide them, or hand the report on.').waitFor();
    expect(await result()).toBeNull();

    // What is decided stays, with its member; what is unsure can be decided, and nothing is offered that is refused.
    await hit('a1')
      .getByText(
        /Different person Rita \(you\) .*: Different birth date\. .*Later reports of this applicant don’t show this hit\./,
      )
      .waitFor();
    await hit('a3')
      .getByText(/Different person Rita \(you\) .*: Different relatives\. Seen/)
      .waitFor();
    await hit('a2')
      .getByText(/Not sure Rita \(you\)/)
      .waitFor();
    expect(await hit('a1').getByRole('button').count()).toBe(0);
    expect(await page.locator('.sides .marks button').allInnerTexts()).toEqual(['Consider']);
    expect(await choices()).toEqual([
      'Different person',
      'Same person',
      'Not sure: keep it in the queue',
      'Ask for a second opinion',
    ]);
    await look('hits-unsure');
    // The birth dates differ: no reason for the match is offered, so the reviewer writes one.
    await page.keyboard.press('2');
    await page.getByRole('alert').getByText('This decision needs a reason.').waitFor();
    await look('hits-without-reason');
    await page.keyboard.type('Seen with the same passport');
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.getByText('No reports to review').waitFor();
    await rita.store();
    expect(await result()).toBe('consider');

    // A report that is complete shows the comparison, too.
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports/${id}`);
    await hit('a2')
      .getByText(/Same person Rita/)
      .waitFor();
    expect(await page.getByRole('row', { name: /^Birth date 1963-03-04/ }).count()).toBe(3);
    await page.getByText('Flagged for: Sanction').waitFor();
    await look('hits-decided');
    const record = (source_id: string) => ({ list: 'eu', source_id });
    expect((await decisions()).map((one: { hits: object[] }) => one.hits)).toMatchObject([
      [
        { record: record('a1'), decision: 'false_match', reason: 'different_birth_date' },
        { record: record('a2'), decision: 'unsure', note: 'Seen' },
        { record: record('a3'), decision: 'false_match', reason: 'different_relatives', suppression_id: null },
      ],
      [{ record: record('a2'), decision: 'true_match' }],
    ]);
    const { suppressions } = (await lists.operate('GET', `${account}/suppressions`)).body;
    expect(suppressions).toMatchObject([{ record: record('a1'), by: { kind: 'member' } }]);

    // The next report leaves it out, and says so.
    const next = (await service.post('/v3.6/checks', asked, call)).body.report_ids[0];
    await service.settle();
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports/${next}`);
    await hit('a1')
      .getByText(/Suppressed Rita \(you\)/)
      .waitFor();
    await page.locator('.choices strong').first().waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByText('No reports to review').waitFor();

    for (const token of [service.other.liveToken, service.sandboxToken]) {
      expect((await service.get(`/v3.6/reports/${id}`, { token })).status).toBe(404);
    }
    expect(complaints).toEqual([]);
    await rita.close();
  });
});
