import { sameName } from '@bonafide/verification';
import { isoSeconds } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { reportType } from '../../reports/index.ts';
import type { OtherUse } from '../../reports/live/tools.ts';
import { getReport } from '../../reports/records/get.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import type { RepeatAttempts as AnsweredAttempts } from '../../reports/sandbox/repeat-attempts.ts';
import { findDocumentNumber, reportsWithDocument } from '../../store/queries/document-numbers.ts';
import type { CheckData } from '../check.ts';
import { getCheck } from '../get.ts';
import { documentMark, markDocument } from './document-number.ts';

type Comparison = 'match' | 'mismatch';

/** Another report on the same document as the requested report. */
interface RepeatAttempt {
  report_id: string;
  applicant_id: string;
  date_of_birth: Comparison;
  names: Comparison;
  result: 'clear' | 'consider';
  /** Unix milliseconds. */
  created_at: number;
  completed_at: number;
}

/** Number of uses of the document of a report. The counters include the report itself. */
export interface RepeatAttempts {
  report_id: string;
  /** Oldest first. */
  repeat_attempts: RepeatAttempt[];
  attempts_count: number;
  /** 0 to 1, to four decimals. */
  attempts_clear_rate: number;
  /** Attempts with at least one mismatch. */
  unique_mismatches_count: number;
}

/**
 * The other complete document reports of the account and environment on the same document: of the same number, type and
 * issuing country (contract 8.6). In sandbox there are none, since nothing is read there.
 *
 * Throws `resource_not_found` for an unknown report, one of another family and one that isn't complete; `gone`.
 */
export async function repeatAttempts(ctx: Ctx, id: string): Promise<RepeatAttempts> {
  const report = await getReport(ctx, id);
  if (reportType(report.name).family !== 'document' || report.status !== 'complete') throw notFound('Report', id);
  const { check } = await getCheck(ctx, report.check_id);
  const own = personOf(report, check.applicant);
  const attempts = await attemptsBeside(ctx, report, own);
  const clear = [report, ...attempts].filter(({ result }) => result === 'clear').length;
  const count = attempts.length + 1;
  return {
    report_id: id,
    repeat_attempts: attempts,
    attempts_count: count,
    attempts_clear_rate: Math.round((clear / count) * 10_000) / 10_000,
    unique_mismatches_count: attempts.filter(
      (attempt) => attempt.names === 'mismatch' || attempt.date_of_birth === 'mismatch',
    ).length,
  };
}

/** The same with times as clients see them. */
export function inIsoTimes(found: RepeatAttempts): AnsweredAttempts {
  return {
    ...found,
    repeat_attempts: found.repeat_attempts.map((attempt) => ({
      ...attempt,
      created_at: isoSeconds(attempt.created_at),
      completed_at: isoSeconds(attempt.completed_at),
    })),
  };
}

/** States of reports that are attempts, complete or not: one that was withdrawn or cancelled came to no end. */
const STAGES: Readonly<Record<string, OtherUse['stage']>> = {
  complete: 'complete',
  awaiting_approval: 'waiting',
  awaiting_data: 'processed',
};

/**
 * The other document reports on the document that a report has just read: complete ones, as `repeatAttempts` will show them,
 * those that wait for a person, and those that are being processed. It marks the report first, so that of two that are
 * processed at once one finds the other.
 */
export async function otherUses(
  ctx: Ctx,
  read: Pick<Report, 'id' | 'applicant_id' | 'properties'>,
  applicant: CheckData['applicant'],
): Promise<OtherUse[]> {
  const hash = documentMark(ctx, read.properties);
  if (hash === undefined) return [];
  await markDocument(ctx, read, hash);
  const own = personOf(read, applicant);
  const others = await othersWith(ctx, hash, read.id);
  return others.flatMap(({ report, person }) => {
    const stage = STAGES[report.status];
    const { id: report_id, applicant_id } = report;
    const sameApplicant = applicant_id === read.applicant_id;
    return stage ? [{ report_id, applicant_id, sameApplicant, stage, ...comparison(own, person) }] : [];
  });
}

async function attemptsBeside(ctx: Ctx, { id }: Report, own: Person): Promise<RepeatAttempt[]> {
  const mark = await ctx.read.first(findDocumentNumber, { id });
  const others = mark ? await othersWith(ctx, mark.hash, id) : [];
  return others
    .filter(({ report }) => report.status === 'complete')
    .map(({ report, person }) => ({
      report_id: report.id,
      applicant_id: report.applicant_id,
      ...compared(own, person),
      result: report.result === 'clear' ? 'clear' : 'consider',
      created_at: report.created_at,
      completed_at: report.completed_at ?? report.created_at,
    }));
}

/** The other reports on the document of a mark, oldest first, each with the person whom the document names. */
async function othersWith(ctx: Ctx, hash: string, own_id: string): Promise<{ report: Report; person: Person }[]> {
  const rows = await ctx.read.all(reportsWithDocument, { hash });
  return rows
    .filter(({ id }) => id !== own_id)
    .map(({ check_data, ...row }) => {
      const report = toReport(ctx, row);
      const { applicant } = ctx.vault.open<CheckData>(row.check_id, check_data);
      // What a report has read that waits for a person, or that a person decided as a whole, is kept with its assessment.
      const properties = { ...report.assessment?.properties, ...report.properties };
      return { report, person: personOf({ properties }, applicant) };
    });
}

interface Person {
  readonly dob: string;
  readonly names: string;
  /** True for values that were read from the document; other values come from the client. */
  readonly read: { readonly dob: boolean; readonly names: boolean };
}

/** The person on a document; if it couldn't be read, the applicant at the creation of the check. */
function personOf({ properties }: Pick<Report, 'properties'>, applicant: CheckData['applicant']): Person {
  const read = (key: string, known: string | null) => String(properties[key] ?? known ?? '');
  const names = [read('first_name', applicant.first_name), read('last_name', applicant.last_name)];
  return {
    dob: read('date_of_birth', applicant.dob),
    names: names.join(' '),
    read: {
      dob: Boolean(properties.date_of_birth),
      // A holder with one name has it in either place.
      names: Boolean(properties.last_name || properties.first_name),
    },
  };
}

/** Compares two people in the clients' form: a value that isn't known of both doesn't differ. */
function compared(one: Person, other: Person): Pick<RepeatAttempt, 'date_of_birth' | 'names'> {
  const { date_of_birth, names } = comparison(one, other);
  const shown = (found: OtherUse['names']): Comparison => (found === 'mismatch' ? 'mismatch' : 'match');
  return { date_of_birth: shown(date_of_birth), names: shown(names) };
}

/**
 * Compares two people: a value that isn't known of both, or only by the client, was not compared; `claimed` says that it differs.
 */
function comparison(one: Person, other: Person): Pick<OtherUse, 'date_of_birth' | 'names' | 'claimed'> {
  const read = { dob: one.read.dob && other.read.dob, names: one.read.names && other.read.names };
  const day = !one.dob || !other.dob ? null : one.dob === other.dob;
  // As documents are compared with applicants: a middle name that one of them leaves out makes nobody another person.
  const name = one.names.trim() && other.names.trim() ? sameName(one.names, other.names) : null;
  const date_of_birth = day === false ? 'mismatch' : day && read.dob ? 'match' : 'unknown';
  const names = name === 'different' ? 'mismatch' : name === 'same' && read.names ? 'match' : 'unknown';
  const claimed = (names === 'mismatch' && !read.names) || (date_of_birth === 'mismatch' && !read.dob);
  return { date_of_birth, names, claimed };
}
