import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('overturning a complete report', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  async function signedIn(name: string, role: 'admin' | 'reviewer', options = {}) {
    const member = await openPerson(service, browser, options);
    await member.open(await invite(service, name, role));
    await member.accept();
    return member;
  }

  test('one member proposes it, and another one refuses or confirms it', async () => {
    const call = { token: service.account.liveToken };
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, call);
    await story.document(applicant, {}, call);
    const { report_ids } = (await story.check({ applicant_id: applicant, report_names: ['document'] }, call)).body;
    const [report] = report_ids;
    await service.settle();
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const path = `/operator/v1/accounts/${service.account.id}/reports/${report}/decide`;
    const json = { result: 'clear', note: 'The paper is sound' };
    expect((await service.call('POST', path, { token: null, headers, json })).status).toBe(200);
    const resultNow = async () => (await service.get(`/v3.6/reports/${report}`, call)).body.result;
    const address = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports/${report}`;

    const adam = await signedIn('Adam', 'admin');
    await adam.page.goto(address);
    await adam.heading(/Ada Lovelace/);
    const propose = async () => {
      await adam.page.getByRole('button', { name: 'Overturn', exact: true }).press('Enter');
      const dialog = adam.page.getByRole('dialog', { name: 'Overturn' });
      await dialog.getByLabel('Sub-result').selectOption({ label: 'Suspected' });
      await dialog.getByText('Points to flag').click();
      await dialog.getByLabel('Fonts').check();
      await dialog.getByLabel('Reason').selectOption({ label: 'New information' });
      await dialog.getByLabel('What happened?').fill('The issuer never issued this passport');
      await adam.look('overturn-dialog');
      await dialog.getByRole('button', { name: 'Propose' }).press('Enter');
      await adam.page.getByText('Another member must confirm or refuse your proposal.').waitFor();
    };
    await propose();
    expect(await adam.page.getByRole('button', { name: 'Overturn', exact: true }).count()).toBe(0);
    await adam.look('overturn-own');
    expect(await resultNow()).toBe('clear');
    // Who has proposed it can take it back.
    await adam.page.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter');
    await adam.page.getByRole('button', { name: 'Overturn', exact: true }).waitFor();
    expect(await adam.page.getByRole('region', { name: 'Proposed overturn' }).count()).toBe(0);
    await propose();

    // A reviewer sees it, and can't do anything about it.
    const rita = await signedIn('Rita', 'reviewer');
    await rita.page.goto(address);
    await rita.page.getByText('Waiting for a member who can overturn reports.').waitFor();
    expect(await rita.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);

    const alma = await signedIn('Alma', 'admin');
    await alma.page.goto(address);
    const panel = alma.page.getByRole('region', { name: 'Proposed overturn' });
    await panel.getByText('New information. The issuer never issued this passport').waitFor();
    await alma.look('overturn-waiting');
    await panel.getByRole('button', { name: 'Refuse' }).click();
    const refusal = alma.page.getByRole('dialog', { name: 'Refuse' });
    await refusal.getByLabel('Why do you refuse it?').fill('Which letter says so?');
    await refusal.getByRole('button', { name: 'Refuse' }).click();
    await alma.page.getByRole('button', { name: 'Overturn', exact: true }).waitFor();
    expect(await resultNow()).toBe('clear');

    await adam.page.reload();
    await propose();
    await alma.page.reload();
    await panel.getByRole('button', { name: 'Confirm' }).press('Enter');
    await alma.page.getByText('Result before:').waitFor();
    expect(await resultNow()).toBe('consider');
    await alma.look('overturned');
    await alma.page.getByRole('link', { name: 'Check', exact: true }).click();
    await alma.heading(/Check/);
    await alma.page.getByText('Overturn by Adam').waitFor();
    await alma.look('overturned-check');
    for (const { complaints } of [adam, rita, alma]) expect(complaints).toEqual([]);
    for (const member of [adam, rita, alma]) await member.close();
  });
});
