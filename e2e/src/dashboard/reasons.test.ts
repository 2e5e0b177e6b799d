import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { choicesOf } from '../../../packages/dashboard/src/review/choices.ts';
import { none } from '../../../packages/dashboard/src/review/marks.ts';
import { measuredPaths, signText } from '../../../packages/dashboard/src/review/measures.ts';
import { type Basis, basisOf, offeredReasons } from '../../../packages/dashboard/src/review/reasons.ts';
import type { Report } from '../../../packages/dashboard/src/types.ts';
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
  expect(names).toHaveLength(7);
  for (const name of names)
    expect([name, signText(name, 0.5, 0.25)]).toEqual([name, expect.stringContaining('live images')]);
  const known = new Set(reportNames.flatMap((name) => leafPaths(reportType(name).tree)));
  expect(measuredPaths.filter((path) => !known.has(path))).toEqual([]);
});
