import { readFileSync } from 'node:fs';
import { version } from '../../../testing/versions.ts';
import type { ReportName } from '../../index.ts';
import type { Outcome, Properties } from '../../outcome.ts';
import type { ApplicantMedia } from '../../types.ts';
import { type SandboxInput, sandboxOutcome } from '../outcome.ts';

/** 2026-05-31T12:00:00Z */
export const createdAt = Date.UTC(2026, 4, 31, 12);

const capture = (id: string) => [{ id, created_at: createdAt - 1000 }];

/** A British passport of one side and one capture of each kind. */
export const media: ApplicantMedia = {
  documents: [{ id: 'document-1', type: 'passport', side: null, issuing_country: 'GBR', created_at: createdAt - 2000 }],
  livePhotos: capture('photo-1'),
  liveVideos: capture('video-1'),
  motionCaptures: capture('motion-1'),
  idPhotos: [],
};

/** The sandbox outcome of a report about Jane Doe, with whatever a test changes. */
export function outcomeOf(
  report: ReportName,
  changes: Partial<Omit<SandboxInput, 'applicant'>> & {
    first?: string;
    last?: string;
    idNumbers?: SandboxInput['applicant']['id_numbers'];
    dob?: SandboxInput['applicant']['dob'];
    address?: SandboxInput['applicant']['address'];
  } = {},
): Outcome {
  const { first = 'Jane', last = 'Doe', idNumbers = [{ type: 'tax_id', value: 'AAAPZ1234C' }], ...more } = changes;
  const { dob = '1990-01-01', address = { postcode: '75011', country: 'FRA' }, ...rest } = more;
  return sandboxOutcome({
    report,
    version: version('v3.6'),
    applicant: { first_name: first, last_name: last, id_numbers: idNumbers, dob, address },
    media,
    checkCreatedAt: createdAt,
    region: 'eu',
    ...rest,
  });
}

type Answer = Record<string, unknown>;

interface Answers {
  clear: Record<string, { breakdown: Answer; properties: Properties }>;
  consider: Record<string, Answer>;
  'document variants': Record<string, Properties>;
  'first_name document': Record<string, Answer>;
  'first_name facial': Record<string, Answer>;
  'sub_result words': Record<string, Answer>;
  specimens: Record<string, { front: Properties; back: Properties; address_lines: Properties }>;
  record: Properties;
  right_to_work: Record<string, Answer>;
  'FRA ID 1994 front only rejected': Answer;
  'repeat attempts': Record<string, Answer>;
}

/** Values of the placeholders in the published answers; dates of a proof of address are `YYYY-MM-DD`. */
export interface Placeholders {
  first_name: string;
  last_name: string;
  document_id: string;
  issue_date: string;
  period_start: string;
}

/** The published answers with their placeholders filled. */
export function answersFor({ first_name, last_name, document_id, issue_date, period_start }: Placeholders): Answers {
  return JSON.parse(
    readFileSync(new URL('./answers.json', import.meta.url), 'utf8')
      .replaceAll('<applicant.first_name>', first_name)
      .replaceAll('<applicant.last_name>', last_name)
      .replaceAll('<document_id>', document_id)
      .replaceAll('<id number value>', 'AAAPZ1234C')
      .replaceAll('<check created_at minus 30 days, date>', issue_date)
      .replaceAll('<issue_date minus 30 days>', period_start)
      .replaceAll('<issue_date>', issue_date),
  ) as Answers;
}

/** Answers for Jane Doe and the media above. */
export const answers = answersFor({
  first_name: 'Jane',
  last_name: 'Doe',
  document_id: 'document-1',
  issue_date: '2026-05-01',
  period_start: '2026-04-01',
});

/** The sides of a specimen as they are read together. */
export function bothSides(option: string): Properties {
  const { front, back } = answers.specimens[option]!;
  return { ...front, ...back };
}
