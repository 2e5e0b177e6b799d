import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../packages/server/src/base/clock.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { register, startReceiver } from '../../../packages/server/src/webhooks/testing/receiver.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('developers in the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('make a token, see why a webhook fails, mend it and replay', async () => {
    const receiver = await startReceiver((_, { path }) =>
      path === '/events' ? { status: 200 } : { status: 410, body: 'This address has moved' },
    );
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name }).click();

    await member.open(await invite(service, 'Dana', 'developer'));
    await member.accept();
    // Live objects have pages without personal data, and no dead ends.
    const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
    const applicant_id = (await service.post('/v3.6/applicants', person, { token: service.liveToken })).body.id;
    const order = { applicant_id, report_names: ['watchlist_standard'] };
    const check = (await service.post('/v3.6/checks', order, { token: service.liveToken })).body.id;
    await service.settle();
    await page.getByRole('link', { name: 'Watchlist standard' }).click();
    await heading(/^Watchlist standard ·/);
    await page.locator(`a[href$="${check}"]`).click();
    await heading(/^Check ·/);
    await page.getByRole('cell', { name: 'Awaiting approval' }).waitFor();
    await page.getByText('Check started').waitFor();
    expect(
      await page
        .locator('.history')
        .getByText(/\w\.\w|_/)
        .count(),
    ).toBe(0);
    await look('states');
    await page.locator(`a[href$="${applicant_id}"]`).click();
    await heading(/^Applicant ·/);
    expect(await page.getByText('Lovelace').count()).toBe(0);
    await page.getByRole('link', { name: 'Sandbox' }).click();
    // Until the list of the sandbox is loaded, the navigation leads to pages of the live environment.
    await heading('Applicants');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Developers' }).click();

    await press('Create a token');
    await page.getByLabel('Label').fill('Tour');
    await press('Create');
    const secret = await page.getByText(/^api_sandbox\.[\w-]{43}$/).textContent();
    await page.getByText('Five-minute tour with this token').click();
    await look('developers-token');
    await press('Close');
    expect((await service.call('GET', '/v3.6/applicants', { token: secret })).status).toBe(200);
    await page.getByRole('cell', { name: 'Tour', exact: true }).waitFor();
    await look('developers-tokens');

    await tab('Webhooks');
    await press('Add a webhook');
    await page.getByLabel('Address').fill(receiver.url.replace('/events', '/evnets'));
    await look('developers-add');
    await press('Save');
    await press('Close');
    await page.getByRole('link', { name: /evnets/ }).click();
    await press('Send a test event');
    await page.locator('summary').first().waitFor();
    await service.settle();
    await press('Refresh');
    await page.locator('summary', { hasText: '410' }).click();
    await page.getByText('This address has moved').waitFor();
    await look('developers-deliveries');

    await press('Change');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('User name of a passkey', { exact: true }).uncheck();
    await look('developers-change');
    await press('Save');
    await page.getByText('/events', { exact: false }).first().waitFor();
    const { webhooks } = (await service.get('/v3.6/webhooks')).body;
    expect(webhooks).toMatchObject([{ url: receiver.url, personal_fields: ['days_left'] }]);
    await press('Replay a period');
    // The clock of the service stands still, behind the clock of the page.
    const made = service.clock.now();
    await page.getByLabel('From').fill(localTime(made - 3_600_000));
    await page.getByLabel('To').fill(localTime(made + 3_600_000));
    service.clock.advance(1000);
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Deliveries sent again: 1.').waitFor();
    await service.settle();
    await press('Close');
    await press('Refresh');
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/evnets', '/events']);

    await tab('Events');
    await page.getByRole('table', { name: 'Events' }).waitFor();
    await look('developers-events');
    await tab('Sandbox');
    await page.getByRole('button', { name: 'Use: Visual Authenticity - Fonts' }).click();
    await press('Create');
    await page.getByText('Applicant created in the sandbox.', { exact: false }).waitFor();
    await press('Order the check');
    await page.getByText('Check ordered:', { exact: false }).waitFor();
    await press('Close');
    await look('developers-sandbox');
    expect(complaints).toEqual([]);
    await receiver.close();
  });

  test('see since when a webhook is paused, enable it and replay what it missed', async () => {
    const state = { status: 503 };
    const receiver = await startReceiver(() => ({ status: state.status }));
    const { id } = await register(service, receiver.url, { name: 'Orders' });
    const begin = service.clock.now();
    for (const days of [0, 5]) {
      service.clock.advance(days * DAY_MS);
      await service.post(`/v3.6/webhooks/${id}/test`);
      await service.settle();
    }
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Erik', 'developer'));
    await member.accept();
    const sandbox = `${service.services.urls.dashboard}/accounts/${service.account.id}/sandbox`;
    await page.goto(`${sandbox}/overview`);
    await page.getByText(/^Webhook Orders: paused on .+, because deliveries failed for 5 days$/).waitFor();
    await look('developers-paused-overview');
    await page.goto(`${sandbox}/developers?view=webhooks`);
    await page.getByText('Paused after failures').waitFor();
    await page.getByRole('link', { name: /^Orders/ }).click();
    await page.getByText(/^Paused on .+, because every delivery has failed since /).waitFor();
    await look('developers-paused');
    state.status = 200;
    const failed = receiver.received.length;
    await page.getByRole('button', { name: 'Enable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay a period' });
    expect(await dialog.getByLabel('From').inputValue()).toBe(localTime(begin - 3 * DAY_MS));
    // The clock of the service is behind the clock of the page.
    await dialog.getByLabel('To').fill(localTime(service.clock.now() + 60_000));
    service.clock.advance(1000);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Deliveries sent again: 2.').waitFor();
    await service.settle();
    expect(receiver.received).toHaveLength(failed + 2);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await receiver.close();
  });
});

/** A time as an input of date and time has it; the browser of the test has the zone of this process. */
const localTime = (ms: number): string => {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
};
