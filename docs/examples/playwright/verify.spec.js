import { expect, test } from '@playwright/test';

const cases = [
  ['a genuine passport and its owner', 'document:passport,documentResult:clear,face:match', 'You are verified.'],
  ['a forged passport', 'document:passport,documentResult:suspected,face:match', 'We could not verify you.'],
  ['the passport of somebody else', 'document:passport,documentResult:clear,face:no_match', 'We could not verify you.'],
];

for (const [name, choice, outcome] of cases) {
  test(name, async ({ page }) => {
    const press = (button) => page.getByRole('button', { name: button }).click();

    await page.goto(`/?bonafide_test_mode=${choice}`);
    await press('Start');
    await press('Passport');
    for (const open of ['Use this camera', 'Take a photo']) {
      await press(open);
      await press('Take the photo');
      await press('Use this photo');
    }
    await expect(page.getByRole('status').filter({ hasText: outcome })).toBeVisible();
  });
}
