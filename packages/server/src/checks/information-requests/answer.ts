import { recordAuditIn } from '../../audit/record.ts';
import { problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { toMedia } from '../../media/media.ts';
import { type ReportName, reportType } from '../../reports/index.ts';
import type { ReportMedia } from '../../reports/media.ts';
import { type AnswerMedia, type ReportData, type ReportRound, toReport } from '../../reports/records/report.ts';
import { findReport, listReports, updateReportData } from '../../store/queries/checks.ts';
import { findInformationRequest } from '../../store/queries/information-requests.ts';
import { listMedia } from '../../store/queries/media.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import { recordEvents } from '../../webhooks/event-log/record.ts';
import type { Check } from '../check.ts';
import { enqueueProcessing } from '../enqueue.ts';
import { reportEvent } from '../events.ts';
import { activeCheckIn } from '../progress.ts';
import { endRequestIn } from './end.ts';
import { answerTo, documentItems, missingIn, type RequestAnswer } from './items.ts';
import { type InformationRequest, isOpen, type RequestableItem, toInformationRequest } from './request.ts';

/**
 * Hands the applicant's answer to the report, once, in one transaction: the report takes up the new media and is analysed again. Its
 * earlier media, findings and decisions stay with it as a round. Nothing happens while something is missing, or after the end of the
 * request. Throws `gone`.
 *
 * @returns the items that are missing
 */
export async function submitAnswer(ctx: Ctx, { id, check_id }: InformationRequest): Promise<RequestableItem[]> {
  return ctx.transaction(async (tx) => {
    const check = await activeCheckIn(ctx, tx, check_id);
    const row = await tx.first(findInformationRequest, { id });
    if (!check || !row) throw problem('gone');
    const request = toInformationRequest(ctx, row);
    const report = await tx.first(findReport, { id: request.report_id });
    if (!isOpen(request, ctx.now()) || !report) return [];
    const answer = await answerTo(ctx, tx, request);
    const missing = missingIn(answer);
    if (missing.length > 0) return missing;
    await takeUp(ctx, tx, check, { request, row: report, answer });
    return [];
  });
}

interface Answered {
  readonly request: InformationRequest;
  readonly row: ReportRow;
  readonly answer: RequestAnswer;
}

async function takeUp(ctx: Ctx, tx: ScopedTx, check: Check, { request, row, answer }: Answered): Promise<void> {
  const { id } = row;
  const media = [...answer.values()].flat().map((one) => one.id);
  await endRequestIn(ctx, tx, request.id, { state: 'answered', media });
  const data = await withAnswer(ctx, tx, { request, row, answer });
  await tx.run(updateReportData, { id, data: ctx.vault.seal(id, data) });
  const details = { request_id: request.id, media };
  recordAuditIn(ctx, tx, { action: 'applicant_answered', object_id: id, details });
  noteUpdate(ctx, tx, 'report', id);
  await recordEvents(ctx, tx, [reportEvent(check, row, row.status, 'report.applicant_answered')]);
  // A check that an operator has reopened processes its reports once it is taken up.
  if (check.status === 'in_progress') await enqueueProcessing(ctx, tx, check, [id]);
}

/** The data of a report with the answer, before its analysis. Decisions on earlier evidence say nothing about the new evidence. */
async function withAnswer(ctx: Ctx, tx: ScopedTx, { request, row, answer }: Answered): Promise<ReportData> {
  const report = toReport(ctx, row);
  const opened = ctx.vault.open<ReportData>(row.id, row.data);
  const { information_request: _, assessment, failure, decisions, step_up, answers, rounds = [], ...rest } = opened;
  const round: ReportRound = {
    media: rest.media,
    ...(assessment && { assessment }),
    ...(failure !== undefined && { failure }),
    ...(decisions && { decisions }),
    ended_at: ctx.now(),
    request_id: request.id,
  };
  const replacesDocument = answer.has('document');
  const media = mediaWith(rest.media, answer, await sidesOf(ctx, tx, row.applicant_id), step_up?.closeUps ?? []);
  const portraitChanged =
    (replacesDocument || answer.has('document_front')) && (await comparesFaces(tx, report.check_id));
  return {
    ...rest,
    media,
    ...(rest.document_ids && { document_ids: documentIdsWith(media, answer) }),
    breakdown: {},
    properties: {},
    answers: joined(answers, answer),
    rounds: [...rounds, round],
    ...(portraitChanged && { portrait_changed: true as const }),
    // Nothing more is asked for before a reviewer sees the report.
    ...(step_up && !replacesDocument && { step_up: { ...step_up, until: ctx.now(), analysed: -1 } }),
  };
}

const idsOf = (answer: RequestAnswer, item: RequestableItem): string[] => (answer.get(item) ?? []).map(({ id }) => id);

type Sides = ReadonlyMap<string, 'front' | 'back' | 'other'>;

/** Sides of the applicant's documents. `other`: data of a chip, and credentials. */
async function sidesOf(ctx: Ctx, tx: ScopedTx, applicant_id: string): Promise<Sides> {
  const rows = await tx.all(listMedia, { applicant_id, kind: 'document' });
  return new Map(
    rows.map((row) => {
      const { id, side, extension, credential } = toMedia(ctx, row);
      const other = extension === 'json' || credential;
      return [id, other ? 'other' : side === 'back' ? 'back' : 'front'] as const;
    }),
  );
}

/** The media that the report looks at from now on: a new picture takes the place of the earlier one of its side. */
function mediaWith(before: ReportMedia, answer: RequestAnswer, sides: Sides, closeUps: readonly string[]): ReportMedia {
  const listed = (ids: string[]) => ids.map((id) => ({ id }));
  const replaced = answer.has('document');
  const stays = ({ id }: { readonly id: string }): boolean => {
    if (replaced) return false;
    if (closeUps.includes(id)) return true;
    const side = sides.get(id);
    return !((side === 'front' && answer.has('document_front')) || (side === 'back' && answer.has('document_back')));
  };
  const fresh = ['document', 'document_front', 'document_back', 'credential'] as const;
  const added = [...new Set(fresh.flatMap((item) => idsOf(answer, item)))];
  const kept = before.documents.filter(stays);
  const inOrder = [...listed(added), ...kept].toSorted((a, b) => place(sides, a.id) - place(sides, b.id));
  const [photo, video, motion] = (['photo', 'video', 'motion'] as const).map((item) => idsOf(answer, item));
  return {
    documents: added.length > 0 ? inOrder : before.documents,
    live_photos: photo?.length ? listed(photo) : before.live_photos,
    live_videos: video?.length ? listed(video) : before.live_videos,
    motion_captures: motion?.length ? listed(motion) : before.motion_captures,
    id_photos: before.id_photos,
  };
}

/** Front, then back, then everything else. */
const place = (sides: Sides, id: string): number => ['front', 'back', 'other'].indexOf(sides.get(id) ?? 'other');

/** Ids of the documents that the report looks at from now on, where it was ordered for some documents alone. */
const documentIdsWith = ({ documents }: ReportMedia, answer: RequestAnswer): string[] =>
  answer.has('proof_of_address') ? idsOf(answer, 'proof_of_address') : documents.map(({ id }) => id);

/** All media of answers: they were uploaded after the check, and belong to the report all the same. */
function joined(before: AnswerMedia | undefined, answer: RequestAnswer): AnswerMedia {
  const documents = [...documentItems, 'credential', 'proof_of_address'] as const;
  const joinedOf = (kind: keyof AnswerMedia, items: readonly RequestableItem[]) => [
    ...new Set([...(before?.[kind] ?? []), ...items.flatMap((item) => idsOf(answer, item))]),
  ];
  return {
    documents: joinedOf('documents', documents),
    live_photos: joinedOf('live_photos', ['photo']),
    live_videos: joinedOf('live_videos', ['video']),
    motion_captures: joinedOf('motion_captures', ['motion']),
  };
}

/** Returns whether a report of the check compares a face with the document, or has compared it. */
async function comparesFaces(tx: ScopedTx, check_id: string): Promise<boolean> {
  const reports = await tx.all(listReports, { check_id });
  return reports.some(
    ({ name, status }) =>
      reportType(name as ReportName).family === 'facial' && status !== 'withdrawn' && status !== 'cancelled',
  );
}
