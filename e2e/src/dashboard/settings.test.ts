import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('settings and requests in the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('an administrator changes settings, and finds out why a request was refused', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const asked = { token: null, headers };
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await firstInvitation(service));
    await member.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await heading('Settings');
    await look('settings');

    await page.getByLabel('Days from deletion to erasure').fill('7');
    await page.getByLabel('Company name').fill('Alice Bank');
    await page.getByLabel('Main colour').fill('#ffcc00');
    await page.getByLabel('Reasons offered to reviewers').fill('Seen by video\nWorn card');
    const preview = page.getByRole('figure');
    await preview.getByText('Alice Bank').waitFor();
    expect(await preview.getByText('Continue').getAttribute('style')).toContain('rgb(255, 204, 0)');
    await page.getByLabel('Pause new checks').check();
    await page.getByLabel('Pause new checks').uncheck();
    await page.getByLabel('Reports that the analysis can’t decide').selectOption('end as consider');
    await page.getByText('Not saved: Days from deletion to erasure, Company name, Main colour').waitFor();
    await page.getByRole('button', { name: 'Save (5)' }).click();
    await page.getByText('Changes saved').waitFor();
    // Nothing is left to save.
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    const account = `/operator/v1/accounts/${service.account.id}`;
    expect((await service.get(account, asked)).body).toMatchObject({
      deletion_delay_days: 7,
      display_name: 'Alice Bank',
      colour: '#ffcc00',
      review_reasons: ['Seen by video', 'Worn card'],
      decision_uncertain: 'consider',
      pausing: false,
    });

    const live = { token: service.liveToken };
    for (let i = 0; i < 3; i++) await service.get('/v3.6/applicants', live);
    await service.post('/v3.6/applicants', { first_name: 'Ann' }, live);
    await page.getByRole('link', { name: 'Request log' }).click();
    await heading('Request log');
    await page.getByRole('link', { name: 'POST /applicants' }).waitFor();
    await look('requests');
    await page.getByLabel('Status').fill('4xx');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('link', { name: 'GET /applicants' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('status=4xx');
    await page.reload();
    await page.getByRole('link', { name: 'POST /applicants' }).click();
    await heading('POST /applicants');
    await page.getByText('There was a validation error on this request (last_name)').waitFor();
    await look('request');
    expect(complaints).toEqual([]);
    await member.close();
  });
});
