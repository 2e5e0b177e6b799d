import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeRequests } from '../request-log/batch.ts';
import { query } from '../store/query.ts';
import { countWork } from '../testing/counted-work.ts';
import { useService } from '../testing/service.ts';
import { storyOf } from './v3/testing/story.ts';

/**
 * The work of each kind of request. Speed is lost one statement, row or hash at a time: a change that raises a number says
 * in its commit why the request needs it. Times are measured by `npm run bench`; numbers are the same on every machine.
 */

const service = useService();
let counting: ReturnType<typeof countWork>;
beforeAll(() => {
  counting = countWork(service.services);
});
afterAll(() => counting.stop());

const person = {
  first_name: 'Aleksandra',
  last_name: 'Wisniewska',
  email: 'ola@example.com',
  dob: '1990-01-31',
  phone_number: '+48 22 555 01 02',
  id_numbers: [{ type: 'identity_card', value: 'ABC123456' }],
  address: { street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
};

/** A request whose token is known to the process: one hash finds it. */
const least = { transactions: 0, statements: 0, rows: 0, hmacs: 0, hashes: 1, seals: 0, opened: 0, jobs: 0 };

/** The work of the second of two equal requests: with the first, a process learns what it remembers. */
async function workOf<T>(request: () => Promise<T>) {
  await request();
  counting.take();
  const answer = await request();
  return { answer, work: counting.take() };
}

/** PostgreSQL has other processes, so an applicant is read again; the embedded store has none. */
const shared = () => service.services.store.dialect === 'postgres';

test('GET of an applicant', async () => {
  const id = await storyOf(service, 'v3.6').applicant();
  const { answer, work } = await workOf(() => service.get(`/v3.6/applicants/${id}`));
  expect(answer.status).toBe(200);
  expect(work).toEqual({ ...least, statements: shared() ? 1 : 0 });
});

test('POST of an applicant: its row, its place in the list to index, and the counter', async () => {
  const { answer, work } = await workOf(() => service.post('/v3.6/applicants', person));
  expect(answer.status).toBe(201);
  expect(work).toEqual({ ...least, transactions: 1, statements: 3, rows: 3, seals: 1 });
});

test('the same with an idempotency key: a search for the key, and one row for it', async () => {
  let key = 0;
  const { answer, work } = await workOf(() =>
    service.post('/v3.6/applicants', person, { headers: { 'idempotency-key': `work-${key++}` } }),
  );
  expect(answer.status).toBe(201);
  expect(work).toEqual({ ...least, transactions: 1, statements: 5, rows: 4, hmacs: 1, hashes: 2, seals: 2 });
});

test('POSTs with the same fields have one shape in the request log', async () => {
  const { requests, store } = service.services;
  await requests.write();
  for (let n = 0; n < 3; n++) await service.post('/v3.6/applicants', person);
  await requests.write();
  const newest = query()((db) => db.selectFrom('request_batches').select('data').orderBy('id', 'desc').limit(1));
  const { data } = (await store.system.first(newest, {}))!;
  expect(decodeRequests(data).filter(({ method }) => method === 'POST')).toHaveLength(3);
  const { shapes } = JSON.parse(data.slice(0, data.indexOf('\n')));
  expect(shapes.filter(({ method }: { method: string }) => method === 'POST')).toHaveLength(1);
});

test('a list of 20 applicants: the total, and ids with the versions of their data', async () => {
  for (let n = 0; n < 20; n++) await service.post('/v3.6/applicants', person);
  const { answer, work } = await workOf(() => service.get('/v3.6/applicants?per_page=20'));
  expect(answer.body.applicants).toHaveLength(20);
  expect(work).toEqual({ ...least, statements: 2 });
});

test('an upload of a document', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant = await story.applicant();
  const { work } = await workOf(() => story.document(applicant));
  // The hashes of the file and of its challenge of uploads, besides the hash of the token.
  expect(work).toEqual({ ...least, transactions: 1, statements: shared() ? 3 : 2, rows: 1, hashes: 3, seals: 1 });
});

test('another account in the other environment', async () => {
  const token = service.other.liveToken;
  const { answer, work } = await workOf(() => service.post('/v3.6/applicants', person, { token }));
  expect(answer.status).toBe(201);
  expect(work).toEqual({ ...least, transactions: 1, statements: 3, rows: 3, seals: 1 });
});

test('a sandbox check with two reports: its creation, and its result', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  await story.document(applicant_id);
  await story.livePhoto(applicant_id);
  const report_names = ['document', 'facial_similarity_photo'];
  await story.completed({ applicant_id, report_names });
  counting.take();
  expect((await story.check({ applicant_id, report_names })).status).toBe(201);
  expect(counting.take()).toEqual({
    ...least,
    transactions: 1,
    statements: shared() ? 9 : 8,
    rows: 5,
    seals: 3,
    opened: 2,
    jobs: 1,
  });
  await story.process();
  expect(counting.take()).toEqual({
    ...least,
    transactions: 1,
    statements: 15,
    rows: 7,
    hashes: 0,
    seals: 2,
    opened: 7,
  });
});
