import { beforeAll, expect, test } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { type Sent, storyOf } from '../api/v3/testing/story.ts';
import { markUnknownOutcome } from '../store/outcome.ts';
import type { SystemTx } from '../store/store.ts';
import { useService } from '../testing/service.ts';

const service = useService();
const png: Sent = { name: 'front.png', bytes: await greyPng(), type: 'image/png' };
let story: ReturnType<typeof storyOf>;
beforeAll(() => {
  story = storyOf(service, 'v3.6');
});

/** Files in the storage. */
async function stored(): Promise<number> {
  let count = 0;
  for await (const _ of service.services.storage.list({ account: service.account.id })) count += 1;
  return count;
}

test('keeps the file of an upload whose commit may stand, and deletes that of one that is undone', async () => {
  const applicant = await story.applicant();
  const { store } = service.services;
  const transaction = store.transaction.bind(store);
  const failing = (commits: boolean) => async (work: (tx: SystemTx) => Promise<unknown>) => {
    if (commits) await transaction(work);
    const error = new Error('the disk is broken');
    throw commits ? markUnknownOutcome(error) : error;
  };
  // The first upload of an account also makes its media key, in a transaction of its own.
  const first = await story.upload('documents', { applicant_id: applicant, type: 'passport' }, png);
  const path = `/v3.6/documents?applicant_id=${applicant}`;

  Object.assign(store, { transaction: failing(false) });
  const undone = await story.upload('documents', { applicant_id: applicant, type: 'passport' }, png);
  Object.assign(store, { transaction });
  expect([undone.status, await stored()]).toEqual([500, 1]);

  Object.assign(store, { transaction: failing(true) });
  const unknown = await story.upload('documents', { applicant_id: applicant, type: 'passport' }, png);
  Object.assign(store, { transaction });
  expect([unknown.status, await stored()]).toEqual([500, 2]);
  const { documents } = (await service.get(path)).body as { documents: { id: string }[] };
  const [document, ...others] = documents.filter(({ id }) => id !== first.body.id);
  expect(others).toEqual([]);
  expect((await service.get(`/v3.6/documents/${document!.id}/download`)).status).toBe(200);
});
