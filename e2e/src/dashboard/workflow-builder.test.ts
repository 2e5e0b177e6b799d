import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { workflowDirectory, workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('the workflow builder', () => {
  let service: TestService;
  let browser: Browser;
  const directory = workflowDirectory();
  onStage((stage) => ({ service, browser } = stage), { settings: { workflows: directory } });

  test('shows a file as a graph and as a list, with everything that it says of a step', async () => {
    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Dora', 'reviewer'));
    await member.accept();
    const base = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live`;
    await page.goto(`${base}/workflows`);
    const panel = page.getByRole('region', { name: 'Blocks', exact: true });
    await panel.getByRole('link', { name: 'Open the file', exact: true }).click();
    await page.waitForURL(`**/workflows/${workflowIds.blocks}?version=*`);
    await heading('Blocks');

    // The list has the steps by keyboard.
    const parts = page.getByRole('navigation', { name: 'Parts of the file', exact: true });
    const details = page.getByRole('region', { name: 'Selected part', exact: true });
    await details.getByText(workflowIds.blocks).waitFor();
    await parts.getByRole('button', { name: 'Repeat', exact: true }).press('Enter');
    await details.getByRole('heading', { name: 'Repeat', exact: true }).waitFor();
    expect(await details.locator('dt').allTextContents()).toEqual(['Until', 'At most']);

    // The graph has them as buttons, and shows which one is selected.
    const graph = page.getByRole('application', { name: 'Graph of the workflow', exact: true });
    const step = graph.getByRole('button', { name: 'Profile data first_name', exact: true });
    await step.focus();
    await page.keyboard.press('Enter');
    await details.getByRole('heading', { name: 'Profile data', exact: true }).waitFor();
    expect(await parts.locator('[aria-current]').allTextContents()).toEqual(['Profile data']);
    await look('workflow-builder');

    // The file is downloaded as it is.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the file', exact: true }).click(),
    ]);
    const [saved, own] = [join(directory, 'saved'), join(directory, download.suggestedFilename())];
    await download.saveAs(saved);
    expect(readFileSync(saved, 'utf8')).toBe(readFileSync(own, 'utf8'));
    expect(complaints).toEqual([]);
    await member.close();
  });
});
