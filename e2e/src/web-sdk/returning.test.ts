import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { startReceiver } from '../../../packages/server/src/webhooks/testing/receiver.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

interface Run {
  readonly id: string;
  readonly applicant_id: string;
  readonly sdk_token: string;
}

describe.skipIf(!possible)('a person who comes back', () => {
  let stage: Stage<RunService>;
  beforeAll(async () => {
    stage = await openStage(() => startWithWorkflows({ realTime: true }));
  });
  afterAll(() => stage?.close());

  /** Shows the face in a run, to its end. */
  async function show(run: Run, more: string, options: Visit = {}) {
    const script = `Onfido.init({ token: '${run.sdk_token}', workflowRunId: '${run.id}', ${more} ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...phone, colorScheme: 'light', ...options });
    await shop.button('Start').click();
    await shop.look('Take a selfie');
    await shop.button('Take a photo').click();
    await shop.button('Take the photo').and(shop.page.locator(':enabled')).click();
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    expect(shop.received('onError')).toEqual([]);
    return shop;
  }

  async function outputOf(run: Run) {
    const tasks = (await stage.service.get(`${stage.service.at}/${run.id}/tasks`)).body as { id: string }[];
    return (await stage.service.get(`${stage.service.at}/${run.id}/tasks/${tasks.at(-1)?.id}`)).body.output;
  }

  test('holds a biometric token in the shop, which gets webhooks of both runs', async () => {
    const receiver = await startReceiver();
    const { body: webhook } = await stage.service.post('/v3.6/webhooks', {
      url: receiver.url,
      events: ['workflow_run.completed'],
    });
    const customer_user_id = 'ben';
    const run: Run = await stage.service.run(workflowIds.faceCaptured, { customer_user_id });
    const generated = "onBiometricTokenGenerated: (hash, token) => note('generated', [hash, token]),";
    const shop = await show(run, generated, { name: 'returning-first' });
    await expect.poll(() => shop.received('generated').length).toBe(1);
    const [[hash, token]] = shop.received('generated') as [[string, string]];
    const { uuid } = await outputOf(run);
    expect([hash.length, token.split('.')[0]]).toEqual([64, uuid]);
    // A page that takes the token keeps it itself.
    expect(await shop.page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await shop.close();

    const { applicant_id } = run;
    const back: Run = await stage.service.run(workflowIds.returningFace, { customer_user_id, applicant_id });
    const requested = `onBiometricTokenRequested: async (hash) => { note('requested', hash); return '${token}'; },`;
    const again = await show(back, requested, { name: 'returning-again' });
    expect(again.received('requested')).toEqual([hash]);
    await again.close();
    await receiver.atLeast(2);
    const ended = receiver.received.map(({ body }) => JSON.parse(String(body)).payload.object);
    expect(ended.map(({ id, status }) => [id, status])).toEqual([
      [run.id, 'approved'],
      [back.id, 'approved'],
    ]);
    expect(await outputOf(back)).toMatchObject({ result: 'clear', uuid });
    await stage.service.del(`/v3.6/webhooks/${webhook.id}`);
    await receiver.close();
  });

  test('holds it in the browser where the page takes none, and a page that fails does no harm', async () => {
    const customer_user_id = 'eva';
    const run: Run = await stage.service.run(workflowIds.faceCaptured, { customer_user_id });
    const shop = await show(run, '');
    const stored = () => shop.page.evaluate<[string, string][]>('Object.entries(localStorage)');
    await expect.poll(async () => (await stored()).length).toBe(1);
    const [[key, token]] = (await stored()) as [[string, string]];
    const { uuid } = await outputOf(run);
    expect([key.replace(/[0-9a-f]{64}$/, ''), token.split('.')[0]]).toEqual(['bonafide.biometric_token.', uuid]);

    const { applicant_id } = run;
    for (const held of [
      `'${token}'`,
      "'of nobody'",
      'undefined',
      "Promise.reject(new DOMException('gone', 'AbortError'))",
    ]) {
      const back: Run = await stage.service.run(workflowIds.returningFace, { customer_user_id, applicant_id });
      // What the page throws is reported as an error of the page.
      const more = `onBiometricTokenRequested: () => ${held},`;
      const fails = held.startsWith('Promise');
      const before = fails ? 'window.reportError = () => note("reported", true);' : '';
      const again = await show(back, more, { first: before });
      expect(again.received('reported')).toEqual(fails ? [true] : []);
      await expect.poll(async () => (await stage.service.again(back)).status).toBe('approved');
      expect(await outputOf(back)).toMatchObject({ result: 'clear', uuid });
      await again.close();
    }
    await shop.close();
  });
});
