import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { workflowDirectory, workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('a run that waits for a member', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { workflows: workflowDirectory() } });

  test('stands in the queue beside reports, and is answered from there', async () => {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, call);
    await story.document(applicant_id, {}, call);
    await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, call);
    await service.settle();
    const { body: run } = await service.post(
      '/v3.6/workflow_runs',
      { workflow_id: workflowIds.review, applicant_id },
      call,
    );
    const at = `/v3.6/workflow_runs/${run.id}`;
    const task = (await service.get(`${at}/tasks`, call)).body.at(-1);
    await service.post(`${at}/tasks/${task.id}/complete`, { data: { first_name: 'Ada' } }, call);

    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    const workflow = page.getByRole('link', { name: 'A member decides' });
    const document = page.getByRole('link', { name: 'Document' });
    await Promise.all([workflow.waitFor(), document.waitFor()]);
    await look('queue-runs');
    await page.getByLabel('Reason').selectOption('unanalysed');
    await workflow.waitFor({ state: 'detached' });
    await page.getByLabel('Reason').selectOption('');
    await page.getByLabel('Report').selectOption({ label: 'Workflow run (1)' });
    await document.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?report=workflow_run');

    // From here on by keyboard.
    await page.getByRole('button', { name: 'Review the next' }).press('Enter');
    await heading(/A member decides/);
    await page.getByText('Is this the person who opened the account?', { exact: true }).waitFor();
    await look('run-review');
    await page.keyboard.press('n');
    await page.keyboard.type('The faces differ');
    await page.keyboard.press('Tab');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.getByText('Reasons: A person declined, The faces differ').waitFor();
    expect((await service.get(at, call)).body.status).toBe('declined');
    await page.getByRole('main').getByRole('link', { name: 'Review queue' }).press('Enter');
    await document.waitFor();
    // The list of before is shown until the present one has come.
    await workflow.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await member.close();
  });
});
