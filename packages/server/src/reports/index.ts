import type { Version } from '../base/versions.ts';
import { deviceIntelligence } from './device-intelligence.ts';
import { documentReports } from './document.ts';
import { facialReports } from './facial-similarity.ts';
import { identityEnhanced } from './identity-enhanced.ts';
import { indiaPan } from './india-pan.ts';
import { knownFaces } from './known-faces.ts';
import { type ReportMedia, selectMedia } from './media.ts';
import type { Outcome } from './outcome.ts';
import { phoneVerification } from './phone-verification.ts';
import { proofOfAddress } from './proof-of-address.ts';
import { retiredReports } from './retired.ts';
import { rightToWork } from './right-to-work.ts';
import type { ApplicantMedia, ReportSubject, ReportType } from './types.ts';
import { usDrivingLicence } from './us-driving-licence.ts';
import { watchlistReports } from './watchlist.ts';

const current = [
  ...documentReports,
  ...facialReports,
  knownFaces,
  identityEnhanced,
  ...watchlistReports,
  proofOfAddress,
  rightToWork,
  usDrivingLicence,
  deviceIntelligence,
  indiaPan,
  phoneVerification,
] as const;

const all = [...current, ...retiredReports] as const;

export type ReportName = (typeof all)[number]['name'];

/** Every report type by its v3 name; those that only v1 takes by their own. */
export const reportTypes: ReadonlyMap<ReportName, ReportType<ReportName>> = new Map(
  all.map((type): [ReportName, ReportType<ReportName>] => [type.name, type]),
);

/** Every name of v3, in the order in which the documents list them. */
export const reportNames: readonly ReportName[] = current.map(({ name }) => name);

const isAccepted = ({ acceptedBy }: ReportType, version: Version) => acceptedBy?.(version) ?? true;

/** The report names that check creation accepts in a version. */
export function acceptedReportNames(version: Version): ReportName[] {
  return all.filter((type) => isAccepted(type, version)).map(({ name }) => name);
}

/** Returns whether check creation in a version accepts a name; else it answers `invalid_reports_names`. */
export function isReportName(name: string, version: Version): name is ReportName {
  const type = reportTypes.get(name as ReportName);
  return type !== undefined && isAccepted(type, version);
}

/** The type of a known name. */
export function reportType(name: ReportName): ReportType<ReportName> {
  return reportTypes.get(name)!;
}

/**
 * The media that a report lists in its body.
 *
 * Document-family and right to work reports: their documents. Facial reports: the document that is compared and the
 * latest live photo, live video or motion capture. All other reports: none.
 */
export function reportMedia(name: ReportName, media: ApplicantMedia): ReportMedia {
  return selectMedia(reportType(name).uses, media);
}

/** Outcome of a report that ends without being processed, in either environment; undefined when it can be processed. */
export function unmetOutcome(name: ReportName, subject: ReportSubject): Outcome | undefined {
  return reportType(name).unmet?.(subject);
}
