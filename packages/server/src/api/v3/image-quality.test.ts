import { beforeAll, describe, expect, test } from 'vitest';
import { type TestService, useService } from '../../testing/service.ts';
import { stored } from './testing/disk.ts';
import { greyPng, stripes } from './testing/files.ts';
import { outcome, storyOf, validationError, versions } from './testing/story.ts';

const service = useService();
let plain: Awaited<ReturnType<TestService['makeAccount']>>;
beforeAll(async () => {
  plain = await service.makeAccount('Plain Ltd', { image_quality: false });
});

const blurred = validationError({ detect_blur: ['blur detected in image'] });

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  async function send(bytes: Buffer, token: string, validate_image_quality = 'true') {
    const applicant_id = await story().applicant({}, { token });
    const fields = { applicant_id, type: 'passport', validate_image_quality };
    return outcome(await story().upload('documents', fields, { name: 'a.png', bytes, type: 'image/png' }, { token }));
  }

  test('in live a blurred picture is refused and a sharp one taken', async () => {
    const before = await stored(service);
    expect(await send(await stripes(6), service.liveToken)).toEqual(blurred);
    expect(await send(await greyPng(), service.liveToken)).toEqual(blurred);
    expect(await stored(service)).toEqual(before);
    expect((await send(await stripes(), service.liveToken)).status).toBe(201);
  });

  test('nobody looks unless asked', async () => {
    expect((await send(await stripes(6), service.liveToken, 'false')).status).toBe(201);
  });

  test('in sandbox content has no influence', async () => {
    expect((await send(await stripes(6), service.sandboxToken)).status).toBe(201);
  });

  test('the account needs the feature in v3.6', async () => {
    const before = await stored(service);
    for (const token of [plain.sandboxToken, plain.liveToken]) {
      const answer = await send(await stripes(), token);
      if (version === 'v3.2') expect(answer.status).toBe(201);
      else {
        expect(answer).toEqual(validationError({ validate_image_quality: ['is not enabled for this account'] }));
        expect(await stored(service)).toEqual(before);
      }
      expect((await send(await stripes(), token, 'false')).status).toBe(201);
      Object.assign(before, await stored(service));
    }
  });

  test('a photo of a face may be blurred', async () => {
    const live = { token: service.liveToken };
    await story().livePhoto(await story().applicant({}, live), live);
  });
});
