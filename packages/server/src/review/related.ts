import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Report } from '../reports/records/report.ts';
import { findDocumentNumber, reportsWithDocument } from '../store/queries/document-numbers.ts';

/** Another applicant who may be the same person. */
export interface RelatedApplicant {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Has given a document of the same number, type and country. */
  readonly document: boolean;
  /** The best score of a face that a report on known faces has found, 0 to 1; null for none. */
  readonly face: number | null;
}

/** Finding of a report on known faces. */
interface KnownMatch {
  readonly applicant_id: string;
  readonly score: number;
}

/**
 * Other applicants with the same document number or face as the reports of an applicant have found them. Those that are erased or
 * scheduled for deletion are left out.
 */
export async function relatedApplicants(
  ctx: Ctx,
  applicantId: string,
  reports: readonly Report[],
): Promise<RelatedApplicant[]> {
  const found = new Map<string, { document: boolean; face: number | null }>();
  const of = (id: string) => found.get(id) ?? { document: false, face: null };
  for (const { id } of reports) {
    const mark = await ctx.read.first(findDocumentNumber, { id });
    if (!mark) continue;
    for (const { applicant_id } of await ctx.read.all(reportsWithDocument, { hash: mark.hash })) {
      found.set(applicant_id, { ...of(applicant_id), document: true });
    }
  }
  for (const { name, properties } of reports) {
    if (name !== 'known_faces') continue;
    for (const { applicant_id, score } of (properties.matches ?? []) as readonly KnownMatch[]) {
      const known = of(applicant_id);
      found.set(applicant_id, { ...known, face: Math.max(known.face ?? 0, score) });
    }
  }
  found.delete(applicantId);
  const related = await Promise.all(
    [...found].map(async ([id, why]) => {
      const applicant = await getApplicant(ctx, id).catch(() => undefined);
      return applicant && { id, first_name: applicant.first_name, last_name: applicant.last_name, ...why };
    }),
  );
  return related.filter((report) => report !== undefined);
}
