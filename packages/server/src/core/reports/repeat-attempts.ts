import { sameName } from '@bonafide/verification';
import { isoSeconds } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import { reportType } from '../../reports/index.ts';
import type { RepeatAttempts as AnsweredAttempts } from '../../sandbox/repeat-attempts.ts';
import { findDocumentNumber, reportsWithDocument } from '../../store/queries/document-numbers.ts';
import type { CheckData } from '../checks/check.ts';
import { getCheck, getReport } from '../checks/get.ts';
import type { Ctx } from '../ctx.ts';
import { documentMark } from './document-number.ts';
import { type Report, toReport } from './report.ts';

type Comparison = 'match' | 'mismatch';

/** Another report on the same document, beside the one that is asked about. */
export interface RepeatAttempt {
  report_id: string;
  applicant_id: string;
  date_of_birth: Comparison;
  names: Comparison;
  result: 'clear' | 'consider';
  /** Unix milliseconds. */
  created_at: number;
  completed_at: number;
}

/** How often the document of a report was used. The counters include the report itself. */
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
    unique_mismatches_count: attempts.filter((one) => one.names === 'mismatch' || one.date_of_birth === 'mismatch')
      .length,
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

/**
 * The other complete document reports on the document that a report has just read: as `repeatAttempts` will show once it
 * is complete.
 */
export async function otherUses(
  ctx: Ctx,
  read: Pick<Report, 'id' | 'properties'>,
  applicant: CheckData['applicant'],
): Promise<RepeatAttempt[]> {
  const hash = documentMark(ctx, read.properties);
  return hash === undefined ? [] : attemptsWith(ctx, hash, read.id, personOf(read, applicant));
}

async function attemptsBeside(ctx: Ctx, { id }: Report, own: Person): Promise<RepeatAttempt[]> {
  const mark = await ctx.read.first(findDocumentNumber, { id });
  return mark ? attemptsWith(ctx, mark.hash, id, own) : [];
}

async function attemptsWith(ctx: Ctx, hash: string, own_id: string, own: Person): Promise<RepeatAttempt[]> {
  const rows = await ctx.read.all(reportsWithDocument, { hash });
  return rows
    .filter(({ id }) => id !== own_id)
    .map(({ check_data, ...row }) => {
      const other = toReport(ctx, row);
      const { applicant } = ctx.vault.open<CheckData>(row.check_id, check_data);
      return {
        report_id: other.id,
        applicant_id: other.applicant_id,
        ...compared(own, personOf(other, applicant)),
        result: other.result === 'clear' ? 'clear' : 'consider',
        created_at: other.created_at,
        completed_at: other.completed_at ?? other.created_at,
      };
    });
}

interface Person {
  readonly dob: string;
  readonly names: string;
}

/** Whom a document names; where it couldn't be read, the applicant as at the creation of the check. */
function personOf({ properties }: Pick<Report, 'properties'>, applicant: CheckData['applicant']): Person {
  const read = (key: string, known: string | null) => String(properties[key] ?? known ?? '');
  const names = [read('first_name', applicant.first_name), read('last_name', applicant.last_name)];
  return { dob: read('date_of_birth', applicant.dob), names: names.join(' ') };
}

/** What isn't known of one of the two doesn't differ. */
function compared(one: Person, other: Person): Pick<RepeatAttempt, 'date_of_birth' | 'names'> {
  const differ = one.dob && other.dob && one.dob !== other.dob;
  return {
    date_of_birth: differ ? 'mismatch' : 'match',
    // As documents are compared with applicants: a middle name that one of them leaves out makes nobody another person.
    names: sameName(one.names, other.names) === 'different' ? 'mismatch' : 'match',
  };
}
