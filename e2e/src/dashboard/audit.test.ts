import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { allEntries, deleteEntry, putEntry, setHead } from '../../../packages/server/src/audit/testing/chain.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { anchorAudit } from '../../../packages/server/src/webhooks/audit-anchor.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('the audit log on its page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-anchors-'));
  const anchors = join(folder, 'anchors.jsonl');
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { auditAnchorFile: anchors } });
  afterAll(() => rmSync(folder, { recursive: true }));

  const path = (page: string, account = service.account.id) =>
    `${service.baseUrl}/dashboard/accounts/${account}/live/${page}`;

  test('names an entry that was changed in the store, and by an anchor an end that was cut off', async () => {
    const call = { token: service.liveToken };
    const { id } = (await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' }, call)).body;
    const document = await storyOf(service, 'v3.6').document(id, {}, call);
    const { page, heading, look, complaints, ...auditor } = await openPerson(service, browser);
    await auditor.open(await invite(service, 'Aude', 'auditor'));
    await auditor.accept();

    // An auditor sees data, and no media: neither on the page nor past it.
    await page.goto(path(`applicants/${id}`));
    await heading('Applicant · Ada Lovelace');
    await page.getByRole('listitem').filter({ hasText: / KB, / }).waitFor();
    expect(await page.getByRole('button', { name: 'Show the images' }).count()).toBe(0);
    const media = `/dashboard/api/accounts/${service.account.id}/live/media/${document}`;
    expect(await page.evaluate(`fetch(${JSON.stringify(media)}).then(({ status }) => status)`)).toBe(403);

    await page.getByRole('link', { name: 'Audit log' }).click();
    const verify = page.getByRole('button', { name: 'Verify', exact: true });
    await verify.click();
    await page.getByText('entries verified. None was changed or removed.').waitFor();
    expect(await page.getByRole('link', { name: 'Whole service' }).count()).toBe(0);
    expect(await anchorAudit(service.services)).toBeGreaterThan(0);

    const { store } = service.services;
    const account_id = service.account.id;
    const entries = await store.system.all(allEntries, { account_id });
    const changed = entries.find(({ action }) => action === 'member_accepted')!;
    const put = (row: typeof changed) =>
      store.transaction(async (tx) => {
        await tx.run(deleteEntry, { account_id, number: row.number });
        await tx.run(putEntry, row);
      });
    await put({ ...changed, actor: 'member:another' });
    await verify.click();
    await page
      .getByRole('alert')
      .filter({ hasText: `No. ${changed.number} is the first entry that was changed: Changed.` })
      .waitFor();
    await look('audit-broken');
    await put(changed);

    // Who writes to the store cuts off the newest entries with their head: the chain alone is whole.
    const [left, cut] = entries.slice(-2) as [typeof changed, typeof changed];
    await store.transaction(async (tx) => {
      await tx.run(deleteEntry, { account_id, number: cut.number });
      await tx.run(setHead, { account_id, number: left.number, hash: left.hash });
    });
    await verify.click();
    await page.getByText('entries verified. None was changed or removed.').waitFor();
    const compare = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      await page.getByRole('button', { name: 'Compare with anchors' }).click();
      await page.getByLabel('Anchor file').setInputFiles(file);
      await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
    };
    const other = JSON.stringify({ account_id: service.other.id, number: 1, hash: 'a'.repeat(64) });
    await compare({ name: 'other.jsonl', mimeType: 'text/plain', buffer: Buffer.from(other) });
    await page.getByText('The file has no anchor for this log.').waitFor();
    await look('audit-anchors');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await compare(anchors);
    await page
      .getByRole('alert')
      .filter({ hasText: `No. ${cut.number} is the first entry that was changed: Missing.` })
      .waitFor();
    expect(complaints).toEqual([]);
    await auditor.close();

    const reviewer = await openPerson(service, browser);
    await reviewer.open(await invite(service, 'Rita', 'reviewer'));
    await reviewer.accept();
    await reviewer.page.goto(path('audit'));
    await reviewer.page.getByText('Your role sees only your own entries.').waitFor();
    const actors = reviewer.page.getByRole('table', { name: 'Audit log' }).getByRole('cell', { name: /\(you\)/ });
    await actors.first().waitFor();
    expect(await actors.count()).toBe((await reviewer.page.getByRole('row').count()) - 1);
    expect(await reviewer.page.getByRole('button', { name: /Verify|anchors/ }).count()).toBe(0);
    await reviewer.page.goto(path('audit', service.other.id));
    await reviewer.page.getByText('not').first().waitFor();
    expect(await reviewer.page.getByRole('table').count()).toBe(0);
    await reviewer.close();
  });

  test('of the whole service is read and verified by an administrator of every account', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const key = await service.post('/operator/v1/operator_keys', { name: 'night shift' }, { token: null, headers });
    const { page, look, complaints, ...first } = await openPerson(service, browser);
    const own = await openPerson(service, browser);
    await own.open(await invite(service, 'Otto', 'admin'));
    await own.accept();
    await own.page.goto(`${path('audit')}?chain=deployment`);
    await own.page.getByRole('table', { name: 'Audit log' }).waitFor();
    expect(await own.page.getByRole('link', { name: 'Whole service' }).count()).toBe(0);
    expect(await own.page.getByText(key.body.id).count()).toBe(0);
    await own.close();

    const links: string[] = [];
    for (const { id } of [service.account, service.other]) {
      const asked = { email: 'ada@example.com', name: 'Ada', role: 'admin' };
      const made = await service.post(`/operator/v1/accounts/${id}/members`, asked, { token: null, headers });
      links.push(made.body.invitation_url);
    }
    await first.open(links[0] as string);
    await first.accept();
    // The second account wants the sign-in of the first one.
    await page.goto('about:blank');
    await first.open(links[1] as string);
    await page.getByText('Mallory Ltd').waitFor();
    await look('welcome-join');
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await first.heading('Review queue');
    await page.goto(path('audit'));
    await page.getByRole('link', { name: 'Whole service' }).click();
    await page.getByText(key.body.id).waitFor();
    expect(await page.locator('.tabs [aria-current]').allTextContents()).toEqual(['Whole service']);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('entries verified. None was changed or removed.').waitFor();
    await look('audit-deployment');
    await page.getByLabel('Action').selectOption('operator_key_created');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/chain=deployment&action=operator_key_created/);
    await page.getByText(key.body.id).waitFor();
    expect(await page.getByText('Addresses imported').count()).toBe(1); // The choice of the filter.
    expect(complaints).toEqual([]);
    await first.close();
  });
});
