import { describe, expect, test } from 'vitest';
import type { Answer, Call } from '../testing/service.ts';
import { useService } from '../testing/service.ts';
import {
  applicantIn,
  type Body,
  type Checked,
  checkIn,
  checkPath,
  checkRequest,
  dated,
  documentIn,
  fieldsKnownTo,
  type Generation,
  generations,
  isEarlier,
  livePhotoIn,
  type Person,
  reportsIn,
  toCreate,
} from './testing/generations.ts';
import { greyJpeg, greyPng } from './v3/testing/files.ts';
import { asRequested, form, gone, outcome } from './v3/testing/story.ts';

const service = useService();

/** The same values under the same keys in the same order. */
function exactly(answer: Answer, status: number, body: unknown, why: string): void {
  expect([answer.status, answer.body], why).toEqual([status, body]);
  expect(keysOf(answer.body), why).toEqual(keysOf(body));
}

/** Keys in their order, nested keys included, except the trees of reports, whose order means nothing. */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([key, inner]) => [
    key,
    key === 'breakdown' || key === 'properties' ? null : keysOf(inner),
  ]);
}

const created = ({ status, body, bytes }: Answer): Body & { id: string } => {
  if (status !== 201) throw new Error(`${status} ${bytes}`);
  return body;
};

/** Creates Jane with all that a generation knows. */
async function jane(generation: Generation): Promise<{ id: string; person: Person }> {
  const { id } = created(await service.post(`/${generation}/applicants`, toCreate(generation)));
  return { id, person: fieldsKnownTo(generation) };
}

/** Uploads a document in the words of a generation. */
async function document(generation: Generation, applicant_id: string) {
  const path = isEarlier(generation) ? `applicants/${applicant_id}/documents` : 'documents';
  const bytes = await greyPng();
  const fields = { type: 'passport', side: 'front', issuing_country: 'GBR' };
  const body = form(isEarlier(generation) ? fields : { applicant_id, ...fields }, { name: 'passport.png', bytes });
  const answer = await service.call('POST', `/${generation}/${path}`, { form: body });
  return { answer, file: { id: created(answer).id, file_name: 'passport.png', file_size: bytes.length } };
}

/** Uploads a live photo; v1 has none, so its clients do it through v2. */
async function livePhoto(generation: Generation, applicant_id: string) {
  const bytes = await greyJpeg();
  const body = form({ applicant_id }, { name: 'face.jpg', bytes });
  const through = generation === 'v1' ? 'v2' : generation;
  const answer = await service.call('POST', `/${through}/live_photos`, { form: body });
  return { through, answer, file: { id: created(answer).id, file_name: 'face.jpg', file_size: bytes.length } };
}

/** Every path at which a generation shows a check and what belongs to it. */
function pathsOf(generation: Generation, { applicant_id, document_id, photo_id, ...check }: Checked): string[] {
  const root = `/${generation}`;
  const person = `${root}/applicants/${applicant_id}`;
  const at = checkPath(generation, { ...check, applicant_id });
  const download = `${root}/checks/${check.id}/download`;
  const photos = [`live_photos?applicant_id=${applicant_id}`, `live_photos/${photo_id}`].map(
    (path) => `${root}/${path}`,
  );
  if (isEarlier(generation)) {
    const documents = [`${person}/documents`, `${person}/documents/${document_id}`];
    const reports = `${root}/checks/${check.id}/reports`;
    const checks = [at, `${person}/checks`, download, reports, `${reports}/${check.report_ids[0]}`];
    return [person, ...documents, `${documents[1]}/download`, ...checks, ...(generation === 'v2' ? photos : [])];
  }
  const others = [
    ...[`documents?applicant_id=${applicant_id}`, `documents/${document_id}`, `documents/${document_id}/download`],
    ...[`checks?applicant_id=${applicant_id}`, `reports?check_id=${check.id}`, `reports/${check.report_ids[0]}`],
  ];
  return [person, at, download, ...others.map((path) => `${root}/${path}`), ...photos];
}

async function statuses(checked: Checked, call: Call = {}): Promise<[path: string, status: number][]> {
  const paths = generations.flatMap((generation) => pathsOf(generation, checked));
  return Promise.all(paths.map(async (path) => [path, (await service.get(path, call)).status]));
}

const all = (status: number, answers: [string, number][]) =>
  expect(answers).toEqual(answers.map(([path]) => [path, status]));

describe.each(generations)('made through %s, read through every generation', (made) => {
  test('from applicant to reports, and away again', async () => {
    const { id: applicant_id, person } = await jane(made);
    const upload = await document(made, applicant_id);
    exactly(upload.answer, 201, documentIn(made, applicant_id, upload.file), 'the upload of a document');
    const photo = await livePhoto(made, applicant_id);
    exactly(photo.answer, 201, livePhotoIn(photo.through, photo.file), 'the upload of a photo');

    const ordered = created(await service.post(...checkRequest(made, applicant_id)));
    await service.settle();
    const report_ids = ordered.report_ids
      ? asRequested(ordered.report_ids as string[])
      : (ordered.reports as { id: string }[]).map(({ id }) => id);
    const files = { document_id: upload.file.id, photo_id: photo.file.id };
    const checked: Checked = { id: ordered.id, applicant_id, report_ids, ...files, made };
    if (isEarlier(made)) {
      const expanded = { ...checkIn(service, made, checked), reports: reportsIn(made, checked) };
      expect(ordered).toEqual(expanded);
      expect(keysOf(ordered)).toEqual(keysOf(expanded));
    }

    for (const read of generations) {
      const get = (path: string) => service.get(`/${read}/${path}`);
      const person_ = applicantIn(read, applicant_id, person);
      exactly(await get(`applicants/${applicant_id}`), 200, person_, `the applicant in ${read}`);
      const documents = [documentIn(read, applicant_id, upload.file)];
      const check = checkIn(service, read, checked);
      const reports = reportsIn(read, checked);
      exactly(await service.get(checkPath(read, checked)), 200, check, `the check in ${read}`);
      if (isEarlier(read)) {
        exactly(await get(`applicants/${applicant_id}/documents`), 200, { documents }, `documents in ${read}`);
        exactly(await get(`checks/${checked.id}/reports`), 200, { reports }, `reports in ${read}`);
        const expanded = await service.get(`${checkPath(read, checked)}?&expand=reports`);
        exactly(expanded, 200, { ...check, reports }, `the check with reports in ${read}`);
        exactly(await get(`applicants/${applicant_id}/checks`), 200, { checks: [check] }, `checks in ${read}`);
      } else {
        exactly(await get(`documents?applicant_id=${applicant_id}`), 200, { documents }, `documents in ${read}`);
        exactly(
          await get(`reports?check_id=${checked.id}`),
          200,
          { reports: asRequested(reports) },
          `reports in ${read}`,
        );
        exactly(await get(`checks?applicant_id=${applicant_id}`), 200, { checks: [check] }, `checks in ${read}`);
      }
      // What a body says of its place is true.
      for (const body of [...documents, ...reports]) {
        exactly(await service.get(body.href as string), 200, body, `${body.href}`);
      }
      if (read !== 'v1') {
        const live_photos = [livePhotoIn(read, photo.file)];
        exactly(await get(`live_photos?applicant_id=${applicant_id}`), 200, { live_photos }, `photos in ${read}`);
      }
    }

    for (const token of [service.other.sandboxToken, service.other.liveToken, service.liveToken]) {
      all(404, await statuses(checked, { token }));
    }
    expect((await service.del(`/v3.6/applicants/${applicant_id}`)).status).toBe(204);
    all(410, await statuses(checked));
    for (const read of ['v2', 'v3.2', 'v3.6']) {
      expect(outcome(await service.get(`/${read}/applicants/${applicant_id}`))).toEqual(gone);
    }
    const ofV1 = await service.get(`/v1/applicants/${applicant_id}`);
    expect(ofV1.body).toEqual({ error: { id: expect.stringMatching(/^[0-9a-f]{24}$/), ...gone.body.error } });
    expect((await service.post(`/v2/applicants/${applicant_id}/restore`)).status).toBe(204);
    all(200, await statuses(checked));
    const back = await service.get(`/${made}/applicants/${applicant_id}`);
    exactly(back, 200, applicantIn(made, applicant_id, person), 'the applicant restored');
  });
});

/** Reads an applicant in every generation. */
async function shows(id: string, person: Person): Promise<void> {
  for (const read of generations) {
    const answer = await service.get(`/${read}/applicants/${id}`);
    exactly(answer, 200, applicantIn(read, id, person), `the applicant in ${read}`);
  }
}

/** Changes an applicant through a generation, which answers as it reads. */
async function change(generation: Generation, id: string, sent: Body, person: Person): Promise<void> {
  const answer = await service.put(`/${generation}/applicants/${id}`, sent);
  exactly(answer, 200, applicantIn(generation, id, person), `the change through ${generation}`);
  await shows(id, person);
}

/** Jane, created in v2 and located in v3.6. */
async function everybodyKnows(): Promise<{ id: string; person: Person }> {
  const { id, person } = await jane('v2');
  const location = { ip_address: '192.0.2.1', country_of_residence: 'GBR' };
  const consents = [{ name: 'privacy_notices_read', granted: true }];
  const known = { ...person, location };
  await change('v3.6', id, { location, consents }, known);
  return { id, person: known };
}

const consentsOf = async (id: string) => (await service.get(`/v3.6/applicants/${id}/consents`)).body;

describe('changed through one, read through the others', () => {
  test('what only v3.6 knows outlives changes through v2', async () => {
    const { id, person } = await everybodyKnows();
    const consents = await consentsOf(id);
    const moved = [dated({ street: 'Other Road', postcode: 'LS1 1AA', country: 'GBR', start_date: '2026-01-01' })];
    const { location, phone_number, ...rest } = person;
    const changed: Person = { ...rest, location, phone_number: '07700 900456', first_name: 'Joan', addresses: moved };
    const sent = { first_name: 'Joan', mobile: '07700 900456', addresses: [moved[0]] };
    await change('v2', id, sent, changed);
    const unset = { ...changed, title: null, nationality: null, addresses: [], id_numbers: [], phone_number: null };
    await change('v2', id, { title: null, nationality: '', addresses: [], id_numbers: null, mobile: '' }, unset);
    expect(await consentsOf(id)).toEqual(consents);
  });

  test.each(['v3.2', 'v3.6'] as const)('what only v2 knows outlives changes through %s', async (generation) => {
    const { id, person } = await everybodyKnows();
    const [past] = person.addresses;
    const now = { street: '1 New Road', town: 'York', postcode: 'YO1 7HH', country: 'GBR' };
    const changed = { ...person, last_name: 'Roe', addresses: [past!, dated(now)] };
    await change(generation, id, { last_name: 'Roe', address: now }, changed);
    // What v1 and v2 alone know is nothing to v3.
    const unknown = { title: 'Mr', mobile: '1', country: 'FRA', nationality: 'FRA', mothers_maiden_name: 'Moe' };
    await change(generation, id, { ...unknown, addresses: [], telephone: '1' }, changed);
  });

  test('an address that v3 sends as it is keeps its dates', async () => {
    const { id, person } = await everybodyKnows();
    const { body } = await service.get(`/v3.6/applicants/${id}`);
    await change('v3.6', id, { address: body.address, dob: '1991-01-01' }, { ...person, dob: '1991-01-01' });
  });

  test('past addresses stay when there was no current one', async () => {
    const { id, person } = await everybodyKnows();
    const past = [person.addresses[0]!, dated({ postcode: 'M1 1AA', country: 'GBR', end_date: '2009-12-31' })];
    await change('v2', id, { addresses: past }, { ...person, addresses: past });
    const now = { postcode: 'SW4 6EH', country: 'GBR' };
    await change('v3.6', id, { address: now }, { ...person, addresses: [dated(now), ...past] });
    await change('v3.6', id, { address: null }, { ...person, addresses: past });
  });

  test('v1 changes nothing', async () => {
    const { id, person } = await jane('v1');
    const path = `/v1/applicants/${id}`;
    for (const answer of [await service.put(path, { first_name: 'Joan' }), await service.del(path)]) {
      expect(answer.status).toBe(404);
    }
    await shows(id, person);
  });

  test.each(generations)('another account changes no applicant of %s', async (generation) => {
    const { id, person } = await jane(generation);
    for (const token of [service.other.sandboxToken, service.liveToken]) {
      for (const through of ['v2', 'v3.2', 'v3.6']) {
        const path = `/${through}/applicants/${id}`;
        expect((await service.put(path, { first_name: 'Joan' }, { token })).status).toBe(404);
        expect((await service.del(path, { token })).status).toBe(404);
        expect((await service.post(`${path}/restore`, undefined, { token })).status).toBe(404);
      }
      expect((await service.get(`/${generation}/applicants`, { token })).body).toEqual({ applicants: [] });
    }
    await shows(id, person);
  });
});
