import { type Applicant, currentAddress } from '../../applicants/applicant.ts';
import type { Ctx } from '../../context/ctx.ts';
import { PRIVACY_NOTICE } from '../../input-rules/consent.ts';
import { type Uploads, uploadsOf } from '../../media/media.ts';
import { addressProofTypes, identityDocumentTypes } from '../../reports/document-types.ts';
import { type ReportName, reportType } from '../../reports/index.ts';
import { identityDocuments, latest } from '../../reports/media.ts';
import { finalReportStatuses } from '../../reports/records/states.ts';
import type { CheckSubject, DocumentRef, Need, Question } from '../../reports/types.ts';
import { listReports } from '../../store/queries/checks.ts';
import type { ScopedReader } from '../../store/store.ts';
import type { Check } from '../check.ts';
import { hasError } from '../requirements.ts';
import { formState } from './find.ts';

/** Questions of the form: the fields that reports need, and the back of a document whose front was given. */
export type FormQuestion = Question | 'identity_document_back';

export interface Questions {
  /** Everything that is asked for, in the order of the form, and whether it is answered. */
  readonly questions: ReadonlyMap<FormQuestion, boolean>;
  /** Questions without an answer yet. */
  readonly missing: readonly FormQuestion[];
  /** The requested consents; reading a privacy notice is requested only if the account has one. */
  readonly consents: readonly string[];
  /** Accepted types of ID number; empty when none is required. */
  readonly idNumberTypes: readonly string[];
  /** Ids of the documents that identity reports would look at: front, then back. */
  readonly identityDocuments: readonly string[];
  /** Id of the proof of address; null while there is none. */
  readonly addressProof: string | null;
}

/** Documents that the form asks for, as the capture SDKs do, and whether they have a back. */
export const formDocuments: ReadonlyMap<string, { readonly twoSided: boolean }> = new Map([
  ['passport', { twoSided: false }],
  ['driving_licence', { twoSided: true }],
  ['national_identity_card', { twoSided: true }],
  ['residence_permit', { twoSided: true }],
]);

/** Proofs of address that the form asks for, among those that the report supports (contract 9.7). */
export const formAddressProofs: readonly string[] = [
  'bank_building_society_statement',
  'utility_bill',
  'council_tax',
  'internet_bill',
  'mobile_phone_bill',
  'mortgage_statement',
  'insurance_statement',
  'benefit_letters',
];

const order: readonly FormQuestion[] = [
  'date_of_birth',
  'address',
  'residence',
  'phone_number',
  'consent',
  'id_number',
  'identity_document',
  'identity_document_back',
  'address_proof',
  'live_photo',
];

/** Questions of a check to its applicant, and the answers so far. */
export async function questionsOf(
  ctx: Ctx,
  reader: ScopedReader,
  { check, applicant }: { check: Check; applicant: Applicant },
): Promise<Questions> {
  const uploads = await uploadsOf(ctx, reader, applicant.id);
  const rows = await reader.all(listReports, { check_id: check.id });
  // Nothing is asked for a report that has ended. A form that was sent still tells what it asked for.
  const isSent = formState(check) === 'sent';
  const asks = rows.filter(({ status }) => (isSent ? status !== 'cancelled' : !finalReportStatuses.has(status)));
  const reports = asks.map(({ name }) => name as ReportName);
  const notice = ctx.account.settings.privacy_notice_url !== null;
  return questionsFor(subjectOf(ctx, check, applicant, uploads), reports, notice ? [PRIVACY_NOTICE] : []);
}

function subjectOf(ctx: Ctx, check: Check, applicant: Applicant, uploads: Uploads): CheckSubject {
  return {
    version: ctx.services.versions.withRules(check.generation),
    environment: ctx.environment,
    reports: [],
    applicant: {
      email: applicant.email,
      dob: applicant.dob,
      country: applicant.country,
      phone_number: applicant.phone_number,
      address: currentAddress(applicant),
      location: uploads.location ?? applicant.location,
      id_numbers: applicant.id_numbers,
      consents: Object.fromEntries(applicant.consents.map(({ name, granted }) => [name, granted])),
    },
    media: { ...uploads.refs, documentIds: check.document_ids },
    applicantProvidesData: false,
    sendsMail: false,
    billingInformation: true,
    awaitingApplicant: false,
  };
}

/**
 * Sandbox asks for all that live does, though its checks need less: a developer who tries the service sees what applicants
 * will see.
 */
function questionsFor(subject: CheckSubject, reports: readonly ReportName[], always: readonly string[]): Questions {
  const known = ({ error }: Need) => hasError(subject.version, error);
  const needs = reports.flatMap((name) => reportType(name).needs).filter((need) => need.asks && known(need));
  const { applicant, media } = subject;
  const byWhom = (question: Question) => needs.filter(({ asks }) => asks === question);
  // Only the needs that apply: some depend on the applicant's residence or on other known data.
  const idNumberNeeds = byWhom('id_number').filter(missingWithout(subject, { id_numbers: [] }));
  const consentNeeds = byWhom('consent').filter(missingWithout(subject, { consents: {} }));
  const consents = [...new Set([...always, ...consentNeeds.flatMap(({ names }) => names ?? [])])];

  const required = new Map<FormQuestion, boolean>();
  for (const { asks } of needs) {
    if (asks && asks !== 'id_number' && asks !== 'consent') {
      required.set(asks, (answered[asks] ?? notMissing(byWhom(asks)))(subject));
    }
  }
  if (idNumberNeeds.length > 0) required.set('id_number', notMissing(idNumberNeeds)(subject));
  if (consents.length > 0) {
    required.set(
      'consent',
      consents.every((name) => applicant.consents[name] === true),
    );
  }
  const back = required.has('identity_document') ? backOf(media.documents, media.documentIds) : undefined;
  if (back !== undefined) required.set('identity_document_back', back);

  const questions = order.filter((question) => required.has(question));
  return {
    questions: new Map(questions.map((question) => [question, required.get(question) as boolean])),
    missing: questions.filter((question) => !required.get(question)),
    consents,
    idNumberTypes: [...new Set(idNumberNeeds.flatMap(({ names }) => names ?? []))],
    identityDocuments: identityDocuments(media).map(({ id }) => id),
    addressProof: latest(media.documents.filter(isAddressProof))?.id ?? null,
  };
}

type Judgement = (subject: CheckSubject) => boolean;

const isAddressProof = ({ type, issuing_country }: DocumentRef) =>
  addressProofTypes.has(type) && issuing_country !== null;

/** Judgements of questions for which the form requires more than the check: a bill proves nobody's identity. */
const answered: Partial<Record<Question, Judgement>> = {
  identity_document: ({ media: { documentIds, documents } }) =>
    Boolean(documentIds?.length) || documents.some(({ type }) => identityDocumentTypes.has(type)),
  address_proof: ({ media }) => media.documents.some(isAddressProof),
  live_photo: ({ media }) => media.livePhotos.length > 0,
};

function notMissing(needs: readonly Need[]): Judgement {
  return (subject) => needs.every((need) => need.missing(subject) === false);
}

function missingWithout(subject: CheckSubject, less: Partial<CheckSubject['applicant']>): (need: Need) => boolean {
  const bare = { ...subject, applicant: { ...subject.applicant, ...less } };
  return (need) => need.missing(bare) !== false;
}

/** Returns whether the back of the document in question is there; undefined when it has none, or nobody asks for it. */
function backOf(documents: readonly DocumentRef[], documentIds: readonly string[] | undefined): boolean | undefined {
  if (documentIds?.length) return undefined;
  const newest = latest(documents.filter(({ type }) => identityDocumentTypes.has(type)));
  if (!newest?.side || !formDocuments.get(newest.type)?.twoSided) return undefined;
  return documents.some(({ type, side }) => type === newest.type && side === 'back');
}
