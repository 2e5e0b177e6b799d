import { type Generation, isEarlier } from '../../api/testing/generations.ts';
import type { Applicant, Check, Document, Report, ReportOrdered, Upload } from './model.ts';
import { takesAnswers, type Verdict } from './transitions.ts';

const onDocument = ['document', 'identity_document'] as const;
const onFace = [...onDocument, 'photo', 'location'] as const;

export const catalogue: readonly ReportOrdered[] = [
  { name: 'document', earlier: ['document', 'standard'], family: 'document', needs: onDocument },
  { name: 'document_with_driving_licence_information', earlier: null, family: 'document', needs: onDocument },
  { name: 'facial_similarity_photo', earlier: ['facial_similarity', 'standard'], family: 'facial', needs: onFace },
  {
    name: 'facial_similarity_photo_fully_auto',
    earlier: ['facial_similarity', 'fully_auto'],
    family: 'facial',
    needs: onFace,
  },
  { name: 'known_faces', earlier: ['known_faces', null], family: 'other', needs: [] },
  { name: 'identity_enhanced', earlier: ['identity', 'kyc'], family: 'other', needs: [] },
  { name: 'watchlist_standard', earlier: ['watchlist', 'kyc'], family: 'other', needs: [] },
  { name: 'watchlist_enhanced', earlier: ['watchlist', null], family: 'other', needs: [] },
  { name: 'watchlist_peps_only', earlier: ['watchlist', 'peps_only'], family: 'other', needs: [] },
  { name: 'proof_of_address', earlier: ['proof_of_address', null], family: 'other', needs: ['document'] },
  { name: 'right_to_work', earlier: ['right_to_work', 'standard'], family: 'other', needs: ['document'] },
  { name: null, earlier: ['street_level', null], family: 'other', needs: [] },
];

/** Returns whether clients of a generation can order it. Reports that only v1 knew are deprecated in v2. */
export function isOrderable({ name, earlier }: ReportOrdered, generation: Generation): boolean {
  if (name === null) return generation === 'v1';
  return isEarlier(generation) ? earlier !== null : true;
}

const identityTypes = ['passport', 'driving_licence'];
const isAddressProof = ({ type }: Document) => type === 'utility_bill';
const SANCTIONED = 'PRK';

interface Order {
  readonly made: Generation;
  readonly reports: readonly ReportOrdered[];
  readonly standard: boolean;
  readonly mailed: boolean;
}

/** Types of error that may refuse an order; none when it has to be taken (contract 7.1). */
export function refusalsOf(applicant: Applicant, { made, reports, standard, mailed }: Order): string[] {
  const { documents, photos, tenant, isLocated, hasEmail, checks } = applicant;
  const needs = new Set(reports.flatMap((report) => report.needs));
  const isThere = {
    document: documents.length > 0,
    identity_document: tenant.environment === 'sandbox' || documents.some(({ type }) => identityTypes.includes(type)),
    photo: photos.length > 0,
    location: made !== 'v3.6' || isLocated,
  };
  const errors = {
    document: 'missing_documents',
    identity_document: 'missing_documents',
    photo: 'failed_check_requirements',
    location: 'missing_applicant_location',
  } as const;
  // What a form collects may be missing still.
  const missing = standard ? [] : [...needs].filter((need) => !isThere[need]).map((need) => errors[need]);
  const families = reports.map(({ family }) => family);
  return [
    ...missing,
    ...(standard && families.includes('facial') && !families.includes('document') ? [faceAlone(made)] : []),
    ...(standard && mailed && !hasEmail ? ['failed_check_requirements'] : []),
    ...(standard && checks.some(takesAnswers) ? ['incomplete_checks'] : []),
  ];
}

/** v1 has its own name for it. */
function faceAlone(made: Generation): string {
  return made === 'v1'
    ? 'standard_check_photo_facial_sim_without_document'
    : 'facial_similarity_photo_without_document';
}

const withdrawn = { status: 'withdrawn' } as const;
const complete = (result: 'clear' | 'consider') => ({ status: 'complete', result }) as const;

/** The uploads that belong to a check: those before it, or before its applicant sent the form. */
function known<T extends Upload>({ submittedAt, createdAt }: Check, uploads: readonly T[]): readonly T[] {
  return uploads.filter(({ at }) => at <= (submittedAt ?? createdAt));
}

function isSanctioned(check: Check): boolean {
  return known(check, check.applicant.documents).some(({ country }) => country === SANCTIONED);
}

/** End of a report that is not analysed (contract 8.4, 8.5 and 9.7). */
function unmet(check: Check, { ordered }: Report): Verdict | undefined {
  if (isSanctioned(check) && ordered.family === 'other') return withdrawn;
  if (ordered.name === null) return withdrawn;
  if (ordered.name === 'known_faces' && known(check, check.applicant.photos).length === 0) return withdrawn;
  if (ordered.name !== 'proof_of_address') return undefined;
  const documents = known(check, check.applicant.documents);
  const proof = documents.findLast(isAddressProof) ?? documents.at(-1);
  const countries = check.made === 'v3.6' ? ['GBR', 'FRA'] : ['GBR'];
  return countries.includes(proof?.country ?? '') ? undefined : { status: 'cancelled' };
}

/** Answer of a sandbox report (contract 11.3). */
export function sandboxVerdict(check: Check, report: Report): Verdict {
  const early = unmet(check, report);
  if (early) return early;
  const { family, name, earlier } = report.ordered;
  const { considered, first_name, last_name } = check;
  if (isSanctioned(check)) return complete('consider');
  if (considered.length > 0) {
    const names = isEarlier(check.made) ? [earlier?.[0]] : [name];
    return complete(names.some((one) => considered.includes(one ?? '')) ? 'consider' : 'clear');
  }
  const ofDocument = first_name === 'Visual Authenticity - Fonts' || last_name === 'caution';
  if (family === 'document' && ofDocument) return complete('consider');
  return complete(last_name === 'Consider' ? 'consider' : 'clear');
}

/** Verdict on a live report: its unmet condition, otherwise manual review. */
export function liveVerdict(check: Check, report: Report): Verdict {
  return unmet(check, report) ?? { status: 'awaiting_approval' };
}

/** Verdict on a report that a person decides. */
export function decided(check: Check, { ordered }: Report, result: 'clear' | 'consider'): Verdict {
  if (!isSanctioned(check)) return complete(result);
  return ordered.family === 'other' ? withdrawn : complete('consider');
}
