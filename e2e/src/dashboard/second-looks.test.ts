import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../packages/server/src/api/dashboard/testing/browser.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('second looks', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('are given by keyboard without the first decision, and differences are compared', async () => {
    const ada = await openPerson(service, browser);
    await ada.open(await firstInvitation(service));
    await ada.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const settings = { token: null, headers, json: { review_second_look_share: 1 } };
    expect((await service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, settings)).status).toBe(200);
    const live = { token: service.account.liveToken };
    const story = storyOf(service, 'v3.6');
    const rita = await signedIn(service, 'reviewer', { name: 'Rita' });
    const applicants: string[] = [];
    for (const last_name of ['First', 'Second']) {
      const applicant = await story.applicant({ first_name: 'Ann', last_name }, live);
      await story.document(applicant, {}, live);
      const asked = { applicant_id: applicant, report_names: ['document'] };
      const { report_ids } = (await story.check(asked, live)).body;
      await service.settle();
      const path = `/accounts/${service.account.id}/live/reports/${report_ids[0]}`;
      const decision = { result: 'clear', note: 'The paper is sound' };
      expect((await rita.post(`${path}/decide`, decision)).status).toBe(200);
      applicants.push(applicant);
    }

    const otto = await openPerson(service, browser);
    const { page } = otto;
    await otto.open(await invite(service, 'Otto', 'reviewer'));
    await otto.accept();
    await page.getByRole('link', { name: 'Second looks (2)', exact: true }).press('Enter');
    await otto.heading('Second looks');
    const list = page.getByRole('table', { name: 'Second looks', exact: true });
    await list.getByRole('row', { name: 'Ann First' }).waitFor();
    await otto.look('second-looks');

    // The page of the report has neither the decision nor links to pages that tell it.
    await page.keyboard.press('t');
    await otto.heading(/Ann First/);
    await page.getByText('Another member has decided this report.').waitFor();
    expect(await page.getByText('The paper is sound').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open the check' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the report' }).waitFor();
    await otto.look('second-look');
    await page.keyboard.press('n');
    await page.keyboard.type('Sound for me, too');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.getByText('The report keeps its result.').waitFor();
    await page.keyboard.press('Enter');
    await otto.heading(/Ann Second/);
    await otto.store();

    // A different decision: then both are shown.
    await page.getByRole('button', { name: 'Consider: suspected forgery' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('The date is in another font');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Consider: suspected forgery' }).press('Enter');
    await otto.store();
    const panel = page.getByRole('region', { name: 'Second look', exact: true });
    await panel.getByText('Second look: a different decision', { exact: true }).waitFor();
    await panel.getByText('The paper is sound').waitFor();
    await otto.look('second-look-given');
    expect(otto.complaints).toEqual([]);
    await otto.close();

    // An administrator compares both, and can overturn the report.
    await ada.page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/quality`);
    await ada.heading('Quality');
    const differing = ada.page.getByRole('table', { name: 'Second looks that differ', exact: true });
    const row = differing.getByRole('row').nth(1);
    await row.getByText('The paper is sound').waitFor();
    await row.getByText('The date is in another font').waitFor();
    expect(await differing.getByRole('row').count()).toBe(2);
    await ada.look('second-looks-differing');
    await row.getByRole('link').press('Enter');
    await ada.heading(/Ann Second/);
    await ada.page.getByRole('button', { name: 'Overturn', exact: true }).waitFor();
    expect(ada.complaints).toEqual([]);
    await ada.close();
  });

  test('pages that would tell the decision are closed until it is shown', async () => {
    const live = { token: service.account.liveToken };
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant({ first_name: 'Ann', last_name: 'Third' }, live);
    await story.document(applicant, {}, live);
    const { id, report_ids } = (await story.check({ applicant_id: applicant, report_names: ['document'] }, live)).body;
    await service.settle();
    const rosa = await signedIn(service, 'reviewer', { name: 'Rosa' });
    const path = `/accounts/${service.account.id}/live/reports/${report_ids[0]}`;
    expect((await rosa.post(`${path}/decide`, { result: 'clear', note: 'The paper is sound' })).status).toBe(200);

    const olaf = await openPerson(service, browser);
    const { page } = olaf;
    await olaf.open(await invite(service, 'Olaf', 'reviewer'));
    await olaf.accept();
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/checks/${id}`);
    await olaf.heading('The decision is hidden from you');
    await olaf.look('hidden-decision');
    await page.getByRole('button', { name: 'Show the decision', exact: true }).press('Enter');
    await page.getByText('The paper is sound').first().waitFor();
    await page.getByRole('heading', { level: 1, name: /Ann Third/ }).waitFor();
    expect(olaf.complaints).toEqual([]);
    await olaf.close();
  });
});
