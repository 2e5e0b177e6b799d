import type { Ctx } from '../../context/ctx.ts';
import { keyedUuid } from '../../context/keyed-uuid.ts';
import { doubtsOf } from '../../reports/live/assessment.ts';
import { FORGERY_WORDS, type Forgery } from '../../reports/live/document/evidence/forgery.ts';
import { type EvidenceSource, SOURCES_OF_EVIDENCE } from '../../reports/live/document/evidence/table.ts';
import { lacksEvidence } from '../../reports/live/missing-evidence.ts';
import type { Assessment } from '../../reports/outcome.ts';

/** Evidence of the reports of a class: the sources of each forgery and field, in the order of the table. */
export type ClassEvidence = readonly {
  readonly forgery: Forgery;
  /** Path of the leaf that reports the forgery. */
  readonly leaf: string;
  readonly sources: readonly EvidenceSource[];
}[];

/** Properties that the reports of a class share. */
export interface ReportClass {
  readonly id: string;
  /** Type of the document. */
  readonly type: string;
  /** ISO 3166-1 alpha-3 of the issuer. */
  readonly country: string;
  readonly evidence: ClassEvidence;
}

/**
 * Returns the class of a document report that needs manual review for missing evidence alone. Undefined where anything is against the
 * document, where a doubt has another reason, and where type or country were not read: a reviewer decides these reports.
 */
export function classOf(ctx: Ctx, assessment: Assessment | undefined): ReportClass | undefined {
  if (!assessment?.evidence) return undefined;
  const { leaves, properties, evidence: found } = assessment;
  const doubts = doubtsOf(assessment);
  const isFlagged = Object.values(leaves).some(({ result }) => result !== null && result !== 'clear');
  if (isFlagged || doubts.length === 0 || !doubts.every((path) => lacksEvidence(leaves[path]!))) return undefined;
  const { document_type: type, issuing_country: country } = properties;
  if (typeof type !== 'string' || typeof country !== 'string') return undefined;
  const evidence: ClassEvidence = found.found.map(({ forgery, leaf, confirmed_by }) => ({
    forgery,
    leaf,
    sources: confirmed_by.map(({ source }) => source),
  }));
  const parts = [ctx.account_id, ctx.environment, type, country, found.kind, evidence];
  return { id: keyedUuid(ctx.services, 'audited-automation', ['class', ...parts]), type, country, evidence };
}

/** Words of the evidence: what confirms the documents of a class, and which forgeries nothing rules out. */
export function evidenceInWords(evidence: ClassEvidence): { confirmed: string[]; missing: string[] } {
  const sources = evidence.flatMap((row) => row.sources);
  const missing = evidence.filter((row) => row.sources.length === 0).map(({ forgery }) => FORGERY_WORDS[forgery]);
  return {
    confirmed: [...new Set(sources)].map((source) => SOURCES_OF_EVIDENCE[source].words),
    missing: [...new Set(missing)],
  };
}
