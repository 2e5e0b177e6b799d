import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { filesUnder, filesWith, stored } from './testing/disk.ts';
import { hollowVideo, padded, SMALLEST, stripes } from './testing/files.ts';
import { storyOf } from './testing/story.ts';

const service = useService();

test('no byte of a file and no name of a person lies readable on the disk', async () => {
  const story = storyOf(service, 'v3.6');
  const secrets = ['Persephone', 'Featherstonehaugh', 'hades.example', 'persephones-passport', 'Elysian Fields'];
  const applicant_id = await story.applicant({
    first_name: 'Persephone',
    last_name: 'Featherstonehaugh',
    email: 'persephone@hades.example',
    address: { street: 'Elysian Fields', postcode: 'SW4 6EH', country: 'GBR' },
  });
  const picture = await stripes();
  const file = { name: 'persephones-passport.png', bytes: picture, type: 'image/png' };
  expect((await story.upload('documents', { applicant_id, type: 'passport' }, file)).status).toBe(201);
  const video = padded(Buffer.concat([hollowVideo(), Buffer.from('a secret film')]), SMALLEST);
  await story.liveVideo(applicant_id, video);
  const tags = ['a-secret-tag'];
  const { reports } = await story.completed({ applicant_id, report_names: ['document', 'watchlist_standard'], tags });
  expect(reports[0].properties.last_name).toBe('Featherstonehaugh');

  // What is looked for can be found: ids are not sealed.
  if (!process.env.DATABASE_URL) expect(filesWith(service, Buffer.from(applicant_id))).not.toEqual([]);
  const pieces = [0, picture.length / 2, picture.length - 64].map((at) => picture.subarray(at, at + 64));
  const words = [...secrets, ...tags, 'a secret film'].map((text) => Buffer.from(text));
  for (const secret of [...words, ...pieces]) {
    expect(filesWith(service, secret), secret.toString('latin1')).toEqual([]);
    expect(filesWith(service, Buffer.from(secret.toString('utf8').toUpperCase()))).toEqual([]);
  }
});

test('the name of a stored file reveals nothing of its own name', async () => {
  const names = filesUnder(`${service.data}/media`).join();
  expect((await stored(service)).files).toBe(2);
  expect(names).not.toMatch(/passport|png|persephone/i);
});
