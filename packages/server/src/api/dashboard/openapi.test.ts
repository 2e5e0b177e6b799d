import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { answerTypes } from './testing/answer-types.ts';
import { signedIn } from './testing/browser.ts';

const service = useService();

const CHECKED_IN = fileURLToPath(new URL('../../../../dashboard/src/api-types.ts', import.meta.url));

// `npm run -s dashboard:types` runs this test with `--update`, which writes the file.
test('the types of the dashboard are generated from its OpenAPI document', async () => {
  const browser = await signedIn(service, 'auditor');
  const { status, body } = await browser.get('/openapi.json');
  expect(status).toBe(200);
  await expect(answerTypes(body)).toMatchFileSnapshot(CHECKED_IN);
});
