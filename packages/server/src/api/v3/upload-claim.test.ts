import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ctx } from '../../context/ctx.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { PendingUpload } from '../../media/pending-upload.ts';
import { addMedia, type NewMedia } from '../../media/upload.ts';
import { receive } from '../../media-files/receive.ts';
import { uploadRules } from '../../media-files/rules.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { stored } from './testing/disk.ts';
import { greyPng, hollowVideo } from './testing/files.ts';
import { form, storyOf } from './testing/story.ts';

let service: TestService;
let ctx: Ctx;
let applicantId: string;
beforeEach(async () => {
  service = await startService();
  const account = await service.services.accounts.find(service.account.id);
  ctx = new Ctx(service.services, account!, 'sandbox', systemPrincipal('worker'));
  applicantId = await storyOf(service, 'v3.6').applicant();
});
afterEach(() => service.close());

/** A picture in the storage that waits for its row, as a route leaves it to its handler. */
async function pending(): Promise<PendingUpload> {
  const { storage, uploadMemory: memory, ids } = service.services;
  const [mediaId, fileName, rules] = [ids.uuid(), 'passport.png', uploadRules.document];
  const source = Readable.from([await greyPng()]);
  const file = await receive(source, {
    storage,
    memory,
    account: service.account.id,
    mediaId,
    rules,
    fileName,
    named: true,
  });
  return new PendingUpload(storage, { mediaId, fileName, file });
}

const document = (upload: PendingUpload, more: Partial<NewMedia> = {}): NewMedia => ({
  kind: 'document',
  applicantId,
  upload,
  quality: false,
  facts: { type: 'passport' },
  ...more,
});

describe('a file that waits for its row', () => {
  it('is kept once its row is committed, whatever the handler does', async () => {
    const upload = await pending();
    const { id } = await addMedia(ctx, document(upload));
    await upload.discardUnclaimed();
    expect(await stored(service)).toEqual({ files: 1, rows: 1 });
    expect((await service.get(`/v3.6/documents/${id}/download`)).bytes).toEqual(await greyPng());
  });

  it('is deleted where no operation adds it', async () => {
    const upload = await pending();
    expect(await stored(service)).toEqual({ files: 1, rows: 0 });
    await upload.discardUnclaimed();
    expect(await stored(service)).toEqual({ files: 0, rows: 0 });
  });

  it('is deleted where its transaction fails, which leaves no row', async () => {
    const upload = await pending();
    const failure = new Error('after the row was written');
    const also = async () => {
      throw failure;
    };
    await expect(addMedia(ctx, document(upload, { also }))).rejects.toBe(failure);
    await upload.discardUnclaimed();
    expect(await stored(service)).toEqual({ files: 0, rows: 0 });
  });

  it('is deleted where its applicant is gone before the row is written', async () => {
    const upload = await pending();
    await service.del(`/v3.6/applicants/${applicantId}`);
    await expect(addMedia(ctx, document(upload))).rejects.toMatchObject({ type: 'gone' });
    await upload.discardUnclaimed();
    expect(await stored(service)).toEqual({ files: 0, rows: 0 });
  });
});

it('two videos that use one challenge leave one file and one row', async () => {
  const story = storyOf(service, 'v3.6');
  const sdk = await story.sdk(applicantId);
  const { data } = (await service.post('/v3.6/live_video_challenge', undefined, sdk)).body;
  const fields = { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
  const send = () => {
    const video = form(fields, { name: 'video.mp4', bytes: hollowVideo() });
    return service.call('POST', '/v3.6/live_videos', { ...sdk, form: video });
  };
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(await stored(service)).toEqual({ files: 1, rows: 1 });
});
