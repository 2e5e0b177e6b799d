import { type ReportName, reportTypes } from './index.ts';
import { retiredReports } from './retired.ts';

/** An option of a report of v1 and v2; options nest one level. */
export interface ReportOption {
  readonly name: string;
  readonly options?: readonly ReportOption[];
}

/** A report's order in v1 and v2: stored with it, and shown again. */
export interface ReportOrder {
  readonly name: string;
  readonly variant: string | null;
  readonly options: readonly ReportOption[];
}

/** A name of v1 and v2 with a variant, null for none, and the report that it means. */
export interface EarlierReport {
  readonly name: string;
  readonly variant: string | null;
  readonly report: ReportName;
}

const retiredNames: ReadonlySet<ReportName> = new Set(retiredReports.map(({ name }) => name));

function variantsOf(name: string, report: ReportName, ...variants: readonly (string | null)[]): EarlierReport[] {
  return variants.map((variant) => ({ name, variant, report }));
}

/**
 * Every name and variant of v1 and v2 with its report (contract 8.7). A report
 * that several of them mean is called by the first.
 */
export const earlierReports: readonly EarlierReport[] = [
  ...variantsOf('document', 'document', 'standard', null),
  ...variantsOf('facial_similarity', 'facial_similarity_photo', 'standard', null),
  ...variantsOf('facial_similarity', 'facial_similarity_video', 'video'),
  ...variantsOf('facial_similarity', 'facial_similarity_photo_fully_auto', 'fully_auto'),
  ...variantsOf('facial_similarity', 'facial_similarity_motion', 'motion'),
  ...variantsOf('identity', 'identity_enhanced', 'kyc', 'standard', null),
  ...variantsOf('watchlist', 'watchlist_standard', 'kyc', 'standard'),
  ...variantsOf('watchlist', 'watchlist_enhanced', 'full', null),
  ...variantsOf('watchlist', 'watchlist_aml', 'aml'),
  ...variantsOf('watchlist', 'watchlist_peps_only', 'peps_only'),
  ...variantsOf('watchlist', 'watchlist_sanctions_only', 'sanctions_only'),
  ...variantsOf('known_faces', 'known_faces', null, 'standard'),
  ...variantsOf('proof_of_address', 'proof_of_address', null, 'standard'),
  ...variantsOf('right_to_work', 'right_to_work', null, 'standard'),
  ...retiredReports.flatMap(({ name }) => variantsOf(name, name, null, 'standard')),
  ...variantsOf('criminal_history', 'criminal_history', 'basic', 'enhanced'),
  // v2 renamed it.
  ...variantsOf('identity', 'ssn_trace', 'ssn_trace'),
];

/** The report that v1 or v2 orders by a name and a variant; undefined when the name, or this variant of it, is unknown. */
export function orderedReport({ name, variant }: Pick<ReportOrder, 'name' | 'variant'>): ReportName | undefined {
  return earlierReports.find((row) => row.name === name && row.variant === variant)?.report;
}

/** Returns whether the report is retired: v2 refuses it (`deprecated_reports`), v1 takes it and it ends withdrawn. */
export function isRetired(name: ReportName): boolean {
  return retiredNames.has(name);
}

/** Name in v1 and v2 of a report that was made through v3; its own name, without a variant, when they have none for it. */
export function earlierNameOf(name: ReportName): Pick<ReportOrder, 'name' | 'variant'> {
  const row = earlierReports.find(({ report }) => report === name);
  return row ? { name: row.name, variant: row.variant } : { name, variant: null };
}

/** The reports of every variant of a name of v1 and v2, each once; none when the name is unknown. */
export function reportNamesUnder(name: string): ReportName[] {
  const found = earlierReports.filter((row) => row.name === name).map(({ report }) => report);
  return [...reportTypes.keys()].filter((report) => found.includes(report));
}
