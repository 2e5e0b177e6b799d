import type { Page } from 'playwright-core';

export const PASSWORD = 'correct horse battery staple';

/** Opens the invitation of the first administrator, accepts it with a password, and waits for the review queue. */
export async function signUp(page: Page, invitation: string): Promise<void> {
  await page.goto(invitation);
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
}
