import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { chooseCountry, desktop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';
import { linkOf, takeUp } from './two-devices.ts';

describe.skipIf(!possible)('a workflow run that continues on a phone', () => {
  let stage: Stage<RunService>;
  beforeAll(async () => {
    stage = await openStage(() => startWithWorkflows({ realTime: true }));
  });
  afterAll(() => stage?.close());

  async function visit(name: string) {
    const run = await stage.service.run(workflowIds.sample);
    const script = `Onfido.init({ token: '${run.sdk_token}', workflowRunId: '${run.id}', ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, colorScheme: 'light', name });
    await shop.button('Start').click();
    await chooseCountry(shop.page, 'France');
    await shop.button('Permis de conduire').click();
    await shop.heading('Front of your document').waitFor();
    await shop.button('Continue on your phone').click();
    const other = await takeUp(stage, await linkOf(shop));
    await other.prove(shop);
    await shop.look('Now use your phone');
    return { run, shop, other };
  }
  const documentsOf = async (applicant: string) =>
    (await stage.service.get(`/v3.6/documents?applicant_id=${applicant}`)).body.documents as Record<string, string>[];

  test('is done there to its end, with what was chosen on the computer', async () => {
    const { run, shop, other } = await visit('workflow-cross');
    for (const title of ['Front of your document', 'Back of your document', 'Take a selfie'])
      await other.photograph(title);
    await other.heading('Done').waitFor();
    await other.shot('workflow-cross-phone');
    await shop.look('Thank you');
    expect(shop.received('onComplete')).toMatchObject([
      { document: { type: 'driving_licence' }, document_back: { side: 'back' }, face: { variant: 'standard' } },
    ]);
    expect(shop.received('onError')).toEqual([]);
    expect(other.complaints).toEqual([]);
    await expect.poll(async () => (await stage.service.again(run)).status).toBe('approved');
    const documents = await documentsOf(run.applicant_id);
    expect(documents.map((one) => `${one.type} ${one.side} ${one.issuing_country}`).sort()).toEqual([
      ...['driving_licence back FRA', 'driving_licence front FRA'],
    ]);
    await other.close();
    await shop.close();
  });

  test('continues on the computer with what the phone has left', async () => {
    const { run, shop, other } = await visit('workflow-cross-back');
    for (const title of ['Front of your document', 'Back of your document']) await other.photograph(title);
    await other.heading('Take a selfie').waitFor();
    await shop.button('Use this computer').click();
    await shop.look('Take a selfie', { focus: false });
    await shop.button('Take a photo').click();
    await shop.button('Take the photo').and(shop.page.locator(':enabled')).click();
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    expect(await documentsOf(run.applicant_id)).toHaveLength(2);
    await expect.poll(async () => (await stage.service.again(run)).status).toBe('approved');
    await other.close();
    await shop.close();
  });
});
