import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { withReview } from '../../../packages/server/src/checks/automation/rule.ts';
import {
  addAutomationClass,
  updateAutomationClass,
} from '../../../packages/server/src/store/queries/automation-classes.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('audited automation in the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { account: { decision_automation: 'audited' } });

  /** Stores a class after 149 clean reviews today, and an overturned one after them where `overturned` is set. */
  async function reviewed(country: string, overturned: boolean): Promise<void> {
    const { clock, ids, store } = service.services;
    const evidence = [
      { forgery: 'portrait', leaf: 'visual_authenticity.picture_face_integrity', sources: ['ghost'] },
      { forgery: 'pasted_text', leaf: 'visual_authenticity.fonts', sources: [] },
    ];
    const id = ids.uuid();
    const now = clock.now();
    const today = Math.floor(now / 86_400_000);
    let history = withReview({ days: [] }, today, false);
    for (let i = 1; i < 149; i++) history = withReview(history, today, false);
    if (overturned) history = withReview(history, today, true);
    await store.transaction(async (tx) => {
      const scope = tx.within({ account_id: service.account.id, environment: 'live' });
      const of = { id, created_at: now, type: 'driving_licence', country, evidence: JSON.stringify(evidence) };
      await scope.run(addAutomationClass, of);
      await scope.run(updateAutomationClass, {
        id,
        state: history.state,
        changed_at: now,
        closed_because: overturned ? 'overturned' : null,
        cleared: 12,
        days: JSON.stringify(history.days),
      });
    });
  }

  test('an administrator reads what it limits and what not, and the state of each class', async () => {
    await reviewed('GBR', false);
    await reviewed('IRL', true);
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await firstInvitation(service));
    await member.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/settings`);
    await page.getByRole('link', { name: 'See the classes of audited automation' }).click();
    await heading('Audited automation');
    await page.getByText('at most 2 % would be refused by a reviewer').waitFor();
    await page.getByText('Forgeries that reviewers don’t see').waitFor();
    const rows = page.getByRole('row');
    expect(await rows.nth(1).innerText()).toMatch(
      /Driving licence, GBR[\s\S]*Open[\s\S]*149 of 149 in a row, 0 not cleared/,
    );
    expect(await rows.nth(2).innerText()).toMatch(
      /Driving licence, IRL[\s\S]*Closed[\s\S]*A reviewer did not clear a report\.[\s\S]*0 of 149 in a row, 1 not cleared/,
    );
    await look('automation');
    expect(complaints).toEqual([]);
  });
});
