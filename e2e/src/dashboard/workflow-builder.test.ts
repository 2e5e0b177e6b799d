import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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
    await expect.poll(() => details.getByLabel('Id', { exact: true }).inputValue()).toBe(workflowIds.blocks);
    await parts.getByRole('button', { name: 'Repeat', exact: true }).press('Enter');
    await details.getByRole('heading', { name: 'Repeat', exact: true }).waitFor();
    expect(await details.getByLabel('At most', { exact: true }).inputValue()).toBe('2');

    // The graph has them as buttons, and shows which one is selected.
    const graph = page.getByRole('application', { name: 'Graph of the workflow', exact: true });
    const step = graph.getByRole('button', { name: 'Profile data first_name', exact: true });
    await step.focus();
    await page.keyboard.press('Enter');
    await details.getByRole('heading', { name: 'Profile data', exact: true }).waitFor();
    expect(await parts.locator('[aria-current]').allTextContents()).toEqual(['Profile data']);
    await look('workflow-builder');

    // The download has the bytes of the file.
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

  test('changes steps by forms, shows the file that results and the faults of the service, and undoes', async () => {
    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Dana', 'reviewer'));
    await member.accept();
    const base = `${service.baseUrl}/dashboard/accounts/${service.account.id}/sandbox`;
    await page.goto(`${base}/workflows/${workflowIds.blocks}`);
    await heading('Blocks');
    const parts = page.getByRole('navigation', { name: 'Parts of the file', exact: true });
    const details = page.getByRole('region', { name: 'Selected part', exact: true });
    const text = page.getByLabel('File blocks.yaml', { exact: true });
    const original = readFileSync(join(directory, 'blocks.yaml'), 'utf8');
    const becomes = (expected: string) => expect.poll(() => text.inputValue()).toBe(expected);
    await becomes(original);

    // A field of a loop changes its line alone.
    await parts.getByRole('button', { name: 'Repeat', exact: true }).press('Enter');
    await details.getByLabel('At most', { exact: true }).fill('3');
    await page.keyboard.press('Tab');
    const three = original.replace('at_most: 2', 'at_most: 3');
    await becomes(three);
    await page.getByText('You have changed the file.').waitFor();

    // A condition on a value that is not in the file: the service says so at the step.
    await parts.getByRole('button', { name: 'Wait', exact: true }).press('Enter');
    await details.getByLabel('Hours', { exact: true }).fill('9000');
    await page.keyboard.press('Tab');
    await details.getByText('must be a whole number from 1 to 720', { exact: false }).waitFor();
    await parts.getByRole('button', { name: 'Wait1 fault', exact: true }).waitFor();
    await look('workflow-builder-fault');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await becomes(three);
    await details.getByText('must be a whole number').waitFor({ state: 'detached' });

    // A new step after the wait, moved up, then removed.
    await details.getByLabel('Add a step after this one', { exact: true }).selectOption('manual_review');
    await details.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    const wait = '        - {task: wait, hours: 2}\n';
    const added = three.replace(wait, `${wait}        - task: manual_review\n`);
    await becomes(added);
    await details.getByRole('heading', { name: 'Manual review', exact: true }).waitFor();
    await details.getByRole('button', { name: 'Move up', exact: true }).click();
    await becomes(three.replace(wait, `        - task: manual_review\n${wait}`));
    await parts.getByRole('button', { name: 'Manual review', exact: true }).click();
    await details.getByRole('button', { name: 'Remove', exact: true }).click();
    await becomes(three);

    // The text itself can be changed, too; a text that is not YAML has no form.
    await text.fill(three.replace('name: Blocks', 'name: Other blocks'));
    await text.press('Tab');
    await heading('Other blocks');
    await text.fill('steps: [');
    await text.press('Tab');
    await page.getByRole('list', { name: 'Faults in the file', exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('adds branches, the other way of a condition, rules and values', async () => {
    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Dema', 'reviewer'));
    await member.accept();
    await page.goto(
      `${service.baseUrl}/dashboard/accounts/${service.account.id}/sandbox/workflows/${workflowIds.blocks}`,
    );
    await heading('Blocks');
    const parts = page.getByRole('navigation', { name: 'Parts of the file', exact: true });
    const details = page.getByRole('region', { name: 'Selected part', exact: true });
    const text = page.getByLabel('File blocks.yaml', { exact: true });
    const file = async () => parse(await text.inputValue());
    /** Adds a step of a kind by the form with the label. */
    const add = async (label: string, kind: string) => {
      const form = details.locator('form', { has: page.getByLabel(label, { exact: true }) });
      await form.getByLabel(label, { exact: true }).selectOption(kind);
      await form.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    };
    await parts.getByRole('button', { name: 'Parallel', exact: true }).click();
    await add('Add a branch that begins with', 'wait');
    await expect
      .poll(async () => (await file()).steps[0].parallel[2])
      .toEqual([{ task: 'wait', name: 'wait_2', hours: 1 }]);
    await parts.getByRole('button', { name: 'If', exact: true }).first().click();
    await add('Add a step to “If not”', 'manual_review');
    await expect.poll(async () => (await file()).steps[1].else).toEqual([{ task: 'manual_review' }]);

    await parts.getByRole('button', { name: 'Approve', exact: true }).click();
    await details.getByRole('button', { name: 'Add a rule before this one', exact: true }).click();
    await expect
      .poll(async () => (await file()).decide)
      .toEqual([
        { check: 'clear', outcome: 'approve' },
        { check: 'clear', outcome: 'approve' },
        { outcome: 'decline', reason: 'The document was never clear' },
      ]);

    await parts.getByRole('button', { name: 'Inputs', exact: true }).click();
    const name = details.getByLabel('Name of a new input', { exact: true });
    await name.fill('plan');
    await name.press('Enter');
    await details.getByText('“plan” is already in this list.', { exact: true }).waitFor();
    await look('workflow-builder-additions');
    await name.fill('city');
    await name.press('Enter');
    await expect.poll(async () => (await file()).inputs.city).toEqual({ type: 'string' });
    expect(await name.inputValue()).toBe('');
    // The service reads the file without faults.
    await details.getByLabel('City', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Faults in the file', exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('compares versions, and tries a changed file on the runs that have ended', async () => {
    const { body: applicant } = await service.post('/v3.6/applicants', { first_name: 'Ann', last_name: 'Smith' });
    const ofAnn = { workflow_id: workflowIds.nothing, applicant_id: applicant.id };
    const { body: run } = await service.post('/v3.6/workflow_runs', ofAnn);
    await expect.poll(async () => (await service.get(`/v3.6/workflow_runs/${run.id}`)).body.status).toBe('approved');

    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Dina', 'reviewer'));
    await member.accept();
    const base = `${service.baseUrl}/dashboard/accounts/${service.account.id}/sandbox`;
    await page.goto(`${base}/workflows/${workflowIds.nothing}`);
    await heading('Nothing to do');
    const compare = page.getByLabel('Compare with', { exact: true });
    expect(await compare.locator('option').allTextContents()).toEqual(['No other text', 'Version 6']);
    await compare.selectOption('Version 6');
    const differences = page.getByRole('region', { name: 'Differences', exact: true });
    await differences.getByText('Lines added: 1. Lines removed: 1.', { exact: true }).waitFor();
    const cells = differences.getByRole('row').nth(1).getByRole('cell');
    await expect.poll(() => cells.first().innerText()).toContain('"version":6');
    expect(await cells.nth(1).innerText()).toContain('"version":7');

    // Unchanged, the file ends every run as before.
    const panel = page.getByRole('region', { name: 'Dry run', exact: true });
    const start = panel.getByRole('button', { name: 'Dry run', exact: true });
    await start.press('Enter');
    await panel
      .getByText('Compared: 1 run. Would end in another way: 0. Can’t be decided: 0.', { exact: true })
      .waitFor();

    const text = page.getByLabel('File nothing.json', { exact: true });
    await text.fill((await text.inputValue()).replace('"approve"', '"decline"'));
    await text.press('Tab');
    await panel.getByText('You have changed the file since this dry run.', { exact: true }).waitFor();
    expect(await compare.locator('option').allTextContents()).toContain('Version 7, as stored');
    await compare.selectOption('Version 7, as stored');
    await start.click();
    await panel
      .getByText('Compared: 1 run. Would end in another way: 1. Can’t be decided: 0.', { exact: true })
      .waitFor();
    const row = panel.getByRole('row').nth(1);
    await expect
      .poll(() => row.getByRole('cell').allInnerTexts())
      .toEqual([expect.any(String), '7', expect.any(String), 'Approved', 'Declined', '']);
    await look('workflow-dry-run');
    expect((await service.get(`/v3.6/workflow_runs/${run.id}`)).body.status).toBe('approved');
    expect(complaints).toEqual([]);
    await member.close();
  });
});
