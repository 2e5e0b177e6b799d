import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { BILL, paper } from '../v3/testing/address-paper.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService({ settings: { analysis: 'on' } });
const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.liveToken });
const jane = {
  first_name: 'Jane',
  last_name: 'Doe',
  dob: '1990-01-31',
  address: { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
};

let rita: Browser & { id: string };
let stranger: Browser;

beforeAll(async () => {
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

/** A live report of an applicant, which waits for a reviewer. */
async function waiting(name: string, applicant_id: string, more: object = {}): Promise<string> {
  const order = { applicant_id, report_names: [name], ...more };
  const { body } = await service.post('/v3.6/checks', order, live());
  expect(body.error).toBeUndefined();
  await service.settle();
  return body.report_ids[0];
}

const opened = async (report: string) => (await rita.get(`${at()}/reports/${report}`)).body;

test('a proof of address comes with the pages of its paper, and both addresses with the words that differ', async () => {
  const address = { ...jane.address, building_number: '10' };
  const applicant = await storyOf(service, 'v3.6').applicant({ ...jane, address }, live());
  // The letter O in place of a zero: no more than a slip of reading.
  const bill = BILL.map((line) => (line === '1 Sample Street' ? '1O Sample Street' : line));
  const file = { name: 'bill.pdf', bytes: await paper(bill, {}, { pages: 2 }), type: 'application/pdf' };
  const fields = { applicant_id: applicant, type: 'utility_bill', issuing_country: 'GBR' };
  const uploaded = (await storyOf(service, 'v3.6').upload('documents', fields, file, live())).body;
  const id = await waiting('proof_of_address', applicant);
  const report = await opened(id);
  expect([report.status, report.doubts, report.media.documents]).toEqual([
    ...['awaiting_approval', ['data_comparison.address'], []],
  ]);
  expect(report.about).toEqual({
    files: [{ media_id: uploaded.id, pages: 2 }],
    data: [
      { name: 'first_name', value: 'Jane' },
      { name: 'last_name', value: 'Doe' },
      { name: 'dob', value: '1990-01-31' },
      { name: 'address', value: '10, Sample Street, London, SW4 6EH, GBR' },
    ],
  });
  const given = { source: 'applicant', value: '10, Sample Street, London, SW4 6EH' };
  const read = { source: 'printed', value: '1O Sample Street, London, SW4 6EH' };
  const values = [
    { ...given, certainty: null, differing: [0, 1], part: null },
    { ...read, certainty: null, differing: [0, 1], part: null },
  ];
  expect(report.leaves['data_comparison.address'].values).toEqual(values);
  expect(report.fields.map(({ field }: { field: string }) => field)).toEqual(['address', 'first_name', 'last_name']);
  expect(report.fields[0]).toEqual({ field: 'address', values });

  // The second page is a picture of its own, and there is no third.
  const pages = await Promise.all([0, 1].map((page) => rita.get(`${at()}/media/${uploaded.id}?page=${page}`)));
  expect(pages.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
    [200, 'image/png'],
    [200, 'image/png'],
  ]);
  expect(pages[0]?.bytes.equals(pages[1]?.bytes as Buffer)).toBe(false);

  // Clients still see no documents of the report, nor its values.
  const { body } = await service.get(`/v3.6/reports/${id}`, live());
  expect(body.documents).toEqual([]);
  for (const [browser, place] of [
    [rita, at('sandbox')],
    [stranger, at()],
    [stranger, at('live', service.other.id)],
  ] as const) {
    expect((await browser.get(`${place}/reports/${id}`)).status).toBe(404);
    expect((await browser.post(`${place}/reports/${id}/outcomes`, { decisions: [] })).status).not.toBe(200);
  }
});

test('reports that ask sources come with the data that the sources were asked about', async () => {
  const consents = ['phone_number_verification', 'ssn_verification'].map((name) => ({ name, granted: true }));
  const person = { ...jane, phone_number: '+447700900123', consents };
  const made = await service.post('/v3.6/applicants', person, live());
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const applicant = made.body.id;
  const dataOf = async (name: string) => {
    const { about } = await opened(await waiting(name, applicant));
    return about.data.slice(3).map(({ name: key, value }: { name: string; value: string }) => [key, value]);
  };
  const address = ['address', '1, Sample Street, London, SW4 6EH, GBR'];
  expect(await dataOf('identity_enhanced')).toEqual([address]);
  expect(await dataOf('phone_verification')).toEqual([['phone_number', '+447700900123']]);
});

test('the foreseen outcome of a decision equals the stored one, and foreseeing decides nothing', async () => {
  const applicant = (await service.post('/v3.6/applicants', jane, live())).body.id;
  const id = await waiting('identity_enhanced', applicant);
  const { doubts } = await opened(id);
  expect(doubts.length).toBeGreaterThan(0);
  const all = (result: string) => ({
    leaves: Object.fromEntries(doubts.map((path: string) => [path, result])),
    note: 'Asked the register by telephone',
  });
  const decisions = [all('clear'), all('consider'), { leaves: { 'absent.leaf': 'clear' }, note: 'x' }];
  const { body } = await rita.post(`${at()}/reports/${id}/outcomes`, { decisions });
  const ended = { sub_result: null, doubts: [], needs_another: false };
  expect(body.outcomes).toEqual([
    { ...ended, status: 'complete', result: 'clear', flagged: [] },
    { ...ended, status: 'complete', result: 'consider', flagged: doubts },
    null,
  ]);
  expect((await opened(id)).status).toBe('awaiting_approval');
  const stored = (await rita.post(`${at()}/reports/${id}/decide`, decisions[1])).body;
  expect([stored.status, stored.result, stored.sub_result]).toEqual(['complete', 'consider', null]);
  // A report that has ended takes no decision.
  const after = await rita.post(`${at()}/reports/${id}/outcomes`, { decisions: [all('clear')] });
  expect(after.body.outcomes).toEqual([null]);
  const auditor = await signedIn(service, 'auditor');
  expect((await auditor.post(`${at()}/reports/${id}/outcomes`, { decisions })).body.error.type).toBe('not_permitted');
});
