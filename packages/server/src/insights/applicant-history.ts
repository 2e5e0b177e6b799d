import type { Applicant } from '../applicants/applicant.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Media } from '../media/media.ts';
import { type HistoryEntry, historyOf, type NamedEntry } from './history.ts';
import type { ListedCheck } from './listed-check.ts';

/** Objects whose events and audit entries are read: a history is of the newest. */
const MOST_OBJECTS = 200;

/** Something of an applicant that was made at a time, Unix milliseconds. */
interface Made {
  readonly id: string;
  readonly created_at: number;
}

/** Objects of an applicant. */
interface Whole {
  readonly applicant: Applicant;
  readonly media: readonly Media[];
  readonly checks: readonly ListedCheck[];
  readonly runs: readonly Made[];
  readonly mails: readonly Made[];
  readonly messages: readonly Made[];
  readonly monitors: readonly Made[];
  /** Files that members attached to the case and removed. */
  readonly caseFiles: readonly HistoryEntry[];
}

/**
 * Events of an applicant and of all its objects, in time order.
 * @param everybody true for audit entries of everybody; else entries of the principal alone
 */
export async function historyOfApplicant(ctx: Ctx, whole: Whole, everybody: boolean): Promise<NamedEntry[]> {
  const { applicant, media, checks, runs } = whole;
  const reports = checks.flatMap((check) => check.reports);
  const objects = [...media, ...checks.map(({ check }) => check), ...reports, ...runs];
  const newest = objects.sort((a, b) => b.created_at - a.created_at).slice(0, MOST_OBJECTS);
  const created = [
    entry('applicant', applicant),
    ...media.map((upload) => entry(upload.kind, upload)),
    ...checks.map(({ check }) => entry('check', check)),
    ...runs.map((run) => entry('workflow_run', run)),
    ...whole.mails.map((mail) => entry('mail', mail)),
    ...whole.messages.map((message) => entry('text_message', message)),
    ...whole.monitors.map((monitor) => entry('monitor', monitor)),
    ...whole.caseFiles,
  ];
  const ids = [applicant.id, ...newest.map(({ id }) => id)];
  return historyOf(ctx, { applicant_id: applicant.id, ids, reports, created, everybody });
}

const entry = (what: string, { created_at }: Pick<Made, 'created_at'>): HistoryEntry => ({
  at: created_at,
  kind: 'created',
  what,
  status: null,
  by: null,
  note: null,
});
