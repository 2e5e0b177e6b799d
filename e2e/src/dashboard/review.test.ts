import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson, PASSWORD } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  /** A live check on a document, whose report waits for a person. */
  async function waiting(first_name: string): Promise<{ check: string; report: string }> {
    const call = { token: service.liveToken };
    const person = { first_name, last_name: 'Lovelace', dob: '1985-12-10' };
    const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
    await storyOf(service, 'v3.6').document(applicant, {}, call);
    const asked = { applicant_id: applicant, report_names: ['document'] };
    const { body } = await service.post('/v3.6/checks', asked, call);
    await service.settle();
    return { check: body.id, report: body.report_ids[0] };
  }

  test('leads a reviewer from the invitation to the last decision, by keyboard', async () => {
    const first = await waiting('Ada');
    service.clock.advance(60_000);
    const second = await waiting('Grace');
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await look('welcome');
    await member.accept();
    await page.getByRole('cell', { name: 'Grace Lovelace', exact: true }).waitFor();
    await look('queue');

    // A report that is opened is claimed, and given back by leaving it.
    const reviewers = async () => {
      const path = `/dashboard/api/accounts/${service.account.id}/live/queue`;
      const { reports } = await page.evaluate<{ reports: { claimed_by: { name: string } | null }[] }>(
        `fetch('${path}').then((answer) => answer.json())`,
      );
      return reports.map(({ claimed_by }) => claimed_by?.name ?? null);
    };
    await page.getByRole('link', { name: 'Document' }).last().click();
    await page.getByRole('button', { name: /Clear/ }).waitFor();
    expect(await reviewers()).toEqual([null, 'Rita']);
    await page.goBack();
    await heading('Review queue');
    await expect.poll(reviewers).toEqual([null, null]);

    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Ada Lovelace/);
    expect(new URL(page.url()).pathname).toContain(`/live/reports/${first.report}`);
    await look('review');
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await page.keyboard.press('1');
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    await page.keyboard.press('z');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await heading(/Grace Lovelace/);
    await member.store();
    expect((await service.get(`/v3.6/reports/${first.report}`, { token: service.liveToken })).body.result).toBe(
      'consider',
    );
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByText('No reports to review').waitFor();
    await look('empty');

    // What can still be undone is stored before the member is signed out.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in');
    const stored = await service.get(`/v3.6/reports/${second.report}`, { token: service.liveToken });
    expect([stored.body.status, stored.body.result]).toEqual(['complete', 'clear']);
    await look('sign-in');
    // `results_uri` names neither account nor environment, and opens after sign-in.
    await page.goto(`${service.baseUrl}/dashboard/checks/${second.check}`);
    await heading('Sign in');
    await page.getByLabel('Email address').fill('rita@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(/Grace Lovelace/);
    expect(new URL(page.url()).pathname).toBe(`/dashboard/accounts/${service.account.id}/live/checks/${second.check}`);
    await look('check');
    // The report names who decided it, and when.
    await page.getByRole('link', { name: 'Document', exact: true }).click();
    await heading(/^Document · Grace Lovelace/);
    const decided = page.getByRole('list', { name: 'Decided' });
    await decided.getByText(/^Decided by Rita \(you\)/).waitFor();
    await decided.locator('time').waitFor();
    await look('decided');
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('keeps each decision undoable for ten seconds, also from the next report, and stores it then', async () => {
    const people = ['Bea', 'Cleo', 'Dora'];
    const reports: { check: string; report: string }[] = [];
    for (const name of people) {
      reports.push(await waiting(name));
      service.clock.advance(60_000);
    }
    const stateOf = async ({ report }: { report: string }) =>
      (await service.get(`/v3.6/reports/${report}`, { token: service.liveToken })).body.result;
    const [bea, cleo] = reports as [{ check: string; report: string }, { check: string; report: string }];
    const { page, complaints, look, heading, ...otto } = await openPerson(service, browser);
    await page.clock.install();
    await otto.open(await invite(service, 'Otto', 'reviewer'));
    await otto.accept();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Bea Lovelace/);
    const choice = (name: RegExp) => page.locator('.choices button.clear', { hasText: name });
    // The choice says what becomes of the report, and has its colour.
    await choice(/Clear the report\s*The report ends as Clear\./).waitFor();
    for (const [next, key] of [
      [/Cleo Lovelace/, '1'],
      [/Dora Lovelace/, '2'],
    ] as const) {
      await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await heading(next);
    }
    // Both are undone from the report after them, the latest by key.
    const held = page.getByRole('region', { name: 'Decisions you can still undo' });
    await held.getByText('Clear the report – B. Lovelace').waitFor();
    await held.getByText('Consider the report – C. Lovelace').waitFor();
    expect(await held.getByRole('button').count()).toBe(2);
    await look('held');
    expect([await stateOf(bea), await stateOf(cleo)]).toEqual([null, null]);
    await page.locator('.choices button.clear').waitFor();
    await page.keyboard.press('z');
    await heading(/Cleo Lovelace/);
    await page.locator('.choices button.clear').waitFor();
    await held.getByText('B. Lovelace').waitFor();
    // Ten seconds after the choice the other one is stored, on whatever page the member is.
    await page.clock.runFor(10_000);
    await expect.poll(() => stateOf(bea)).toBe('clear');
    await held.waitFor({ state: 'detached' });
    expect(await stateOf(cleo)).toBe(null);
    // A decision of a report that another has decided meanwhile is said to be not stored.
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await heading(/Dora Lovelace/);
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const decide = `/operator/v1/accounts/${service.account.id}/reports/${cleo.report}/decide`;
    const decided = await service.post(decide, { result: 'consider', sub_result: 'caution', note: 'x' }, operator);
    expect(decided.status).toBe(200);
    await page.clock.runFor(10_000);
    await held.getByText(/Not saved: Clear the report – C\. Lovelace/).waitFor();
    await look('not-stored');
    await held.getByRole('button', { name: 'Decide again' }).click();
    await heading(/Cleo Lovelace/);
    expect(await stateOf(cleo)).toBe('consider');
    expect(complaints).toEqual([]);
    await otto.close();
  });

  test('is served with a policy that runs no script of the page itself', async () => {
    const { status, headers, bytes } = await service.get('/dashboard/accounts/any/live/queue', { token: null });
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    const script = /src="([^"]+)"/.exec(bytes.toString())?.[1] as string;
    const file = await service.get(script, { token: null });
    expect([file.status, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const path of ['/dashboard/files/absent-1.js', '/dashboard/api/absent']) {
      expect((await service.get(path, { token: null })).status, path).toBe(404);
    }
  });
});
