import type { Applicant } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { HOUR_MS } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { recordOf } from '../../context/principal.ts';
import { enqueue } from '../../jobs/queue.ts';
import { languageOfMessages } from '../../messages/language.ts';
import { unreachableCountry } from '../../messages/sms-provider/countries.ts';
import { toReport } from '../../reports/records/report.ts';
import { findReport } from '../../store/queries/checks.ts';
import { insertInformationRequest } from '../../store/queries/information-requests.ts';
import { reviewNotesOf } from '../../store/queries/review-notes.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import { languageWith } from '../../words/index.ts';
import { assertChannel, international } from '../forms/send-link.ts';
import { activeCheckIn, moveReportBy } from '../progress.ts';
import { requestableFor } from './items.ts';
import { defaultMessage, sendLink } from './notify.ts';
import { firstJobAt, remindersFor } from './reminders.ts';
import { type InformationRequest, type RequestableItem, type SendingWay, sealInformationRequest } from './request.ts';

/** Size of the secret in the address of the page: the address alone permits an answer, so the secret has 192 bits. */
const SECRET_BYTES = 24;

/** Hours for which an answer is taken, unless the asking person says otherwise: a week. */
export const DEFAULT_HOURS = 7 * 24;

/** A question to an applicant. */
export interface Question {
  readonly items: readonly RequestableItem[];
  /** Default: a sentence in the language. */
  readonly message?: string | undefined;
  /** Language such as `de`; default: the language of messages to the applicant, else English. */
  readonly language?: string | undefined;
  readonly send_by: SendingWay;
  /** Hours for which an answer is taken. */
  readonly hours?: number | undefined;
}

/**
 * Asks the applicant of a report that waits for a reviewer for more evidence: the report leaves the queue, and continues with the answer.
 * The request, the link that is sent, the event `report.awaiting_applicant` and the audit entry commit together.
 *
 * Throws `resource_not_found` or `gone` for the report; `validation_error` for a report that does not wait for a reviewer, waits for a
 * second decision, or can't use the items, and for an applicant without an address for the link; `unavailable` where the service can't
 * send text messages; and `rate_limit`.
 */
export async function askApplicant(ctx: Ctx, reportId: string, question: Question): Promise<InformationRequest> {
  const asked = await ctx.transaction((tx) => askIn(ctx, tx, reportId, question));
  if (!asked) throw await missing(ctx, 'Report', reportId);
  return asked;
}

async function askIn(
  ctx: Ctx,
  tx: ScopedTx,
  reportId: string,
  { items, message, language: asked, send_by, hours = DEFAULT_HOURS }: Question,
): Promise<InformationRequest | undefined> {
  const found = await tx.first(findReport, { id: reportId });
  if (!found) return undefined;
  // Text messages are counted under the lock of the account, which comes first.
  if (send_by === 'sms') await tx.lock({ account: ctx.account_id, activeApplicant: found.applicant_id });
  const check = await activeCheckIn(ctx, tx, found.check_id);
  const row = check && (await tx.first(findReport, { id: reportId }));
  if (!row) return undefined;
  const report = toReport(ctx, row);
  if (report.status !== 'awaiting_approval' || check.status !== 'in_progress') {
    const status = check.status === 'in_progress' ? report.status : check.status;
    throw invalid({
      status: [`the applicant can't be asked while it is ${status}. Ask while the report awaits approval`],
    });
  }
  await assertUndecided(tx, reportId);
  const possible = await requestableFor(ctx, tx, report);
  const others = items.filter((item) => !possible.includes(item));
  if (others.length > 0) {
    const known = possible.length > 0 ? `It can use ${possible.join(', ')}` : 'It uses no evidence of the applicant';
    throw invalid({ items: others.map((item) => `${item} is of no use to this report. ${known}`) });
  }
  const applicant = await getApplicant(ctx, row.applicant_id, tx);
  assertReachable(ctx, applicant, send_by);
  const language = languageOfRequest(ctx, applicant, asked);
  const { ids } = ctx.services;
  const now = ctx.now();
  const expires_at = now + hours * HOUR_MS;
  const request: InformationRequest = {
    id: ids.uuid(),
    account_id: ctx.account_id,
    environment: ctx.environment,
    applicant_id: row.applicant_id,
    check_id: row.check_id,
    report_id: reportId,
    state: 'open',
    created_at: now,
    created_by: recordOf(ctx.principal),
    expires_at,
    ended_at: null,
    items: [...new Set(items)],
    message: message ?? defaultMessage(ctx, language),
    language,
    send_by,
    secret: ids.secret(SECRET_BYTES),
    remind_at: send_by === 'link' ? [] : remindersFor(now, expires_at),
    reminded_at: [],
    media: [],
    ended_by: null,
  };
  const { account_id: _, environment: _in, ...facts } = request;
  await tx.run(insertInformationRequest, { ...facts, data: sealInformationRequest(ctx, request) });
  await moveReportBy(ctx, tx, check, row, 'applicant_asked', { information_request: request.id });
  await enqueue(ctx.services, tx.system, ctx, {
    kind: 'information_request',
    ref: request.id,
    runAt: firstJobAt(request),
  });
  const details = { request_id: request.id, items: [...request.items], send_by };
  recordAuditIn(ctx, tx, { action: 'applicant_asked', object_id: reportId, details });
  await sendLink(ctx, tx, request);
  noteUpdate(ctx, tx, 'report', reportId);
  return request;
}

/** Throws `validation_error` while a first decision waits for a second person, who must decide on the same evidence. */
async function assertUndecided(tx: ScopedTx, reportId: string): Promise<void> {
  const notes = await tx.all(reviewNotesOf, { ids: JSON.stringify([reportId]) });
  if (notes.some(({ kind }) => kind === 'decision')) {
    throw invalid({ status: ['a decision on the report waits for a second person. Decide first'] });
  }
}

/** The language of a request: `asked`, else the language of messages to the applicant. English where the pages speak neither. */
export const languageOfRequest = (ctx: Ctx, applicant: Applicant, asked: string | null = null): string =>
  languageWith(languageOfMessages(ctx, applicant, asked) ?? 'en');

function assertReachable(ctx: Ctx, { email, phone_number }: Applicant, send_by: SendingWay): void {
  if (send_by === 'link') return;
  if (send_by === 'email') {
    if (!email)
      throw invalid({ send_by: ['the applicant has no e-mail address. Send a text message, or hand on the link'] });
    return;
  }
  if (!phone_number)
    throw invalid({ send_by: ['the applicant has no phone number. Send an e-mail, or hand on the link'] });
  const country = unreachableCountry(international(phone_number));
  if (country) throw invalid({ send_by: [`the phone is in a country that text messages can't reach (${country})`] });
  assertChannel(ctx, 'text_message');
}
