import { keepReportTerms } from '../../applicants/search/keep.ts';
import type { Ctx } from '../../context/ctx.ts';
import { reportType } from '../../reports/index.ts';
import type { Properties } from '../../reports/outcome.ts';
import type { Report } from '../../reports/records/report.ts';
import { putDocumentNumber } from '../../store/queries/document-numbers.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type ReadDocument, readDocument } from './read-document.ts';

/**
 * The mark by which an account knows a document again, hexadecimal: HMAC-SHA256 under a key of the deployment, since the
 * few possible numbers of a document would be found from a plain hash in no time. Other accounts have other marks.
 */
function markOf(ctx: Ctx, { type, country, number }: ReadDocument): string {
  return ctx.services.master.hash('document-numbers', JSON.stringify([ctx.account_id, type, country, number]));
}

/** The mark of the document of a report's properties; undefined when too little was read. */
export function documentMark(ctx: Ctx, properties: Properties): string | undefined {
  const document = readDocument(properties);
  return document && markOf(ctx, document);
}

/**
 * Stores the mark of a document as soon as a live report reads it, so that of two reports on one document that are processed at
 * once, one at least finds the other. A sandbox report reads nothing: its documents are the same few specimens.
 */
export async function markDocument(
  ctx: Ctx,
  { id, applicant_id }: Pick<Report, 'id' | 'applicant_id'>,
  hash: string,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicant_id });
    if (activeApplicant) await tx.run(putDocumentNumber, { id, applicant_id, hash });
  });
}

/** Keeps the mark of the document that a live report has read, and makes its number searchable, once the report is complete. */
export async function keepDocumentNumber(
  ctx: Ctx,
  tx: ScopedTx,
  { id, applicant_id, name }: Pick<ReportRow, 'id' | 'applicant_id' | 'name'>,
  properties: Properties,
): Promise<void> {
  if (ctx.sandbox) return;
  if (reportType(name as Report['name']).family !== 'document') return;
  const document = readDocument(properties);
  if (!document) return;
  await tx.run(putDocumentNumber, { id, applicant_id, hash: markOf(ctx, document) });
  await keepReportTerms(ctx, tx, { id, applicant_id }, document.number);
}
