import { expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';

/**
 * Values as the published clients of other languages write them (github.com/onfido): onfido-php 8 on Guzzle, onfido-python 2 on
 * requests and 3 on urllib3, onfido-ruby 2 on rest-client and 3 on Faraday, onfido-java 2 on Moshi; Go's net/http.
 */
const service = useService();
const story = storyOf(service, 'v3.6');
const WORKFLOW = '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70';

const run = async (applicant_id: string, more: object = {}) =>
  service.post('/v3.6/workflow_runs', { workflow_id: WORKFLOW, applicant_id, ...more });

/** Runs of an account of their own, oldest first, a day apart. */
async function threeRuns() {
  const { sandboxToken: token } = await service.makeAccount('Dialects Ltd');
  const applicant_id = await story.applicant({}, { token });
  const ids: string[] = [];
  for (const tags of [['red', 'round'], ['red'], []]) {
    const body = { workflow_id: WORKFLOW, applicant_id, tags };
    ids.push((await service.post('/v3.6/workflow_runs', body, { token })).body.id);
    service.clock.advance(DAY_MS);
  }
  const list = async (query: string) => {
    const { status, body } = await service.get(`/v3.6/workflow_runs?sort=asc&${query}`, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  return { token, list, second: service.clock.now() - 2 * DAY_MS };
}

test('times of queries come in every form of ISO 8601, and as languages print them', async () => {
  const { list, second } = await threeRuns();
  const iso = new Date(second - 1000).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  for (const written of [
    iso,
    `${day}T${time}Z`,
    // Python: isoformat, strftime with %z, and str.
    `${day}T${time}`,
    `${day}T${time}.000000+0000`,
    `${day} ${time}+00:00`,
    `${day} ${time}`,
    // Ruby: Time#to_s.
    `${day} ${time} UTC`,
    `${day} ${time} +0000`,
    // Go: RFC3339Nano; PHP: DATE_ATOM.
    `${day}T${time}.123456789Z`,
    `${day}T${time}+00:00`,
  ]) {
    expect(await list(`created_at_gt=${encodeURIComponent(written)}`), written).toEqual([1, 2]);
  }
  // The plus of a zone that nobody has encoded is a space.
  expect(await list(`created_at_gt=${day}T${time}+00:00`)).toEqual([1, 2]);
});

test('lists of queries come with commas, repeated, or with brackets', async () => {
  const { list, token } = await threeRuns();
  for (const query of [
    'tags=red,round',
    'tags=red&tags=round',
    'tags[]=red&tags[]=round',
    'tags=red&tags=',
    'tags=red,',
  ])
    expect(await list(query), query).toEqual(query.includes('round') ? [0] : [0, 1]);
  for (const query of [
    'status=approved,awaiting_input',
    'status=approved&status=awaiting_input',
    'status[]=awaiting_input',
  ])
    expect(await list(query), query).toEqual([0, 1, 2]);
  expect(await list('status[]=approved&status[]=declined')).toEqual([]);
  const wrong = await service.get('/v3.6/workflow_runs?status=approved&status=done', { token });
  expect(outcome(wrong)).toEqual(validationError({ status: ['is not included in the list'] }));
});

test('a query that onfido-ruby 2 has encoded as a whole is one unknown parameter', async () => {
  const { list } = await threeRuns();
  expect(await list('page%3D2%26sort%3Ddesc')).toEqual([0, 1, 2]);
});

test.each(['applicants', 'watchlist_monitors'])(
  'booleans of the query of %s come as words and as digits',
  async (path) => {
    for (const written of ['false', 'False', '0', '', 'true', 'True', '1'])
      expect((await service.get(`/v3.6/${path}?include_deleted=${written}`)).status, written).toBe(200);
    const wrong = await service.get(`/v3.6/${path}?include_deleted=2`);
    expect(outcome(wrong)).toEqual(validationError({ include_deleted: ['is not included in the list'] }));
  },
);

test('deleted applicants are listed for a 1, as for true', async () => {
  const applicant_id = await story.applicant();
  await service.del(`/v3.6/applicants/${applicant_id}`);
  const has = async (written: string) => {
    const { body } = await service.get(`/v3.6/applicants?per_page=500&include_deleted=${written}`);
    return body.applicants.some(({ id }: { id: string }) => id === applicant_id);
  };
  expect([await has('0'), await has('1'), await has('False'), await has('True')]).toEqual([false, true, false, true]);
});

test.each([
  ['2031-01-02T03:04:05Z', '2031-01-02T03:04:05Z'],
  ['2031-01-02T03:04:05', '2031-01-02T03:04:05Z'],
  ['2031-01-02T03:04:05.250000+01:00', '2031-01-02T02:04:05Z'],
  ['2031-01-02 03:04:05 UTC', '2031-01-02T03:04:05Z'],
  ['2031-01-02 03:04:05 +0100', '2031-01-02T02:04:05Z'],
  ['2031-01-02T03:04Z', '2031-01-02T03:04:00Z'],
])('a link that ends at %s', async (expires_at, shown) => {
  const { status, body } = await run(await story.applicant(), { link: { expires_at } });
  expect([status, body.link?.expires_at]).toEqual([201, shown]);
});

test.each(['2031-12-31T23:59:60Z', '2031-01-02', '2031-02-30T00:00:00Z', 'soon', ''])(
  'a link never ends at "%s"',
  async (expires_at) => {
    const answer = await run(await story.applicant(), { link: { expires_at } });
    expect(outcome(answer)).toEqual(validationError({ link: [{ expires_at: ['is invalid'] }] }));
  },
);
