import { type ReportName, reportType } from './index.ts';
import type { Breakdowns, Outcome, Properties } from './outcome.ts';
import type { DocumentRef } from './types.ts';

const SANCTIONED_DOCUMENT = 'sanctioned_document';

/**
 * Returns whether one of the documents was issued by a country under comprehensive sanctions of the United States, by the country
 * named at upload, in any case.
 * @param countries ISO 3166-1 alpha-3, upper case
 */
export function areSanctioned(documents: readonly DocumentRef[], countries: readonly string[]): boolean {
  return documents.some(({ issuing_country }) => countries.includes(issuing_country?.toUpperCase() ?? ''));
}

/**
 * Returns whether a report is made for an applicant with a sanctioned document: document-family and facial ones, which show it.
 */
export function runsUnderSanctions(name: ReportName): boolean {
  return reportType(name).family !== 'other';
}

/** Outcome of every other report: the service withdraws it. */
export const withdrawnBySanctions: Outcome = {
  status: 'withdrawn',
  result: null,
  sub_result: null,
  breakdown: {},
  properties: {},
};

/**
 * Outcome for an applicant who has a sanctioned document (v2; proposed for the other generations): document-family and facial
 * reports show it above all other findings, and every other report is withdrawn.
 */
export function underSanctions(name: ReportName, outcome: Outcome): Outcome {
  if (!runsUnderSanctions(name)) return withdrawnBySanctions;
  if (outcome.status !== 'complete') return outcome;
  const { breakdown, sub_result } = outcome;
  const flaggedOutcome: Outcome = { ...outcome, result: 'consider' };
  if (reportType(name).family === 'facial') {
    return { ...flaggedOutcome, breakdown: flagged(breakdown, 'source_integrity', withReason) };
  }
  const supported = flagged(breakdown, 'supported_document', (properties) => ({
    ...properties,
    [SANCTIONED_DOCUMENT]: 'consider',
  }));
  // No sub-result is worse than an unsupported document's.
  return { ...flaggedOutcome, sub_result: sub_result && 'rejected', breakdown: supported };
}

/** The outcome as it is stored: a sanctioned document changes it, whatever an analyser or a reviewer has found. */
export const storedOutcome = (name: ReportName, outcome: Outcome, sanctioned: boolean): Outcome =>
  sanctioned ? underSanctions(name, outcome) : outcome;

/** `reasons` is one text, comma separated. */
function withReason(properties: Properties): Properties {
  const reasons = [properties.reasons, SANCTIONED_DOCUMENT].filter(Boolean).join(',');
  return { ...properties, reasons };
}

/** A copy with a leaf of `image_integrity` flagged. */
function flagged(breakdown: Breakdowns, leaf: string, change: (properties: Properties) => Properties): Breakdowns {
  const leaves = breakdown.image_integrity?.breakdown ?? {};
  const properties = change(leaves[leaf]?.properties ?? {});
  return {
    ...breakdown,
    image_integrity: { result: 'consider', breakdown: { ...leaves, [leaf]: { result: 'consider', properties } } },
  };
}
