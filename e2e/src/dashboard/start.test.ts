import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { greyPng } from '../../../packages/server/src/api/v3/testing/files.ts';
import { browserOf, typed } from '../../../packages/server/src/pages/form/testing/form.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { sampleWorkflow } from '../../../packages/server/src/workflows/sample.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('a member at a counter', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { account: { image_quality: false } });

  /** Moves the focus by the keyboard to the element that `selector` finds. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    const focused = () =>
      page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);
    for (let presses = 0; !(await focused()); presses++) {
      expect(presses, selector).toBeLessThan(80);
      await page.keyboard.press('Tab');
    }
  }

  test('creates an applicant by keyboard, shows the code of a workflow, and sees the applicant begin', async () => {
    const ada = await openPerson(service, browser);
    const { page, heading, complaints, look } = ada;
    await ada.open(await firstInvitation(service));
    await ada.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    const live = `/accounts/${service.account.id}/live`;
    await page.goto(`${service.baseUrl}/dashboard${live}/applicants`);
    await heading('Applicants');
    await tabTo(page, 'a[href$="/applicants/new"]');
    await page.keyboard.press('Enter');
    await heading('New applicant');
    await look('start-new');

    // The first field has the focus. The errors are the API's, each at its field.
    await page.keyboard.type('Anna');
    await tabTo(page, '[name="email"]');
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    const errors = page.locator('.field > .error');
    expect(await errors.allTextContents()).toEqual(["can't be blank", 'is invalid']);
    await page.waitForFunction("document.activeElement?.getAttribute('name') === 'last_name'");
    await look('start-errors');
    await page.keyboard.type('Berg');
    await tabTo(page, '[name="email"]');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('anna@example.com');
    await page.keyboard.press('Enter');

    await heading('Start a verification · Anna Berg');
    await page.getByLabel('Workflow', { exact: true }).waitFor();
    await look('start-choose');
    await tabTo(page, 'form button.main');
    await page.keyboard.press('Enter');
    await heading('Link for the applicant');
    await page.getByText('The applicant has not opened the link yet.').waitFor();
    await page.getByRole('img', { name: 'QR code with the link' }).waitFor();
    await look('start-link');
    const link = (await page.locator('.copied code').textContent()) as string;
    await page.getByRole('button', { name: 'Send by email · anna@example.com' }).press('Enter');
    await page.getByText('Email sent.').waitFor();

    const phone = await browser.newContext({ ignoreHTTPSErrors: true });
    await (await phone.newPage()).goto(link);
    await page.getByText('The applicant has opened the link.').waitFor();
    await phone.close();
    await look('start-opened');
    await page.getByRole('link', { name: 'Open the workflow run' }).press('Enter');
    await heading(`Run · ${sampleWorkflow.name}`);
    await page.getByRole('link', { name: 'Link for the applicant' }).waitFor();
    expect(complaints).toEqual([]);
    await ada.close();
  });

  test('uploads files and orders reports, in the sandbox, with and without the applicant', async () => {
    const ada = await openPerson(service, browser);
    const { page, heading, complaints, look } = ada;
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const member = { email: 'dana@example.com', name: 'Dana', role: 'developer' };
    const path = `/operator/v1/accounts/${service.account.id}/members`;
    await ada.open((await service.post(path, member, { token: null, headers })).body.invitation_url);
    await ada.accept();
    const sandbox = `${service.baseUrl}/dashboard/accounts/${service.account.id}/sandbox`;
    const { body: jane } = await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
    await page.goto(`${sandbox}/start/${jane.id}`);
    await page.getByLabel('Type of document').selectOption('Passport');
    await page.getByLabel('Issuing country').selectOption('United Kingdom');
    const file = { name: 'passport.png', mimeType: 'image/png', buffer: await greyPng() };
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ ...file, buffer: Buffer.alloc(40_000, 'Dear Sir or Madam') });
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('File: must be a jpg, png, pdf or json file').waitFor();
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded: passport.png').waitFor();

    await page.getByLabel('Single reports').check();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Choose at least one report.').waitFor();
    await page.getByLabel('Document', { exact: true }).and(page.locator('[name="report"]')).check();
    await page.getByLabel('I have uploaded everything').check();
    await look('start-reports');
    await page.getByRole('button', { name: 'Start' }).click();
    await heading('Check · Jane Doe');
    const { checks } = (await service.get(`/v3.6/checks?applicant_id=${jane.id}`)).body;
    expect(checks).toMatchObject([{ applicant_provides_data: false }]);

    // The applicant gives the data of the second check.
    await page.goto(`${sandbox}/start/${jane.id}`);
    await page.getByLabel('Single reports').check();
    await page.getByLabel('Identity enhanced').check();
    await page.getByRole('button', { name: 'Start' }).click();
    await heading('Link for the applicant');
    const form = browserOf(service, (await page.locator('.copied code').textContent()) as string);
    await form.get();
    await page.getByText('The applicant has opened the link.').waitFor();
    await form.post('details', typed);
    expect(form.ledTo(await form.post('check', {}))).toBe('sent');
    await page.getByText('The applicant is done.').waitFor();
    await look('start-ended');
    await page.getByRole('link', { name: 'Open the check' }).click();
    await heading('Check · Jane Doe');

    // In live, a developer starts nothing.
    await page.goto(`${sandbox.replace('/sandbox', '/live')}/applicants/new`);
    await page.getByText('Your role can’t start verifications here').waitFor();
    expect(complaints).toEqual([]);
    await ada.close();
  });
});
