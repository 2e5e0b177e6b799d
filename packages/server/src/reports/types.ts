import type { KnownAddress } from '@bonafide/verification';
import type { ErrorType, FieldErrors } from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import type { LiveTools } from './live/tools.ts';
import type { BreakdownTree, Outcome, OutcomePatch, ResultRules, Verdict } from './outcome.ts';

export type Family = 'document' | 'facial' | 'other';

/** An uploaded document as reports see it; `created_at` in Unix milliseconds. */
export interface DocumentRef {
  readonly id: string;
  readonly type: string;
  readonly side: 'front' | 'back' | null;
  readonly issuing_country: string | null;
  readonly created_at: number;
  /** True if a capture SDK uploaded a video of the document with it. */
  readonly hasVideo?: boolean;
}

/** An uploaded photo, video or motion capture; `created_at` in Unix milliseconds. */
export interface CaptureRef {
  readonly id: string;
  readonly created_at: number;
}

/** Everything that an applicant has uploaded, and the `document_ids` of the check when given. */
export interface ApplicantMedia {
  readonly documents: readonly DocumentRef[];
  readonly livePhotos: readonly CaptureRef[];
  readonly liveVideos: readonly CaptureRef[];
  readonly motionCaptures: readonly CaptureRef[];
  readonly idPhotos: readonly CaptureRef[];
  readonly documentIds?: readonly string[] | undefined;
  /** Ids of documents that are close-ups of a signed barcode. */
  readonly closeUps?: readonly string[];
}

/** Use of the applicant's media and of lists in a report's body. */
export interface MediaUse {
  readonly documents?: 'identity';
  readonly capture?: 'livePhotos' | 'liveVideos' | 'motionCaptures';
}

export interface ReportApplicant {
  readonly first_name: string;
  readonly middle_name?: string | null;
  readonly last_name: string;
  readonly phone_number?: string | null;
  readonly id_numbers: readonly { readonly type: string; readonly value: string }[];
  /** `YYYY-MM-DD`; absent or null where it isn't known. */
  readonly dob?: string | null;
  readonly address?: ReportAddress | null;
  /** All addresses in the applicant's order, with those that were left; absent where the current one alone is known. */
  readonly addresses?: readonly ReportAddress[];
}

/** The address of an applicant, as it was when the check was created. */
interface ReportAddress extends CheckAddress, KnownAddress {}

/** Region of a deployment (contract 1.11). */
export type Region = 'eu' | 'us' | 'ca';

/** Subject of a report: the applicant and media at check creation. `checkCreatedAt` in Unix milliseconds. */
export interface ReportSubject {
  /** The version that created the check. */
  readonly version: Version;
  readonly applicant: ReportApplicant;
  readonly media: ApplicantMedia;
  readonly checkCreatedAt: number;
  readonly region: Region;
  /** The licence of the request, by the names of its fields. */
  readonly usDrivingLicence?: Readonly<Record<string, unknown>> | null | undefined;
  /** Age that the report answers for, and nothing else. */
  readonly ageOver?: number | undefined;
}

interface CheckAddress {
  readonly postcode?: string | null;
  readonly country?: string | null;
  readonly state?: string | null;
}

/** Everything known when a check is created. */
export interface CheckSubject {
  /** The version that created the check. */
  readonly version: Version;
  readonly environment: 'sandbox' | 'live';
  readonly reports: readonly { readonly family: Family; readonly acceptsDocumentIds?: true }[];
  readonly applicant: {
    readonly email: string | null;
    readonly dob: string | null;
    /** Sent by v1 and v2. */
    readonly country: string | null;
    readonly phone_number?: string | null;
    readonly address: CheckAddress | null;
    /** Location of the latest document upload that carries one, else the applicant's. */
    readonly location: { readonly ip_address?: string | null; readonly country_of_residence?: string | null } | null;
    readonly id_numbers: readonly { readonly type: string }[];
    /** Consent name to granted or not; absent when never given. */
    readonly consents: Readonly<Record<string, boolean>>;
  };
  readonly media: ApplicantMedia;
  readonly applicantProvidesData: boolean;
  /** True if the applicant is invited to the form by mail. */
  readonly sendsMail: boolean;
  readonly usDrivingLicence?: Readonly<Record<string, unknown>> | null | undefined;
  /** True if the account has billing information. */
  readonly billingInformation: boolean;
  /** True if an earlier check of this applicant is `awaiting_applicant`. */
  readonly awaitingApplicant: boolean;
}

/** Questions that the applicant form can ask. */
export type Question =
  | 'date_of_birth'
  | 'address'
  | 'residence'
  | 'phone_number'
  | 'id_number'
  | 'consent'
  | 'identity_document'
  | 'address_proof'
  | 'live_photo';

/** One thing that must be there before a check is created, and the error where it is not. */
export interface Need {
  readonly error: ErrorType;
  /** Exempts the sandbox from it. */
  readonly liveOnly?: true;
  /** Exempts applicants who provide the data themselves: the form asks for it. */
  readonly formCollects?: true;
  /** Question of the form that provides it; absent when the applicant can't give it there. */
  readonly asks?: Question;
  /** The consent, or the accepted types of ID number. */
  readonly names?: readonly string[];
  /** Returns whether it is missing; the fields when the error names them. */
  missing(subject: CheckSubject): boolean | FieldErrors;
}

/**
 * A live analysis. An analysis that throws is tried again, and after the last attempt the report needs manual review; see
 * `processLiveReport`.
 *
 * @example
 * import { clear, consider, verdictOf } from './live/assessment.ts';
 * import type { BreakdownTree } from './outcome.ts';
 * import type { ReportProcessor } from './types.ts';
 *
 * const tree: BreakdownTree = { contact: ['phone_number'] };
 * const contact: ReportProcessor = async ({ applicant }, tools) => {
 *   await tools.step('checking the telephone number');
 *   const finding = applicant.phone_number
 *     ? clear('The applicant has a telephone number.')
 *     : consider('The applicant has no telephone number.');
 *   return verdictOf({ family: 'other', tree }, { leaves: { 'contact.phone_number': finding }, properties: {} }, tools.decision);
 * };
 */
export type ReportProcessor<Given = LiveTools> = (subject: ReportSubject, tools: Given) => Promise<Verdict>;

/** A kind of report. All there is to know about it, so that a new one is a new file and a line in `index.ts`. */
export interface ReportType<Name extends string = string> {
  readonly name: Name;
  readonly family: Family;
  /** Returns whether checks of a version may have the report; absent if checks of all versions may. */
  acceptedBy?(version: Version): boolean;
  /** `document_ids` may be given with this report. */
  readonly acceptsDocumentIds?: true;
  /** Ends `cancelled` when a condition isn't met, which only shows later: its applicant can't be charged in advance. */
  readonly conditional?: true;
  readonly uses: MediaUse;
  readonly needs: readonly Need[];
  readonly tree: BreakdownTree;
  readonly rules?: ResultRules;
  /** The outcome when a condition of the report isn't met in either environment; undefined when it can run. */
  unmet?(subject: ReportSubject): Outcome | undefined;
  /** Leaves and breakdowns, by path, that the body leaves out for an applicant. */
  absent?(subject: Pick<ReportSubject, 'applicant' | 'region'>): readonly string[];
  /** Changes of the body if no source matches at all (`unidentified`); absent if the report can't end so. */
  readonly noMatch?: OutcomePatch;
  /** Live analysis. A report without one goes to a person (`awaiting_approval`). */
  readonly process?: ReportProcessor;
}
