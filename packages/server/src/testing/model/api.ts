import { FormData } from 'undici';
import { type Generation, isEarlier } from '../../api/testing/generations.ts';
import type { Answer } from '../service.ts';
import type { Tenant } from './model.ts';
import type { TestWorld } from './test-world.ts';

type Body = Readonly<Record<string, unknown>>;

/** An applicant whom every report can be ordered for, as far as data go: a made-up person in Great Britain. */
const address = { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };

export interface PersonSent {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string | null;
  readonly isLocated?: boolean;
}

/** One generation of the API as its clients call it from a tenant. What v1 lacks, v2 does. */
export function api(world: TestWorld, tenant: Tenant, generation: Generation) {
  const earlier = isEarlier(generation);
  const atLeastV2 = generation === 'v1' ? 'v2' : generation;
  const call = (method: string, path: string, json?: unknown) =>
    world.call(tenant, method, path, json === undefined ? {} : { json });
  const upload = (path: string, fields: Record<string, string>, name: string, type: string, bytes: Buffer) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return world.call(tenant, 'POST', path, { form });
  };
  const person = ({ isLocated, ...sent }: PersonSent): Body => ({
    ...sent,
    ...(isLocated && generation === 'v3.6' ? { location: { country_of_residence: 'GBR' } } : {}),
  });
  const checksAt = (applicant: string) => `/${generation}/applicants/${applicant}/checks`;
  const reportsAt = (check: string, id: string) =>
    earlier ? `/${atLeastV2}/checks/${check}/reports/${id}` : `/${generation}/reports/${id}`;

  return {
    createApplicant: (sent: PersonSent): Promise<Answer> =>
      call('POST', `/${generation}/applicants`, {
        ...person(sent),
        dob: '1980-03-31',
        ...(earlier ? { addresses: [address] } : { address }),
      }),
    updateApplicant: (id: string, sent: PersonSent) => call('PUT', `/${atLeastV2}/applicants/${id}`, person(sent)),
    deleteApplicant: (id: string) => call('DELETE', `/${atLeastV2}/applicants/${id}`),
    restoreApplicant: (id: string) => call('POST', `/${atLeastV2}/applicants/${id}/restore`),
    applicant: (id: string) => call('GET', `/${generation}/applicants/${id}`),
    applicants: (all: boolean) =>
      call('GET', `/${all ? atLeastV2 : generation}/applicants?per_page=500${all ? '&include_deleted=true' : ''}`),

    uploadDocument(applicant_id: string, { type, country }: { type: string; country: string | null }) {
      const side: Record<string, string> = type === 'driving_licence' ? { side: 'front' } : {};
      const fields = { type, ...side, ...(country === null ? {} : { issuing_country: country }) };
      const file = [`${type}.png`, 'image/png', world.fixture.png] as const;
      return earlier
        ? upload(`/${generation}/applicants/${applicant_id}/documents`, fields, ...file)
        : upload(`/${generation}/documents`, { applicant_id, ...fields }, ...file);
    },
    uploadPhoto: (applicant_id: string) =>
      upload(
        `/${atLeastV2}/live_photos`,
        { applicant_id, advanced_validation: 'false' },
        'face.jpg',
        'image/jpeg',
        world.fixture.jpeg,
      ),
    documents: (applicant: string) =>
      call(
        'GET',
        earlier
          ? `/${generation}/applicants/${applicant}/documents`
          : `/${generation}/documents?applicant_id=${applicant}`,
      ),
    document: (applicant: string, id: string) =>
      call(
        'GET',
        earlier ? `/${generation}/applicants/${applicant}/documents/${id}` : `/${generation}/documents/${id}`,
      ),
    photos: (applicant: string) => call('GET', `/${atLeastV2}/live_photos?applicant_id=${applicant}`),
    photo: (id: string) => call('GET', `/${atLeastV2}/live_photos/${id}`),

    createCheck: (applicant_id: string, order: Body) =>
      earlier
        ? call('POST', checksAt(applicant_id), order)
        : call('POST', `/${generation}/checks`, { applicant_id, ...order }),
    checks: (applicant: string) =>
      call('GET', earlier ? `${checksAt(applicant)}?per_page=500` : `/${generation}/checks?applicant_id=${applicant}`),
    check: (applicant: string, id: string) =>
      call('GET', earlier ? `${checksAt(applicant)}/${id}` : `/${generation}/checks/${id}`),
    resumeCheck: (id: string) => call('POST', `/${generation}/checks/${id}/resume`),
    reports: (check: string) =>
      call('GET', earlier ? `/${generation}/checks/${check}/reports` : `/${generation}/reports?check_id=${check}`),
    report: (check: string, id: string) =>
      call('GET', earlier ? `/${generation}/checks/${check}/reports/${id}` : `/${generation}/reports/${id}`),
    resumeReport: (check: string, id: string) => call('POST', `${reportsAt(check, id)}/resume`),
    cancelReport: (check: string, id: string) => call('POST', `${reportsAt(check, id)}/cancel`),

    createWebhook: (url: string) => call('POST', `/${generation}/webhooks`, { url }),
    deleteWebhook: (id: string) => call('DELETE', `/${atLeastV2}/webhooks/${id}`),
    webhooks: () => call('GET', `/${generation}/webhooks`),
    webhook: (id: string) => call('GET', `/${generation}/webhooks/${id}`),
  };
}

export type Api = ReturnType<typeof api>;
