import { afterAll, beforeAll, expect, test } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

async function ended(custom_data: object) {
  const run = await service.run(workflowIds.licence, { custom_data });
  await service.complete(run, await service.open(run), { first_name: 'Jane', last_name: 'Doe' });
  await service.settle();
  const { status, error, output } = await service.again(run);
  return { status, error, output };
}

test('a driving licence is put together from what the client and the applicant gave', async () => {
  const good = await ended({ number: 'D1234567', state: 'CA', pounds: 150 });
  expect([good.status, good.error]).toEqual(['approved', null]);
  expect(good.output.licence).toMatchObject({ result: 'clear', status: 'complete' });

  const missing = await ended({ state: 'CA' });
  expect(missing).toMatchObject({ status: 'error', error: { type: 'validation_error' } });
  expect(missing.error.message).toContain('id_number');

  const message = 'us_driving_licence.weight_measure must be integer,null';
  const wrong = await ended({ number: 'D1234567', state: 'CA', pounds: 'many' });
  expect(wrong).toMatchObject({ status: 'error', error: { type: 'validation_error', message } });
});
