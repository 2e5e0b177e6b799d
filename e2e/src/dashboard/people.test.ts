import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startOpenIdProvider } from '../../../packages/server/src/api/dashboard/testing/openid-provider.ts';
import { bor, csvOf, iskra } from '../../../packages/server/src/api/operator/testing/watchlists.ts';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';
import { firstInvitation, invite, onStage, openPerson, PASSWORD } from './member.ts';

describe.skipIf(!executablePath)('people of the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  /** A browser of a person who has accepted an invitation. */
  async function enter(url: string, fields: Readonly<Record<string, string>> = {}) {
    const person = await openPerson(service, browser);
    await person.open(url);
    await person.accept(fields);
    return person;
  }

  test('an administrator secures their own account, imports a list, invites and changes a role, and verifies the log', async () => {
    const first = await enter(await firstInvitation(service), {
      'Email address': 'ada@example.com',
      'Your name': 'Ada',
    });
    const ada = first.page;

    await ada.getByRole('link', { name: 'Ada' }).click();
    await first.heading('Your account');
    await ada.getByRole('button', { name: 'Set up one-time codes' }).click();
    await ada.getByRole('img', { name: 'QR code with the secret' }).waitFor();
    await first.look('codes');
    const secret = (await ada.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
    await ada
      .getByRole('textbox', { name: 'Code' })
      .fill(new TOTP({ secret }).generate({ timestamp: service.clock.now() }));
    await ada.getByRole('button', { name: 'Turn on' }).click();
    const codes = ada.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    await ada.getByRole('button', { name: 'Close' }).click();
    await ada.getByText('10 recovery codes left').waitFor();
    await first.look('me');

    await addAuthenticator(ada);
    await ada.getByRole('button', { name: 'Add a passkey' }).click();
    await ada.getByLabel('Name').fill('Laptop');
    await ada.getByRole('button', { name: 'Create the passkey' }).click();
    await ada.getByRole('button', { name: 'Rename: Laptop' }).waitFor();
    await ada.getByRole('button', { name: 'Sign out' }).click();
    await first.heading('Sign in');
    await first.look('sign-in');
    await ada.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await first.heading('Review queue');

    await ada.getByRole('link', { name: 'Screening' }).click();
    await ada.getByText('No watchlists').waitFor();
    await ada.getByRole('button', { name: 'Import a list' }).click();
    await ada.getByLabel('Name of the list').fill('house');
    const file = { name: 'house.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf([iskra])) };
    await ada.getByLabel('Files').setInputFiles(file);
    await first.look('import');
    await ada.getByRole('button', { name: 'Import', exact: true }).click();
    await ada.getByRole('button', { name: 'Close' }).click();
    await ada.getByRole('table', { name: 'Lists' }).getByRole('cell', { name: 'house', exact: true }).waitFor();
    await first.look('screening');

    // A staged version is compared before it is searched, and the version before is a click away.
    const lists = ada.getByRole('table', { name: 'Lists' });
    await ada.getByRole('button', { name: 'Import a list' }).click();
    await ada.getByLabel('Name of the list').fill('house');
    await ada.getByLabel('Files').setInputFiles({ ...file, buffer: Buffer.from(csvOf([iskra, bor])) });
    await ada.getByLabel(/Preview only/).check();
    await ada.getByRole('button', { name: 'Import', exact: true }).click();
    await ada.getByRole('button', { name: 'Close' }).click();
    await ada.getByRole('button', { name: 'See differences: house' }).click();
    await ada.getByText('Rows: 1 → 2').waitFor();
    await first.look('staged');
    await ada.getByRole('button', { name: 'Activate' }).click();
    await ada.getByRole('dialog').waitFor({ state: 'detached' });
    await lists.getByRole('cell', { name: '2', exact: true }).waitFor();
    await ada.getByRole('button', { name: 'Roll back: house' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await lists.getByRole('cell', { name: '1', exact: true }).waitFor();

    // The proof of five minutes ago counts no more: the page asks for another, and then invites.
    service.clock.advance(6 * 60_000);
    await ada.getByRole('link', { name: 'Members' }).click();
    await ada.getByRole('button', { name: 'Invite a member' }).click();
    await ada.getByLabel('Email address').fill('rita@example.com');
    await ada.getByLabel('Name', { exact: true }).fill('Rita');
    await ada.getByRole('button', { name: 'Invite', exact: true }).click();
    const proof = ada.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByLabel('Password').fill(PASSWORD);
    await proof
      .getByRole('textbox', { name: 'Code' })
      .fill(new TOTP({ secret }).generate({ timestamp: service.clock.now() }));
    await first.look('proof');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const address = await ada.getByRole('dialog').locator('code').innerText();
    await ada.getByRole('button', { name: 'Close' }).click();

    const invited = await enter(address);
    const rita = invited.page;
    await rita.getByRole('button', { name: 'Review the next report' }).waitFor();
    await ada.reload();
    await ada.getByRole('cell', { name: 'Active' }).nth(1).waitFor();
    await first.look('members');
    await ada.getByRole('button', { name: 'Manage: Rita' }).click();
    await ada.getByLabel('Role').selectOption('auditor');
    await first.look('manage');
    await ada.getByRole('button', { name: 'Change the role' }).click();
    await ada.getByRole('cell', { name: 'Auditor' }).waitFor();

    // The open page of the member loses the button with the role, by itself.
    const again = rita.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(PASSWORD);
    await invited.look('signed-out');
    await rita.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    await invited.heading('Review queue');
    await rita.getByRole('link', { name: 'Screening' }).click();
    await invited.heading('Screening');
    expect(await rita.getByRole('button', { name: 'Import a list' }).count()).toBe(0);
    await rita.getByRole('link', { name: 'Review queue' }).click();
    await rita.getByText('This account has no checks in this environment yet.').waitFor();
    expect(await rita.getByRole('button', { name: 'Review the next report' }).count()).toBe(0);

    await rita.getByRole('link', { name: 'Audit log' }).click();
    await rita.getByRole('button', { name: 'Verify' }).click();
    await rita.getByText('entries verified. None was changed or removed.').waitFor();
    await rita.getByLabel('Action').selectOption('member_role_changed');
    await rita.getByRole('button', { name: 'Filter' }).click();
    await rita.getByText('Before: reviewer, After: auditor').waitFor();
    expect(new URL(rita.url()).searchParams.get('action')).toBe('member_role_changed');
    await invited.look('audit');
    expect([first.complaints, invited.complaints]).toEqual([[], []]);
    await Promise.all([first.close(), invited.close()]);
  });

  test('people accept invitations by a passkey, or at the OpenID provider of their organisation', async () => {
    const provider = await startOpenIdProvider();
    const served = await startService({ settings: provider.settings });
    await provider.serve(served);
    const ada = await openPerson(served, browser);
    const rita = await openPerson(served, browser);
    try {
      await ada.open(await firstInvitation(served));
      await ada.page.getByLabel('Email address').fill('ada@example.com');
      await addAuthenticator(ada.page);
      // Without a name the page says what is missing.
      await ada.page.getByRole('button', { name: 'Use a passkey instead' }).click();
      await ada.page.getByText("can't be blank").waitFor();
      await ada.look('welcome');
      await ada.page.getByLabel('Your name').fill('Ada');
      await ada.page.getByRole('button', { name: 'Use a passkey instead' }).click();
      await ada.heading('Review queue');
      await ada.page.getByRole('link', { name: 'Ada' }).click();
      await ada.page.getByRole('button', { name: 'Rename: Passkey' }).waitFor();

      provider.person = { sub: 'u-1', email: 'rita@example.com', email_verified: true, name: 'Rita', groups: [] };
      await rita.open(await invite(served, 'Rita', 'auditor'));
      await rita.page.getByRole('button', { name: 'Sign in with your organisation' }).click();
      await rita.heading('Review queue');
      await rita.page.getByRole('link', { name: 'Rita' }).waitFor();
      await ada.page.getByRole('link', { name: 'Members' }).click();
      await ada.page.getByRole('cell', { name: 'Organisation' }).waitFor();
      expect(ada.complaints).toEqual([]);
    } finally {
      await ada.close();
      await rita.close();
      await served.close();
      await provider.close();
    }
  });

  test('a person signs in at the OpenID provider of their organisation, and proves there who they are', async () => {
    const provider = await startOpenIdProvider();
    const settings = { ...provider.settings, oidcRoles: 'kyc=*:admin', oidcOnly: 'on' };
    const only = await startService({ settings });
    await provider.serve(only);
    const who = { sub: 'u-1', email: 'grace@example.com', email_verified: true, name: 'Grace' };
    provider.person = { ...who, groups: ['kyc'] };
    const { page, heading, ...person } = await openPerson(only, browser);
    try {
      await page.goto(`${only.baseUrl}/dashboard/accounts/${only.account.id}/live/members`);
      await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
      await heading('Members');
      await page.getByRole('button', { name: 'Invite a member' }).click();
      await page.getByLabel('Email address').fill('rita@example.com');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByRole('link', { name: 'Confirm with your organisation' }).click();
      await page.getByRole('button', { name: 'Invite a member' }).click();
      await page.getByLabel('Email address').fill('rita@example.com');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByText('The invitation could not be emailed').waitFor();

      provider.person = { ...who, groups: [] };
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
      await page.getByText('Your organisation has not given you a role here.').waitFor();
      expect(await page.getByLabel('Password').count()).toBe(0);
    } finally {
      await person.close();
      await only.close();
      await provider.close();
    }
  });
});
