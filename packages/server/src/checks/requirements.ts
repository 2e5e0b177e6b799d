import {
  type ErrorEntry,
  type ErrorType,
  errorCatalogue,
  type FieldErrors,
  type FieldMessages,
  problem,
} from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import { type ReportName, reportType } from '../reports/index.ts';
import { BLANK, consent } from '../reports/needs.ts';
import type { CheckSubject, Need, ReportType } from '../reports/types.ts';

/** Everything known when a check is created, with the reports by name. */
export type CheckRequest = Omit<CheckSubject, 'reports'> & { readonly reports: readonly ReportName[] };

/** Errors in the order of the checks. If several apply, the client gets the first. */
const order: readonly ErrorType[] = [
  'validation_error',
  'document_ids_with_unsupported_report',
  'facial_similarity_photo_without_document',
  'facial_similarity_video_not_supported',
  'missing_applicant_provided_consents',
  'missing_applicant_location',
  'missing_documents',
  'missing_id_numbers',
  'failed_check_requirements',
  'missing_billing_info',
  'incomplete_checks',
];

/** Requirements of every check, whatever its reports; each report declares its own requirements. */
const needsOfEveryCheck: readonly Need[] = [
  {
    error: 'document_ids_with_unsupported_report',
    missing: ({ media, reports, version }) => Boolean(media.documentIds?.length) && !takesDocumentIds(reports, version),
  },
  consent('privacy_notices_read', isInUnitedStates),
  {
    // An applicant who is to fill in a form needs an e-mail address; v1 wants an address for every check in the United States too.
    error: 'failed_check_requirements',
    missing: ({ applicant, sendsMail, version }) =>
      !applicant.email &&
      (sendsMail || (version.generation === 1 && isOfUnitedStates(applicant))) && { applicant: [{ email: BLANK }] },
  },
  { error: 'missing_billing_info', liveOnly: true, missing: ({ billingInformation }) => !billingInformation },
  {
    error: 'incomplete_checks',
    missing: ({ applicantProvidesData, awaitingApplicant }) => applicantProvidesData && awaitingApplicant,
  },
];

/**
 * Throws the first problem that keeps a check from being created (contract 7.1).
 *
 * Expects known report names and documents of the applicant. `failed_check_requirements` and `validation_error` name
 * in `fields` all that is missing, over all reports.
 */
export function checkRequirements(request: CheckRequest): void {
  const types: ReportType[] = request.reports.map(reportType);
  const subject: CheckSubject = { ...request, reports: types };
  const needs = [...needsOfEveryCheck, ...types.flatMap((type) => type.needs)].filter((need) => applies(need, subject));
  for (const error of order) {
    const missing = needs
      .filter((need) => need.error === error)
      .map((need) => need.missing(subject))
      .filter((found) => found !== false);
    if (missing.length === 0) continue;
    const fields = missing.filter((found) => found !== true).reduce(merge, {});
    if (error === 'missing_documents' && request.version.generation < 3) {
      // Published answers of v2 have one message for each report that lacks a document.
      throw problem(error, { fields: { applicant: missing.map(() => 'must have a document') } });
    }
    throw problem(error, Object.keys(fields).length > 0 ? { fields } : {});
  }
}

/**
 * Returns whether one of the reports uses the documents that the check names. v1 and v2 name the Document report alone (contract
 * 3.5).
 */
export function takesDocumentIds(
  reports: readonly Pick<ReportType, 'family' | 'acceptsDocumentIds'>[],
  { generation }: Version,
): boolean {
  return reports.some(({ family, acceptsDocumentIds }) =>
    generation < 3 ? family === 'document' : acceptsDocumentIds,
  );
}

/** Returns whether a version has an error; a version without it doesn't require the things that the error names. */
export function hasError(version: Version, type: ErrorType): boolean {
  const { capability }: ErrorEntry = errorCatalogue[type];
  return !capability || version[capability];
}

function applies(need: Need, { environment, applicantProvidesData, version }: CheckSubject): boolean {
  if (need.liveOnly && environment === 'sandbox') return false;
  if (need.formCollects && applicantProvidesData) return false;
  return hasError(version, need.error);
}

function isOfUnitedStates({ country, address }: CheckSubject['applicant']): boolean {
  return (country ?? address?.country) === 'USA' || address?.country === 'USA';
}

function isInUnitedStates({ applicant: { location, address } }: CheckSubject): boolean {
  return (location?.country_of_residence ?? address?.country) === 'USA';
}

/** One field, one list: sentences once each, then the faults of nested attributes in a single object. */
function merge(all: FieldErrors, more: FieldErrors): FieldErrors {
  const merged = { ...all };
  for (const [field, messages] of Object.entries(more)) {
    const items = [asList(all[field] ?? []), asList(messages)].flat();
    const sentences = new Set(items.filter((item) => typeof item === 'string'));
    const attributes = items.filter((item) => typeof item !== 'string');
    merged[field] = [...sentences, ...(attributes.length > 0 ? [Object.assign({}, ...attributes) as FieldErrors] : [])];
  }
  return merged;
}

function asList(messages: FieldMessages): readonly (string | FieldErrors)[] {
  return Array.isArray(messages) ? messages : [messages as string | FieldErrors];
}
