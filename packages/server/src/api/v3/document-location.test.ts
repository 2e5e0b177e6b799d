import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyPng } from './testing/files.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';

const service = useService();
let png: Buffer;
beforeAll(async () => {
  png = await greyPng();
});

const story = () => storyOf(service, 'v3.6');
const send = (fields: Record<string, string>) =>
  story().upload('documents', { type: 'passport', ...fields }, { name: 'a.png', bytes: png, type: 'image/png' });

/** Result of a facial check, which needs a location. */
async function facialCheck(applicant_id: string) {
  await story().livePhoto(applicant_id);
  const { status, body } = await story().check({ applicant_id, report_names: ['facial_similarity_photo'] });
  return status === 201 ? 'created' : body.error.type;
}

describe('a location sent with a document', () => {
  test.each<Record<string, string>>([
    { 'location[country_of_residence]': 'GBR' },
    { 'location[ip_address]': '192.0.2.1' },
    { location: '{"country_of_residence":"GBR"}' },
    { location: ' {"ip_address":"2001:db8::1","country_of_residence":null}' },
  ])('%j counts for the check, and is not shown on the applicant', async (fields) => {
    const applicant_id = await story().applicant({ location: null });
    expect((await send({ applicant_id, ...fields })).status).toBe(201);
    expect(await facialCheck(applicant_id)).toBe('created');
    expect((await service.get(`/v3.6/applicants/${applicant_id}`)).body.location).toBeNull();
  });

  test.each<Record<string, string>>([{}, { location: '{}' }, { location: '{"ip_address":null}' }])(
    '%j is none',
    async (fields) => {
      const applicant_id = await story().applicant({ location: null });
      expect((await send({ applicant_id, ...fields })).status).toBe(201);
      expect(await facialCheck(applicant_id)).toBe('missing_applicant_location');
    },
  );

  test("takes precedence over the applicant's", async () => {
    const applicant_id = await story().applicant({ location: { country_of_residence: 'GBR' } });
    await send({ applicant_id, 'location[country_of_residence]': 'USA' });
    expect(await facialCheck(applicant_id)).toBe('missing_applicant_provided_consents');
  });

  test.each<[Record<string, string>, unknown]>([
    [{ location: 'London' }, ['must be an object']],
    [{ location: '{' }, ['must be an object']],
    [{ location: '[]' }, ['must be an object']],
    [{ 'location[]': 'GBR' }, ['must be an object']],
    [{ 'location[country_of_residence]': 'GB' }, [{ country_of_residence: ['is not included in the list'] }]],
    [{ location: '{"ip_address":5}' }, [{ ip_address: ['must be a string'] }]],
    [{ 'location[ip_address]': 'localhost' }, [{ ip_address: ['is invalid'] }]],
    [{ 'location[ip_address][x]': '192.0.2.1' }, [{ ip_address: ['must be a string'] }]],
  ])('%j is refused', async (fields, messages) => {
    const applicant_id = await story().applicant();
    expect(outcome(await send({ applicant_id, ...fields }))).toEqual(validationError({ location: messages }));
  });

  test('both encodings at once are no 500', async () => {
    const applicant_id = await story().applicant();
    const odd: Record<string, string>[] = [
      { location: '{"ip_address":"192.0.2.1"}', 'location[country_of_residence]': 'GBR' },
      { 'location[__proto__][x]': '1', '__proto__[x]': '1', 'constructor[prototype][x]': '1' },
      { 'location[country_of_residence': 'GBR', ']': 'x', '[': 'y', '': 'z' },
    ];
    for (const more of odd) {
      expect((await send({ applicant_id, ...more })).status).toBeLessThan(500);
    }
    expect(({} as { x?: string }).x).toBeUndefined();
  });
});

test('v3.2 knows no location', async () => {
  const v32 = storyOf(service, 'v3.2');
  const applicant_id = await v32.applicant();
  const fields = { applicant_id, type: 'passport', location: 'anything' };
  const file = { name: 'a.png', bytes: png, type: 'image/png' };
  expect((await v32.upload('documents', fields, file)).status).toBe(201);
});
