import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { choicesOf } from '../../../packages/dashboard/src/review/choices.ts';
import { sentenceOf } from '../../../packages/dashboard/src/review/doubts.ts';
import { none } from '../../../packages/dashboard/src/review/marks.ts';
import { measuredPaths, measureText, signText } from '../../../packages/dashboard/src/review/measures.ts';
import { type Basis, basisOf, offeredReasons } from '../../../packages/dashboard/src/review/reasons.ts';
import type { Hit, Report } from '../../../packages/dashboard/src/types.ts';
import { leafPaths } from '../../../packages/server/src/reports/breakdown.ts';
import { reportNames, reportType } from '../../../packages/server/src/reports/index.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';

/** A report that waits, with the first leaf of its kind in doubt. */
function waiting(name: string, more: Partial<Report> = {}): Report {
  const [path = ''] = leafPaths(reportType(name as never).tree);
  const leaf = { result: null, reason: 'Unclear', doubt: true, decided: null };
  return {
    name,
    status: 'awaiting_approval',
    doubts: [path],
    leaves: { [path]: leaf },
    hits: [],
    media: {},
    about: { files: [], data: [] },
    faces: null,
    portrait: null,
    decisions: [],
    failure: null,
    proposal: null,
    concerns: [{ path, kind: 'data', doubt: true }],
    standing: { settles: null },
    ...more,
  } as unknown as Report;
}

/** The pictures that the page of each kind of report shows, where it has any; and what they are compared with. */
const documents = { media: { documents: [{ id: ID }] } };
const faces = { media: { ...documents.media, live_photos: [{ id: OTHER }] } };
const pictured: Readonly<Record<string, readonly [Basis, Partial<Report>]>> = {
  document: ['document', documents],
  document_video: ['document', documents],
  document_video_with_address_information: ['document', documents],
  document_with_address_information: ['document', documents],
  document_with_driver_verification: ['document', documents],
  document_with_driving_licence_information: ['document', documents],
  facial_similarity_motion: ['faces', faces],
  facial_similarity_photo: ['faces', faces],
  facial_similarity_photo_fully_auto: ['faces', faces],
  facial_similarity_video: ['faces', faces],
  known_faces: ['seen', { about: { data: [], files: [ID, OTHER].map((media_id) => ({ media_id, pages: 1 })) } }],
  proof_of_address: ['paper', { about: { data: [], files: [{ media_id: ID, pages: 2 }] } }],
  right_to_work: ['document', documents],
};

test.each(reportNames)('%s has a reason by default only where its page shows something to compare', (name) => {
  const reasons = (report: Report, shown = true) =>
    choicesOf(report, none, basisOf(report, shown)).map(({ note }) => note);
  const blind = waiting(name);
  expect(basisOf(blind, true)).toBe('nothing');
  expect(new Set(reasons(blind))).toEqual(new Set([null]));
  // No reason that can be chosen claims a comparison, either.
  expect(offeredReasons(blind, 'nothing', []).filter((reason) => /compared|image|looked/i.test(reason))).toEqual([]);
  const [basis, media] = pictured[name] ?? [];
  if (!basis) return;
  const unread = basisOf(waiting(name, { ...media, leaves: {}, doubts: [] }), true);
  expect(unread).toBe(basis === 'document' ? 'unread' : basis);
  const seen = waiting(name, media);
  expect(basisOf(seen, true)).toBe(basis);
  expect(reasons(seen).every((reason) => reason !== null && reason !== '')).toBe(true);
  // A picture that the service can't show was not compared.
  expect(new Set(reasons(seen, false))).toEqual(new Set([null]));
});

test('pictures settle no doubt about registers, lists of lost documents or chips', () => {
  const doubts = ['share_code_validation.document_id', 'compromised_document.repeat_attempts', 'police_record'];
  for (const path of doubts)
    expect(basisOf(waiting('document', { ...documents, doubts: [path] }), true)).toBe('nothing');
  expect(reportNames).toHaveLength(23);
});

test('the reason of a hit says only what its points bear out', () => {
  const leaf = { result: null, reason: 'A hit', doubt: true, decided: null };
  const hit = (applicant: string[], listed: string[]): Hit =>
    ({
      list: 'eu',
      source_id: 'a',
      leaves: ['sanction'],
      decided: null,
      alike: [],
      suppressible: true,
      review: [
        { step: 'name', applicant: ['Ada'], listed: ['Ada'] },
        { step: 'birth_date', applicant, listed },
      ],
    }) as unknown as Hit;
  const reasons = (one: Hit) => {
    const report = waiting('watchlist_standard', { hits: [one], doubts: ['sanction'], leaves: { sanction: leaf } });
    return choicesOf(report, none, basisOf(report, true)).map(({ note }) => note);
  };
  const unsure = 'The compared points do not show whether it is the same person.';
  expect(reasons(hit(['1980-01-01'], ['1981-02-02']))).toEqual([
    ...['Different person: the date of birth differs.', null, unsure],
  ]);
  expect(reasons(hit(['1980-01-01'], ['1980-01-01']))).toEqual([
    ...[null, 'Same person: the name and the date of birth or id number match.', unsure],
  ]);
  expect(reasons(hit([], ['1980-01-01']))).toEqual([null, null, unsure]);
});

test('the gravest finding is named first, and all that nothing confirms is one doubt', () => {
  const leaf = (reason: string) => ({ result: null, reason, doubt: true, decided: null });
  const paths = ['visual_authenticity.fonts', 'visual_authenticity.template', 'data_comparison.last_name'];
  const portrait = 'visual_authenticity.picture_face_integrity';
  const missing = 'No evidence rules out that it is forged.';
  const report = waiting('document', {
    doubts: [portrait, ...paths],
    leaves: {
      [paths[0] as string]: leaf(missing),
      [paths[1] as string]: leaf(`${missing} Unread`),
      [paths[2] as string]: leaf('It may differ'),
      [portrait]: leaf('The portraits show two people'),
    },
    concerns: [
      { path: portrait, kind: 'forgery', doubt: true },
      { path: paths[2] as string, kind: 'data', doubt: true },
      { path: paths[0] as string, kind: 'unconfirmed', doubt: true },
      { path: paths[1] as string, kind: 'unconfirmed', doubt: true },
    ],
  });
  expect(sentenceOf(report)).toBe('Picture face integrity: The portraits show two people. And 3 more points to check.');
  const unconfirmed = { ...report, doubts: paths.slice(0, 2), concerns: report.concerns.slice(2) };
  expect(sentenceOf(unconfirmed)).toBe('2 points have no evidence for or against them.');
});

test('measures are written as facts with their unit and limit', () => {
  const text = (path: string, measure: number, threshold: number) => measureText({ path, measure, threshold });
  const expiry = (days: number) => text('data_validation.document_expiration', days, 0);
  expect([-2335, -1, -365, 0, 400].map(expiry)).toEqual([
    ...['That was 6 years 145 days ago.', 'That was 1 day ago.', 'That was 1 year ago.'],
    ...['That is today.', 'That is in 1 year 35 days.'],
  ]);
  expect(text('data_validation.mrz', 2, 0)).toBe('2 check digits are wrong.');
  expect(text('data_consistency.multiple_data_sources_present', 1, 2)).toBe(
    'Data sources on the document: 1 (minimum 2).',
  );
  // The reason of the leaf says it.
  expect(text('age_validation.minimum_accepted_age', 17, 18)).toBeNull();
  expect(text('device.name_match', 0.912, 0.85)).toBe('Name similarity: high (measured 91 %, minimum 85 %).');
  expect(text('visual_authenticity.spoofing_detection', 0.25, 0.5)).toBe(
    'Liveness: low (measured score 0.25 from 0 to 1, low up to 0.5).',
  );
  expect(signText('glare_on_face', 0.0312, 0.02)).toBe('3 % of the face is white (live images: at most 2 %)');
  expect(measureText({ path: 'data_validation.mrz' })).toBeNull();
});

/** Files below a folder that are not tests. */
const sourcesIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

test('each sign of an attack has its sentence, and each measured leaf is one of a report', () => {
  const [signals = ''] = sourcesIn(join(process.cwd(), 'packages/verification/src/faces/attack')).filter((text) =>
    text.includes('const SIGNALS = {'),
  );
  const names = [...signals.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name as string);
  expect(names).toHaveLength(6);
  for (const name of names)
    expect([name, signText(name, 0.5, 0.25)]).toEqual([name, expect.stringContaining('live images')]);
  const known = new Set(reportNames.flatMap((name) => leafPaths(reportType(name).tree)));
  expect(measuredPaths.filter((path) => !known.has(path))).toEqual([]);
});
