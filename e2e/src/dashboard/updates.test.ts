import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../packages/server/src/api/dashboard/testing/browser.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson, PASSWORD } from './member.ts';

describe.skipIf(!executablePath)('live updates', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  /** A live check on a document, whose report waits for a person. */
  async function waiting(first_name: string): Promise<void> {
    const call = { token: service.liveToken };
    const person = { first_name, last_name: 'Lovelace', dob: '1985-12-10' };
    const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
    await storyOf(service, 'v3.6').document(applicant, {}, call);
    await service.post('/v3.6/checks', { applicant_id: applicant, report_names: ['document'] }, call);
    await service.settle();
  }

  async function reviewer(name: string) {
    const person = await openPerson(service, browser);
    await person.open(await invite(service, name, 'reviewer'));
    await person.accept();
    return person;
  }

  test('what one reviewer takes and decides changes the page of the other, and a lost stream heals', async () => {
    const rita = await reviewer('Rita');
    const otto = await reviewer('Otto');
    await rita.page.clock.install();
    // Reports come into pages that are open.
    await waiting('Ada');
    service.clock.advance(60_000);
    await waiting('Grace');
    const row = (name: string) => otto.page.getByRole('row', { name: new RegExp(name) });
    await row('Grace Lovelace').waitFor();
    await rita.page.getByRole('button', { name: 'Review the next report' }).click();
    await rita.heading(/Ada Lovelace/);
    await row('Ada Lovelace').filter({ hasText: 'Rita' }).waitFor();
    await rita.page.keyboard.press('1');
    await rita.page.keyboard.press('Enter');
    await rita.heading(/Grace Lovelace/);
    await rita.page.clock.runFor(10_000);
    await row('Ada Lovelace').waitFor({ state: 'detached' });
    await row('Grace Lovelace').filter({ hasText: 'Rita' }).waitFor();

    // Otto's stream breaks; the page says so, and shows what happened meanwhile once it is back.
    const events = /dashboard.api.events/;
    const status = otto.page.getByText('Live updates are interrupted');
    await otto.page.route(events, (route) => route.abort());
    const admin = await signedIn(service, 'admin');
    await otto.page.reload();
    await status.waitFor();
    await otto.look('interrupted');
    await rita.page.keyboard.press('1');
    await rita.page.keyboard.press('Enter');
    await rita.page.getByText('No reports to review').waitFor();
    await rita.store();
    await otto.page.unroute(events);
    await status.waitFor({ state: 'detached' });
    await otto.page.getByText('No reports to review').waitFor();

    // The page of a member who is removed shows nothing more.
    const { members } = (await admin.get(`/accounts/${service.account.id}/members`)).body;
    const { id } = members.find(({ name }: { name: string }) => name === 'Otto');
    expect((await admin.del(`/accounts/${service.account.id}/members/${id}`)).status).toBe(204);
    await otto.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await otto.page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' });
    await rita.heading('Review queue');
    expect([rita.complaints, otto.complaints]).toEqual([[], []]);
    await Promise.all([rita.close(), otto.close()]);
  });

  test('a session that ends, and a lost connection, keep what a reviewer has typed and decided', async () => {
    await waiting('Maja');
    service.clock.advance(60_000);
    await waiting('Nora');
    const { page, heading, ...sofia } = await reviewer('Sofia');
    const reports = `/dashboard/api/accounts/${service.account.id}/live/queue`;
    const waits = async () => {
      const asked = `fetch('${reports}').then((answer) => answer.json())`;
      return (await page.evaluate<{ total: number }>(asked)).total;
    };
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Maja Lovelace/);
    await page.getByLabel('Your note').fill('Called the applicant.');
    await page.getByLabel('Your note').press('Escape');
    await page.keyboard.press('1');
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    service.clock.advance(31 * 60_000);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('sofia@example.com').waitFor();
    // Nothing of the page is seen meanwhile.
    await page.getByText('Maja Lovelace').first().waitFor({ state: 'hidden' });
    await sofia.look('signed-out');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    // The choice and its note are sent as they were made.
    await expect.poll(waits).toBe(1);
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.getByRole('row', { name: /Nora/ }).waitFor();
    await page.keyboard.press('t');
    await heading(/Nora Lovelace/);

    // Offline: the page says so, and the decision waits in it.
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByText(/changes? not sent yet\./).waitFor();
    await sofia.look('offline');
    await page.context().setOffline(false);
    await page.getByText('No reports to review').waitFor();
    await expect.poll(waits).toBe(0);
    await sofia.close();
  });
});
