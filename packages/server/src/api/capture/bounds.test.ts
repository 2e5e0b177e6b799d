import { expect, it } from 'vitest';
import { query } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { stored } from '../v3/testing/disk.ts';
import { hollowVideo } from '../v3/testing/files.ts';
import { outcome, storyOf, validationError } from '../v3/testing/story.ts';

const service = useService();

it('takes two hundred files of an applicant from capture SDKs, and no more', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant = await story.applicant();
  const sdk = await story.sdk(applicant);
  const video = { name: 'a.mp4', bytes: hollowVideo() };
  for (let i = 0; i < 200; i += 1) {
    expect((await story.upload('motion_captures', {}, video, sdk)).status).toBe(201);
  }
  const before = await stored(service);
  expect(before.rows).toBe(200);
  const large = { name: 'b.mp4', bytes: hollowVideo('isom', 5_000_000) };
  for (const file of [video, large]) {
    expect(outcome(await story.upload('motion_captures', {}, file, sdk))).toEqual(
      validationError({ attachment: ['is one too many'] }),
    );
  }
  const picture = { name: 'a.png', bytes: Buffer.alloc(40_000), type: 'image/png' };
  expect(outcome(await story.upload('documents', { type: 'passport' }, picture, sdk))).toEqual(
    validationError({ file: ['is one too many'] }),
  );
  expect(await stored(service)).toEqual(before);
  // Neither others nor clients with an API token.
  await story.document(applicant);
  await story.motionCapture(await story.applicant());
});

it('takes a gigabyte of an applicant from capture SDKs, and no more', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant = await story.applicant();
  const sdk = await story.sdk(applicant);
  const video = { name: 'a.mp4', bytes: hollowVideo() };
  const { id } = (await story.upload('motion_captures', {}, video, sdk)).body;
  const weighing = (bytes: number) =>
    query()((db) => db.updateTable('media').set({ file_size: bytes }).where('id', '=', id));
  const weigh = (bytes: number) => service.services.store.transaction((tx) => tx.run(weighing(bytes), {}));
  await weigh(1024 ** 3 - 1);
  expect((await story.upload('motion_captures', {}, video, sdk)).status).toBe(201);
  expect(outcome(await story.upload('motion_captures', {}, video, sdk))).toEqual(
    validationError({ attachment: ['is one too many'] }),
  );
  await weigh(video.bytes.length);
  expect((await story.upload('motion_captures', {}, video, sdk)).status).toBe(201);
});
