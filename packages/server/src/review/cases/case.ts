import { getApplicant } from '../../applicants/get.ts';
import type { AuditDetails } from '../../audit/entry.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { memberNames } from '../../members/names.ts';
import { sendBeside } from '../../members/notices.ts';
import {
  caseEntriesOf,
  insertCaseEntry,
  lastCaseStatus,
  openRequestsOfApplicant,
  waitingReportsOf,
} from '../../store/queries/cases.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedReader } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import { type WaitingReport, withStates } from '../queue.ts';
import { authorIdOf, type CaseEntryData, type CaseFileEvent } from './entry.ts';
import { type CaseFile, caseFilesOf } from './files.ts';
import { type Mentioned, mentionedBy, noteMentions } from './mentions.ts';
import { type CaseStatus, statusOf } from './status.ts';
import { tagsOf } from './tags.ts';

/** A note of a member about an applicant, a status that the member set, or both; or a file that the member attached or removed. */
export interface CaseEntry {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Null for an entry without a status. */
  readonly status: CaseStatus | null;
  readonly author: { readonly id: string; readonly name: string } | null;
  /** Empty for a status without a note. */
  readonly note: string;
  readonly mentions: readonly Mentioned[];
  /** File that the member attached or removed; null for other entries. */
  readonly file: CaseFileEvent | null;
}

/** Everything about an applicant that members still have to decide. */
export interface PersonCase {
  readonly status: CaseStatus;
  /** The reports that wait for a reviewer, those that are due first. */
  readonly waiting: readonly WaitingReport[];
  /** Number of information requests that wait for the applicant. */
  readonly asked: number;
  /** Time until which the reports stay out of the review queue, Unix milliseconds; null for a case that is not snoozed. */
  readonly snoozedUntil: number | null;
  readonly tags: readonly string[];
  /** Files that members attached, the newest first. */
  readonly files: readonly CaseFile[];
  /** The newest entries, the newest first. */
  readonly entries: readonly CaseEntry[];
  /** True if the applicant has earlier entries. */
  readonly hasEarlier: boolean;
}

/** Entries that the page of a case shows, the newest of them. */
const SHOWN = 200;

/** Entries of an export: all of them. */
const ALL = Number.MAX_SAFE_INTEGER;

/** All notes of an applicant and all statuses that members set, the newest first. */
export const allCaseEntries = (ctx: Ctx, applicantId: string): Promise<CaseEntry[]> =>
  newestEntries(ctx, applicantId, ALL);

async function newestEntries(ctx: Ctx, applicantId: string, limit: number): Promise<CaseEntry[]> {
  const rows = await ctx.read.all(caseEntriesOf, { applicant_id: applicantId, limit });
  const names = await memberNames(
    ctx.services,
    rows.flatMap((row) => authorIdOf(row) ?? []),
  );
  return rows.map((row) => {
    const id = authorIdOf(row);
    const { note, mentions = [], file = null } = ctx.vault.open<CaseEntryData>(row.id, row.data);
    return {
      id: row.id,
      at: Number(row.created_at),
      status: row.status,
      author: id === undefined ? null : { id, name: names.get(id) ?? '' },
      note,
      mentions,
      file,
    };
  });
}

/** The case of an applicant. */
export async function caseOf(ctx: Ctx, applicantId: string): Promise<PersonCase> {
  const { rows, asked } = await factsOf(ctx.read, applicantId);
  const newest = await newestEntries(ctx, applicantId, SHOWN + 1);
  const set = await ctx.read.first(lastCaseStatus, { applicant_id: applicantId });
  return {
    status: statusOf({ waiting: rows.length, asked }, set?.status ?? null),
    waiting: await withStates(ctx, rows),
    asked,
    snoozedUntil: snoozedUntil(rows, ctx.now()),
    tags: (await tagsOf(ctx.read, [applicantId]))(applicantId),
    files: await caseFilesOf(ctx, applicantId),
    entries: newest.slice(0, SHOWN),
    hasEarlier: newest.length > SHOWN,
  };
}

/** Time at which all snoozed reports are back, since their snooze ends or they are due; null without any. */
function snoozedUntil(rows: readonly ReportRow[], now: number): number | null {
  const back = rows.map((row) => Math.min(Number(row.snoozed_until), Number(row.due_at))).filter((at) => at > now);
  return back.length === 0 ? null : Math.max(...back);
}

async function factsOf(read: Pick<ScopedReader, 'all'>, applicant_id: string) {
  const rows = await read.all(waitingReportsOf, { applicant_id });
  const asked = await read.all(openRequestsOfApplicant, { applicant_id });
  return { rows, asked: asked.length };
}

/** A note, a status, or both. */
export interface NewCaseEntry {
  readonly note?: string | undefined;
  readonly status?: CaseStatus | undefined;
}

/**
 * Adds a note about an applicant, or sets the status of the case. Throws `resource_not_found` or `gone`, and `validation_error` without
 * either, and for closing a case with reports that wait.
 */
export async function addCaseEntry(ctx: Ctx, applicantId: string, { note = '', status }: NewCaseEntry): Promise<void> {
  await getApplicant(ctx, applicantId);
  if (note === '' && status === undefined) throw invalid({ note: ['is required without `status`'] });
  const notices = await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    if (status === 'closed') await refuseClosing(tx, applicantId);
    const id = ctx.services.ids.uuid();
    const members = await mentionedBy(ctx, tx, note);
    const data: CaseEntryData = { note, mentions: members.map((member) => ({ id: member.id, name: member.name })) };
    await tx.run(insertCaseEntry, {
      id,
      applicant_id: applicantId,
      status: status ?? null,
      created_at: ctx.now(),
      created_by: recordOf(ctx.principal),
      data: ctx.vault.seal(id, data),
    });
    if (note !== '') {
      const details: AuditDetails = members.length > 0 ? { mentioned: members.map((member) => member.id) } : {};
      recordAuditIn(ctx, tx, { action: 'case_note_added', object_id: applicantId, details });
    }
    if (status !== undefined) {
      recordAuditIn(ctx, tx, { action: 'case_status_set', object_id: applicantId, details: { status } });
    }
    noteUpdate(ctx, tx, 'check');
    return noteMentions(ctx, tx, { applicant_id: applicantId, entry_id: id, members });
  });
  for (const notice of notices) sendBeside(ctx.services, notice);
}

async function refuseClosing(read: Pick<ScopedReader, 'all'>, applicantId: string): Promise<void> {
  const { rows, asked } = await factsOf(read, applicantId);
  if (rows.length + asked > 0) {
    throw invalid({ status: ["can't be closed while reports wait for a reviewer or for the applicant"] });
  }
}
