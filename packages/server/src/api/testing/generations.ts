import { mergePatch } from '../../base/merge-patch.ts';
import { answersFor } from '../../reports/sandbox/testing/subject.ts';
import type { TestService } from '../../testing/service.ts';
import { asRequested, startOfTime } from '../v3/testing/story.ts';

/** The four generations of the API, by their paths. */
export const generations = ['v1', 'v2', 'v3.2', 'v3.6'] as const;
export type Generation = (typeof generations)[number];
export const isEarlier = (generation: Generation) => generation < 'v3';

/** A body as it is on the wire; its keys in their order. */
export type Body = Record<string, unknown>;

const noAddress = {
  flat_number: null,
  building_number: null,
  building_name: null,
  street: null,
  sub_street: null,
  town: null,
  state: null,
  postcode: null,
  country: null,
  line1: null,
  line2: null,
  line3: null,
};
export const dated = (parts: Body): Body => ({ ...noAddress, start_date: null, end_date: null, ...parts });

const now = { building_number: '100', street: 'Specimen Way', town: 'Sacramento', state: 'CA', postcode: '95814' };
const before = { flat_number: '2', street: 'Sample Street', town: 'Leeds', postcode: 'LS1 1AA', country: 'GBR' };

/** Jane with every field: a made-up person. */
const jane = {
  title: 'Ms',
  first_name: 'Jane',
  middle_name: 'Ann',
  last_name: 'Doe',
  email: 'jane@example.com',
  gender: 'female',
  dob: '1990-02-03',
  telephone: '020 7946 0000',
  phone_number: '+447700900123',
  country: 'USA',
  nationality: 'GBR',
  country_of_birth: 'FRA',
  town_of_birth: 'Lyon',
  mothers_maiden_name: 'Roe',
  previous_last_name: 'Poe',
  addresses: [
    dated({ ...before, start_date: '2010-01-01', end_date: '2015-06-30' }),
    dated({ ...now, country: 'USA', start_date: '2015-07-01' }),
  ],
  id_numbers: [
    { type: 'ssn', value: '433-54-3937', state_code: null },
    { type: 'driving_licence', value: 'X0000018', state_code: 'CA' },
  ],
  location: { ip_address: '192.0.2.1', country_of_residence: 'GBR' },
};
export type Person = { [Field in keyof typeof jane]: (typeof jane)[Field] | null } & { addresses: Body[] };

const nobody: Person = {
  ...(Object.fromEntries(Object.keys(jane).map((field) => [field, null])) as unknown as Person),
  addresses: [],
  id_numbers: [],
};

const common = ['first_name', 'last_name', 'email', 'dob', 'addresses', 'id_numbers'] as const;
const ofV1 = [...common, 'title', 'middle_name', 'gender', 'telephone', 'phone_number', 'country'] as const;
const ofBirth = ['nationality', 'country_of_birth', 'town_of_birth'] as const;
const known: Record<Generation, readonly (keyof Person)[]> = {
  v1: ofV1,
  v2: [...ofV1, ...ofBirth, 'mothers_maiden_name', 'previous_last_name'],
  'v3.2': common,
  'v3.6': [...common, 'phone_number', 'location'],
};

/** Jane in the fields of a generation. */
export function fieldsKnownTo(generation: Generation): Person {
  const person = { ...nobody, ...Object.fromEntries(known[generation].map((field) => [field, jane[field]])) } as Person;
  if (isEarlier(generation)) return person;
  return { ...person, addresses: [{ ...person.addresses[1], start_date: null }] };
}

const withoutLines = ({ line1: _1, line2: _2, line3: _3, ...parts }: Body): Body => parts;
const withoutDates = ({ start_date: _start, end_date: _end, ...parts }: Body): Body => parts;

/** Request of a client of the generation to create Jane: everything that the generation knows. */
export function toCreate(generation: Generation): Body {
  const { addresses, phone_number, ...sent } = Object.fromEntries(
    known[generation].map((field) => [field, jane[field]]),
  ) as Person;
  if (isEarlier(generation)) return { ...sent, mobile: phone_number, addresses: addresses.map(withoutLines) };
  const { state: _, ...parts } = withoutDates(addresses[1]!);
  const consents = [{ name: 'privacy_notices_read', granted: true }];
  return {
    ...sent,
    address: { ...parts, state: 'CA' },
    ...(generation === 'v3.6' ? { phone_number, consents } : {}),
  };
}

/** The current address: without an end, else the first. */
const current = ({ addresses }: Person) => addresses.find(({ end_date }) => end_date === null);

/** An applicant as each generation shows it. */
export function applicantIn(generation: Generation, id: string, person: Person, sandbox = true): Body {
  const { first_name, last_name, email, dob, title, middle_name, gender, telephone, country } = person;
  const href = `/${generation}/applicants/${id}`;
  const mobile = person.phone_number;
  const head = { id, created_at: startOfTime };
  const id_numbers = person.id_numbers?.map(({ state_code, ...number }) =>
    isEarlier(generation) ? { ...number, ...(state_code && { state_code }) } : { ...number, state_code },
  );
  const { addresses } = person;
  const names = { title, first_name, middle_name, last_name, email, gender, dob, telephone, mobile };
  if (generation === 'v1') {
    return { ...head, href, ...names, country, id_numbers, addresses: addresses.map(withoutLines) };
  }
  if (generation === 'v2') {
    const { nationality, mothers_maiden_name, country_of_birth, town_of_birth, previous_last_name } = person;
    return {
      ...head,
      sandbox,
      ...names,
      nationality,
      country,
      href,
      mothers_maiden_name,
      country_of_birth,
      town_of_birth,
      previous_last_name,
      id_numbers,
      addresses,
      delete_at: null,
    };
  }
  const now = current(person);
  return {
    ...head,
    sandbox,
    first_name,
    last_name,
    email,
    dob,
    delete_at: null,
    href,
    address: now ? withoutDates(now) : null,
    id_numbers,
    ...(generation === 'v3.6' ? { phone_number: mobile, location: person.location } : {}),
  };
}

interface File {
  id: string;
  file_name: string;
  file_size: number;
}

/** A document as each generation shows it. */
export function documentIn(generation: Generation, applicant_id: string, { id, file_name, file_size }: File): Body {
  const at = isEarlier(generation) ? `applicants/${applicant_id}/documents` : 'documents';
  const href = `/${generation}/${at}/${id}`;
  const file = { id, created_at: startOfTime, file_name, file_type: 'png', file_size };
  const facts = { type: 'passport', side: 'front' };
  const issuing_country = 'GBR';
  const download_href = `${href}/download`;
  if (generation === 'v1') return { ...file, ...facts, href };
  if (generation === 'v2') return { ...file, ...facts, issuing_country, href, download_href, applicant_id };
  return { ...file, ...facts, issuing_country, applicant_id, href, download_href };
}

/** A live photo as the generations show it that have any. */
export function livePhotoIn(generation: Generation, { id, file_name, file_size }: File): Body {
  const href = `/${generation}/live_photos/${id}`;
  const file = { id, created_at: startOfTime, file_name, file_type: 'image/jpeg', file_size };
  return { ...file, href, download_href: `${href}/download` };
}

/** Request of a client of the generation to check a document, a face and lists. */
export function checkRequest(generation: Generation, applicant_id: string): [path: string, body: Body] {
  const more = { tags: ['one', 'two'], redirect_uri: 'https://alice.example/done' };
  if (isEarlier(generation)) {
    const face = { name: 'facial_similarity', variant: 'standard' };
    const reports = [{ name: 'document' }, face, { name: 'watchlist', variant: 'kyc' }];
    return [`/${generation}/applicants/${applicant_id}/checks`, { type: 'express', reports, ...more }];
  }
  const report_names = ['document', 'facial_similarity_photo', 'watchlist_standard'];
  return [`/${generation}/checks`, { applicant_id, report_names, ...more }];
}

/** A completed check and what it is of. */
export interface Checked {
  id: string;
  applicant_id: string;
  /** Report ids in the order of the request. */
  report_ids: readonly string[];
  document_id: string;
  photo_id: string;
  /** Generation that ordered it. */
  made: Generation;
}

/** Path of the check in a generation. */
export const checkPath = (generation: Generation, { id, applicant_id }: Pick<Checked, 'id' | 'applicant_id'>) =>
  isEarlier(generation) ? `/${generation}/applicants/${applicant_id}/checks/${id}` : `/${generation}/checks/${id}`;

/** The completed check as each generation shows it. */
export function checkIn({ services }: TestService, generation: Generation, checked: Checked): Body {
  const { id, applicant_id, report_ids } = checked;
  const { api, dashboard } = services.urls;
  const head = { id, created_at: startOfTime, status: 'complete', redirect_uri: 'https://alice.example/done' };
  const tags = ['one', 'two'];
  const href = checkPath(generation, checked);
  const results_uri = `${dashboard}/checks/${id}`;
  const download_uri = `${api}/${generation}/checks/${id}/download`;
  const links = { results_uri, download_uri, form_uri: null, href };
  const express = { type: 'express', result: 'clear' };
  if (generation === 'v1') return { ...head, ...express, ...links, reports: report_ids, tags };
  if (generation === 'v2') {
    const groups = { sandbox: true, report_type_groups: [], tags };
    return { ...head, ...express, ...groups, ...links, reports: report_ids, paused: false, version: '2.0' };
  }
  return {
    ...head,
    result: 'clear',
    sandbox: true,
    tags,
    results_uri,
    form_uri: null,
    paused: false,
    version: generation.slice(1),
    report_ids: asRequested(report_ids),
    href,
    applicant_id,
    applicant_provides_data: false,
    privacy_notices_read_consent_given: null,
    webhook_ids: null,
  };
}

/** v3 name; name, and variant when another generation than v1 and v2 ordered it. */
const called = [
  ['document', 'document', 'standard'],
  ['facial_similarity_photo', 'facial_similarity', 'standard'],
  ['watchlist_standard', 'watchlist', 'kyc'],
] as const;

/** Breakdown and properties in a generation (contract 10.5 and 16.4). */
function answerIn(generation: Generation, index: number, document_id: string): Body {
  const person = { first_name: 'Jane', last_name: 'Doe', document_id, issue_date: '', period_start: '' };
  const { document, facial_similarity_photo, watchlist_standard } = answersFor(person).clear;
  const clear = [document, facial_similarity_photo, watchlist_standard][index] as { breakdown: Body; properties: Body };
  const patches = [
    generation !== 'v3.6' && { compromised_document: { breakdown: null } },
    false,
    isEarlier(generation),
  ];
  if (!patches[index]) return clear;
  const renamed = { legal_and_regulatory_warnings: null, adverse_media: { result: 'clear' } };
  return { ...clear, breakdown: mergePatch(clear.breakdown, index === 0 ? (patches[0] as Body) : renamed) };
}

/** The reports of a completed check as each generation shows them. */
export function reportsIn(generation: Generation, checked: Checked): Body[] {
  return checked.report_ids.map((id, index) => {
    const [v3Name, name, variant] = called[index]!;
    const { breakdown, properties } = answerIn(generation, index, checked.document_id);
    const isDocument = index === 0;
    const sub_result = isDocument ? 'clear' : null;
    const documents = index < 2 ? [{ id: checked.document_id }] : [];
    const ended = { status: 'complete', result: 'clear' };
    const head = { id, created_at: startOfTime };
    if (isEarlier(generation)) {
      const href = `/${generation}/checks/${checked.id}/reports/${id}`;
      // None was named for the document.
      const ordered = isEarlier(checked.made) && isDocument ? null : variant;
      if (generation === 'v1') {
        return {
          id,
          name,
          created_at: startOfTime,
          ...ended,
          variant: ordered,
          options: [],
          href,
          breakdown,
          properties,
        };
      }
      const shown = isDocument ? { documents } : {};
      return { ...head, href, name, ...ended, sub_result, variant: ordered, properties, breakdown, ...shown };
    }
    const captures = { live_photos: [{ id: checked.photo_id }], live_videos: [], motion_captures: [], id_photos: [] };
    const shown = generation === 'v3.6' && index === 1 ? captures : {};
    const href = `/${generation}/reports/${id}`;
    return {
      ...head,
      name: v3Name,
      href,
      ...ended,
      sub_result,
      check_id: checked.id,
      documents,
      breakdown,
      properties,
      ...shown,
    };
  });
}
