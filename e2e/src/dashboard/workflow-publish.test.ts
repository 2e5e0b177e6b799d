import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../packages/server/src/api/dashboard/testing/browser.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('publishing a workflow', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('a new workflow is made, published and changed without a file, and waits for a second person under four eyes', async () => {
    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await firstInvitation(service));
    await member.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    const base = `${service.baseUrl}/dashboard/accounts/${service.account.id}`;
    await page.goto(`${base}/sandbox/workflows`);
    await page.getByRole('link', { name: 'New workflow', exact: true }).click();
    await heading('New workflow');
    expect(await page.getByLabel('Version', { exact: true }).count()).toBe(1);
    expect(await page.getByLabel('Compare with', { exact: true }).count()).toBe(0);
    const text = page.getByLabel('File new-workflow.yaml', { exact: true });
    await text.fill((await text.inputValue()).replace(/steps:[\s\S]*/, 'steps: []\ndecide: [{outcome: review}]\n'));
    await text.press('Tab');

    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    /** Publishes the text, with a reason. */
    const publishAs = async (version: number) => {
      await publish.first().click();
      const dialog = page.getByRole('dialog', { name: `Publish as version ${version}`, exact: true });
      await dialog.getByLabel('Reason', { exact: true }).fill('For the new market');
      if (version === 1) await look('workflow-publish');
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await publishAs(1);
    await page.waitForURL('**/workflows/*?version=1');
    await page.getByText('Published by Ada (you)', { exact: false }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) as string;
    expect(id).not.toBe('5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70');

    await text.fill((await text.inputValue()).replace('outcome: review', 'outcome: approve'));
    await text.press('Tab');
    await publishAs(2);
    await page.waitForURL('**/workflows/*?version=2');
    await page.getByLabel('Compare with', { exact: true }).selectOption('Version 1');
    await page.getByText('Lines added: 2. Lines removed: 2.', { exact: true }).waitFor();
    const { body: applicant } = await service.post('/v3.6/applicants', { first_name: 'Ann', last_name: 'Smith' });
    const { body: run } = await service.post('/v3.6/workflow_runs', { workflow_id: id, applicant_id: applicant.id });
    expect([run.workflow_version_id, run.status]).toEqual([2, 'approved']);

    // Live, under four eyes: the version waits, and its file is shown beside the version in use.
    await signedIn(service, 'reviewer', { name: 'Rita' });
    const on = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const set = { ...on, json: { decision_four_eyes: 'on' } };
    expect((await service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, set)).status).toBe(200);
    await page.goto(`${base}/live/workflows/5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70`);
    await heading('Document and selfie');
    await page.getByLabel('Name', { exact: true }).fill('Document and selfie, new');
    await page.keyboard.press('Tab');
    await publishAs(2);
    await page
      .getByText('A second person must confirm this version under Screening, Proposals.', { exact: true })
      .waitFor();
    await page.goto(`${base}/live/screening?view=proposals`);
    await page.getByRole('button', { name: /Publication: Document and selfie, new/ }).click();
    const shown = page.getByRole('dialog', { name: 'Document and selfie, new', exact: true });
    await shown.getByText('Lines added: 2. Lines removed: 2.', { exact: true }).waitFor();
    await look('workflow-proposal');
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('who may not publish has no button for it', async () => {
    const { page, complaints, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rolf', 'reviewer'));
    await member.accept();
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/sandbox/workflows`);
    await heading('Workflows');
    await page.getByRole('link', { name: 'Open the file', exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'New workflow', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open the file', exact: true }).first().click();
    await page.getByRole('button', { name: 'Download the file', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await member.close();
  });
});
