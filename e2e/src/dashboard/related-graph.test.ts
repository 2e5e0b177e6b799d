import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The graph of related people is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the graph of related people', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('leads from one person to the next, by keyboard and by mouse', async () => {
    const story = storyOf(service, 'v3.6');
    const call = { token: service.liveToken };
    const person = (first_name: string, fields: object) =>
      story.applicant({ first_name, last_name: 'Lovelace', ...fields }, call);
    const address = { line1: '10 Downing Street', postcode: 'SW1A 2AA', country: 'GBR' };
    const ada = await person('Ada', { email: 'ada@example.com', address });
    const bea = await person('Bea', { email: 'ada@example.com', phone_number: '+447700900123' });
    await person('Cleo', { address: { ...address, line1: '10 DOWNING ST' }, phone_number: '+447700900123' });
    await person('Dora', { phone_number: '+447700900123' });
    const rita = await openPerson(service, browser);
    await rita.page.clock.setFixedTime('2026-01-15T11:30:00Z');
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    const place = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live`;
    await rita.page.goto(`${place}/applicants/${ada}`);
    await rita.heading(/Ada Lovelace/);
    const section = rita.page.locator('section', { has: rita.page.getByRole('heading', { name: 'Related people' }) });
    const list = section.getByRole('list');
    await expect
      .poll(() => list.getByRole('listitem').allInnerTexts())
      .toEqual(['Cleo Lovelace Same postal address', 'Bea Lovelace Same e-mail address']);
    const graph = section.getByRole('group', { name: 'Graph of related people' });
    const shared = () => graph.locator('.relation').allInnerTexts();
    expect(await graph.count()).toBe(0);

    const toggle = section.getByRole('button', { name: 'Show as a graph' });
    await toggle.press('Enter');
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    await graph.getByText('Ada Lovelace', { exact: true }).waitFor();
    await section.getByText('The graph shows 2 related people.').waitFor();
    expect(await shared()).toEqual(['address', 'e-mail']);
    expect(await graph.getByRole('link').allInnerTexts()).toEqual(['Cleo Lovelace', 'Bea Lovelace']);

    // By keyboard: Bea's neighbours are Ada and Cleo, whom the graph has, and Dora.
    await graph.getByRole('button', { name: 'Show related people of Bea Lovelace' }).focus();
    await rita.page.keyboard.press('Enter');
    await section.getByText('The graph shows 3 related people.').waitFor();
    expect(await shared()).toEqual(['address', 'e-mail', 'phone', 'phone']);
    expect(await graph.getByRole('button', { name: 'Show related people of Bea Lovelace' }).count()).toBe(0);
    await section.scrollIntoViewIfNeeded();
    await rita.look('related-graph');
    await rita.page.setViewportSize({ width: 375, height: 800 });
    expect(await rita.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    await rita.page.setViewportSize({ width: 1280, height: 800 });

    // By mouse: Cleo's neighbours add nobody, but the phone number that Cleo and Dora share.
    const whole = graph.getByRole('button', { name: 'Show the whole graph' });
    await whole.click();
    await graph.getByRole('button', { name: 'Show related people of Cleo Lovelace' }).click();
    await expect.poll(shared).toEqual(['address', 'e-mail', 'phone', 'phone', 'phone']);
    await section.getByText('The graph shows 3 related people.').waitFor();
    await whole.click();
    await graph.getByRole('link', { name: 'Bea Lovelace' }).click();
    await rita.page.waitForURL(`${place}/applicants/${bea}`);
    await rita.heading(/Bea Lovelace/);
    // The page of another person begins with the list alone.
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
    expect(await graph.count()).toBe(0);
    expect(rita.complaints).toEqual([]);
    await rita.close();
  });
});
