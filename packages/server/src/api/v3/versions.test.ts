import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { asRequested, storyOf } from './testing/story.ts';

const service = useService();

const names = { first_name: 'Anna', last_name: 'Berg' };
const more = { phone_number: '+447911123456', location: { country_of_residence: 'FRA', ip_address: null } };

describe.each([
  { version: 'v3', generation: '3.2' },
  { version: 'v3.1', generation: '3.2' },
  { version: 'v3.2', generation: '3.2' },
  { version: 'v3.3', generation: '3.2' },
  { version: 'v3.4', generation: '3.6' },
  { version: 'v3.5', generation: '3.6' },
  { version: 'v3.6', generation: '3.6' },
])('$version', ({ version, generation }) => {
  const later = generation === '3.6';

  it(`behaves as v${generation} and says its own version in every href`, async () => {
    const { status, body } = await service.post(`/${version}/applicants`, { ...names, ...more });
    expect([status, body.href]).toEqual([201, `/${version}/applicants/${body.id}`]);
    expect([body.phone_number, body.location]).toEqual(
      later ? [more.phone_number, more.location] : [undefined, undefined],
    );

    const read = await service.get(`/${version}/applicants/${body.id}`);
    const changed = await service.put(`/${version}/applicants/${body.id}`, {});
    const listed = await service.get(`/${version}/applicants?per_page=1`);
    expect([read.body, changed.body, listed.body.applicants[0]]).toEqual([body, body, body]);
    expect(listed.headers.link).toContain(`<${service.baseUrl}/${version}/applicants?per_page=1&page=1>; rel="first"`);

    const check = await service.post(`/${version}/checks`, {
      applicant_id: body.id,
      report_names: ['identity_enhanced'],
    });
    const number = version === 'v3' ? '3.0' : version.slice(1);
    expect([check.body.href, check.body.version]).toEqual([`/${version}/checks/${check.body.id}`, number]);
    const reports = await service.get(`/${version}/reports?check_id=${check.body.id}`);
    expect(reports.body.reports[0].href).toBe(`/${version}/reports/${check.body.report_ids[0]}`);
    const webhook = await service.post(`/${version}/webhooks`, { url: 'https://alice.example/events' });
    expect(webhook.body.href).toBe(`/${version}/webhooks/${webhook.body.id}`);
    // Else each event of the tests below is delivered to a name that takes seconds to look up.
    expect((await service.call('DELETE', `/${version}/webhooks/${webhook.body.id}`)).status).toBe(204);

    expect((await service.get(`/${version}/applicants/${body.id}/consents`)).status).toBe(later ? 200 : 404);
    expect((await service.get(`/${version}/ping`)).body).toBe('OK');
    expect((await service.post(`/${version}/sdk_token`, { applicant_id: body.id })).status).toBe(200);
  });
});

// Contract 10.1. Great Britain's proofs of address are taken by all, Spain's from v3.3 on.
it.each([
  { version: 'v3', spain: false, age: false, number: false },
  { version: 'v3.1', spain: false, age: false, number: false },
  { version: 'v3.2', spain: false, age: false, number: false },
  { version: 'v3.3', spain: true, age: true, number: false },
  { version: 'v3.4', spain: true, age: true, number: false },
  { version: 'v3.5', spain: true, age: true, number: true },
  { version: 'v3.6', spain: true, age: true, number: true },
])('$version: proofs of address and ID numbers', async ({ version, spain, age, number }) => {
  const story = storyOf(service, 'v3.6');
  const reportsOf = async (issuing_country: string) => {
    const body = { ...names, id_numbers: [{ type: 'tax_id', value: '12345678Z' }] };
    const { id: applicant_id } = (await service.post(`/${version}/applicants`, body)).body;
    await story.document(applicant_id, { type: 'bank_statement', issuing_country });
    const report_names = ['proof_of_address', 'identity_enhanced'];
    const { body: check } = await service.post(`/${version}/checks`, { applicant_id, report_names });
    await story.process();
    return asRequested((await service.get(`/${version}/reports?check_id=${check.id}`)).body.reports);
  };
  const [proof, identity] = await reportsOf('GBR');
  expect('valid_document_date' in proof.breakdown.document_classification.breakdown).toBe(age);
  expect('source_integrity' in proof.breakdown.image_integrity.breakdown).toBe(number);
  expect('national_id_number' in identity.breakdown).toBe(number);
  expect(proof.status).toBe('complete');
  const [abroad] = await reportsOf('ESP');
  expect([abroad.status, abroad.result]).toEqual(spain ? ['complete', 'clear'] : ['cancelled', null]);
  for (const token of [service.other.sandboxToken, service.liveToken]) {
    expect((await service.get(`/${version}/reports/${proof.id}`, { token })).status).toBe(404);
  }
});

it('serves no version that was never published', async () => {
  const versions = [
    'v3.7',
    'v3.60',
    'v3.06',
    'v3.',
    'v3.6.0',
    'v3.-1',
    'V3.6',
    'v03',
    'v2',
    'v4',
    'v30',
    '3.6',
    'v3%2E6x',
  ];
  for (const version of versions) {
    const { status, body } = await service.get(`/${version}/ping`);
    expect([status, body.error?.type], version).toEqual([404, 'resource_not_found']);
  }
});
