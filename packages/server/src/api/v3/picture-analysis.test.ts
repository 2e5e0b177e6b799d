import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AnalysisFailed, type AnalysisFailure } from '../../analysis/analyser.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { stored } from './testing/disk.ts';
import { face, group, picture } from './testing/facial.ts';
import { greyJpeg, stripes } from './testing/files.ts';
import { outcome, storyOf, validationError, versions } from './testing/story.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

const none = validationError({ face_detection: ['no face detected in image'] });
const several = validationError({ face_detection: ['Multiple faces detected in image'] });

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  async function send(kind: 'live_photos' | 'documents', bytes: Buffer, fields = {}, token = service.liveToken) {
    const applicant_id = await story().applicant({}, { token });
    const isPng = bytes[0] === 0x89;
    const file = { name: isPng ? 'a.png' : 'a.jpg', bytes, type: isPng ? 'image/png' : 'image/jpeg' };
    return outcome(await story().upload(kind, { applicant_id, ...fields }, file, { token }));
  }

  test('a live photo without a face is refused, and nothing of it stays', async () => {
    const before = await stored(service);
    expect(await send('live_photos', await greyJpeg())).toEqual(none);
    expect(await send('live_photos', await greyJpeg(), { advanced_validation: 'true' })).toEqual(none);
    expect(await stored(service)).toEqual(before);
  });

  test('no analyser looks when switched off, nor in sandbox', async () => {
    expect((await send('live_photos', await greyJpeg(), { advanced_validation: 'false' })).status).toBe(201);
    expect((await send('live_photos', await greyJpeg(), {}, service.sandboxToken)).status).toBe(201);
  });

  test('a live photo has exactly one face', async () => {
    expect((await send('live_photos', face('036'))).status).toBe(201);
    expect(await send('live_photos', await group('036', '018'))).toEqual(several);
    expect(await send('live_photos', picture('faces_misc/skimage_cat.png'))).toEqual(none);
  });

  test.each<[AnalysisFailure, string]>([
    ['no_time', 'The service is shutting down or overloaded. Please try again'],
    ['crashed', 'The service is shutting down or overloaded. Please try again'],
    ['stopped', 'The service is shutting down or overloaded. Please try again'],
  ])('nothing is taken unseen when its analysis %s', async (reason, message) => {
    const before = await stored(service);
    vi.spyOn(service.services.analyser, 'run').mockRejectedValue(new AnalysisFailed(reason, 'secret'));
    const unavailable = { status: 503, body: { error: { type: 'unavailable', message } } };
    expect(await send('live_photos', await greyJpeg())).toEqual(unavailable);
    const asked = { type: 'passport', validate_image_quality: 'true' };
    expect(await send('documents', await greyJpeg(), asked)).toEqual(unavailable);
    expect(await stored(service)).toEqual(before);
  });

  test('a picture that is judged is decoded by its judge alone, which says what is wrong with it', async () => {
    const decoder = vi.spyOn(service.services.decoder, 'run');
    const asked = { type: 'passport', validate_image_quality: 'true' };
    const cutShort = (await stripes()).subarray(0, -2000);
    expect(await send('documents', cutShort, asked)).toEqual(validationError({ file: ['is corrupt or incomplete'] }));
    expect(await send('live_photos', cutShort)).toEqual(validationError({ attachment: ['is corrupt or incomplete'] }));
    vi.spyOn(service.services.analyser, 'run').mockRejectedValue(new AnalysisFailed('too_slow', 'secret'));
    expect(await send('documents', await stripes(), asked)).toEqual(
      validationError({ file: ['takes too long to decode'] }),
    );
    expect(decoder).not.toHaveBeenCalled();
  });

  test('a picture of a document shows one', async () => {
    const asked = { type: 'passport', validate_image_quality: 'true' };
    expect(await send('documents', await stripes(), asked)).toEqual(
      validationError({ document_detection: ['no document in image'] }),
    );
    expect((await send('documents', await stripes(), { type: 'passport' })).status).toBe(201);
  });

  test('a picture of a document is whole', async () => {
    const asked = { type: 'passport', validate_image_quality: 'true' };
    expect(await send('documents', picture('documents_quality/gbr_passport_cut_off_glare.png'), asked)).toEqual(
      validationError({ detect_cutoff: ['cutoff document detected in image'] }),
    );
    expect((await send('documents', picture('documents_mrz/FRA-Passport-2010.jpg'), asked)).status).toBe(201);
  });
});
