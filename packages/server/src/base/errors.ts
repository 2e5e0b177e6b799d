/**
 * The catalogue of errors: the only place where an error's type, status and message are written.
 *
 * Code throws an error by its type (`throw problem('gone')`). The API renders it for the version of the request. Source:
 * contract 3.3 to 3.8.
 */

import type { Capability, Generation } from './versions.ts';

export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  /** Description of when a client gets it, for `docs/reference/errors.md`. */
  readonly when: string;
  /** Versions without this capability never have the error. */
  readonly capability?: Capability;
  /** Generations that have the error; absent if all have it. `api/v1` and `api/v2` rename some types. */
  readonly only?: readonly Generation[];
}

const IN_V3 = [3] as const;
const SINCE_V2 = [2, 3] as const;
/** Errors of the dashboard, which no version of the API answers. */
const NOWHERE = [] as const;

export const errorCatalogue = {
  bad_request: {
    status: 400,
    message: 'The request could not be understood',
    when:
      'The body is not valid JSON, form data or multipart, is not UTF-8, or has more than 10,000 values or 64 levels; or the path ' +
      "doesn't decode.",
  },
  incorrect_base_url: {
    status: 400,
    message: 'This base address does not serve v3. Use the base address of your region',
    when: 'A path of v3 on a host of the setting `pre-v3-hosts`.',
    only: IN_V3,
  },
  https_required: {
    status: 400,
    message: 'Requests must be made over HTTPS',
    when: 'Plain HTTP, unless a trusted proxy says that its client spoke HTTPS, or from loopback in development.',
  },
  authorization_error: {
    status: 401,
    message: 'Authorization error: please provide a valid API token',
    when: 'The token is missing, unknown, revoked, expired or from another region; an SDK token was sent instead of an API token; or the workflow run of the token has ended.',
  },
  user_authorization_error: {
    status: 401,
    message: 'The user of this token lacks permission for this action',
    when: 'A request with a read-only token that would change data.',
  },
  bad_referrer: {
    status: 401,
    message: 'The referrer of this request does not match the referrer of the SDK token',
    when: "The `Referer` header doesn't match the pattern of the SDK token.",
  },
  expired_token: {
    status: 401,
    message: 'The token has expired',
    when: 'An SDK token after 90 minutes, or the token of a workflow run after five weeks.',
  },
  unauthorized_request: {
    status: 401,
    message: 'This request is not authorized. Please contact client support',
    when: 'v1: any request of an account whose setting `enabled` is false.',
    only: [1],
  },
  unauthorized_slv_code: {
    status: 401,
    message: 'The street level verification code is wrong',
    when: 'v1: entering a code for a street level report within 15 days. No letters are sent, so no code is ever right.',
    only: [1],
  },
  sign_in_needed: {
    status: 401,
    message: 'Sign in to continue',
    when: 'The dashboard: the session is missing or has ended.',
    only: NOWHERE,
  },
  wrong_sign_in: {
    status: 401,
    message: 'The e-mail address, the password or the code is wrong',
    when: 'The dashboard: signing in with wrong credentials, or as a member who is disabled.',
    only: NOWHERE,
  },
  code_needed: {
    status: 401,
    message: 'Enter the code of your authenticator app, or a recovery code',
    when: 'The dashboard: the password is right, and the member has a second factor.',
    only: NOWHERE,
  },
  proof_needed: {
    status: 403,
    message: 'Confirm that it is you, and try again',
    when: 'The dashboard: an action for which the member must have signed in within the last five minutes.',
    only: NOWHERE,
  },
  second_factor_needed: {
    status: 403,
    message: 'This account asks its members for a second factor: set up one-time codes, or sign in with a passkey',
    when: "The dashboard: the account's setting `second_factor` requires a second factor, and the member has none.",
    only: NOWHERE,
  },
  not_permitted: {
    status: 403,
    message: 'Your role does not permit this',
    when: 'The dashboard: an action that the role of the member does not permit.',
    only: NOWHERE,
  },
  claimed: {
    status: 409,
    message: 'Another member is working on this report',
    when: 'The dashboard: claiming or deciding a report that another member has taken from the queue.',
    only: NOWHERE,
  },
  second_look_waits: {
    status: 409,
    message: 'The decision on a report of this applicant is hidden from you until its second look is given',
    when: 'The dashboard: a page or change of a member that would reveal a decision to them. Give the second look, or have the decision shown.',
    only: NOWHERE,
  },
  assignment_changed: {
    status: 409,
    message: 'The assignment of this report has changed. Look at the report again',
    when: 'The dashboard: assigning a report that another member has assigned meanwhile, or that no longer waits for a reviewer.',
    only: NOWHERE,
  },
  invitation_ended: {
    status: 410,
    message: 'This address was used or has expired. Ask for a new invitation',
    when: 'The dashboard: an invitation that was used, has expired or was replaced.',
    only: NOWHERE,
  },
  sandbox_only: {
    status: 403,
    message: 'This request works in sandbox only. Use a sandbox token',
    when: 'A request below `/sandbox` with a live token.',
    capability: 'sandboxCalls',
    only: IN_V3,
  },
  account_disabled: {
    status: 403,
    message: 'This account is disabled. Please contact client support',
    when: 'Any request of an account whose setting `enabled` is false (v1: `unauthorized_request`).',
    only: SINCE_V2,
  },
  trial_limits_reached: {
    status: 403,
    message: 'The limits of this trial are reached. Please contact client support',
    when: "Creating a live check beyond the account's `trial_checks_limit` (v1: `check_limit_reached`).",
    only: SINCE_V2,
  },
  resource_not_found: {
    status: 404,
    message: 'Could not find the requested resource',
    when: 'The path, the method or an id does not exist in this account and environment.',
  },
  gone: {
    status: 410,
    message: 'The resource has been deleted or is scheduled for deletion',
    when: 'The applicant is scheduled for deletion or erased; also for everything that belongs to the applicant.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'A request with this idempotency key is still being answered. Please try again in a moment',
    when: 'The first request with the `Idempotency-Key` has no answer yet.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key belongs to another request. Please send each request with a key of its own',
    when: 'The `Idempotency-Key` came with another body, file or query within the last 24 hours.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large',
    when: 'A body of more than 1 MB, unless it is an upload. An upload with a file above the limit of its route, more than 1 MB of fields, more than 50 fields or 52 parts, or a field of more than 64 KB.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The content type of this request is not supported',
    when: 'A body that is neither JSON nor form data, or a multipart body on a route without uploads.',
  },
  validation_error: {
    status: 422,
    message: 'There was a validation error on this request',
    when: 'Fields that are missing or break a rule; `fields` lists each. Also images that fail their validation.',
  },
  missing_billing_info: {
    status: 422,
    message: 'Billing information must be added before a check can be created',
    when: "Creating a live check while the account's `billing_information` is false.",
  },
  missing_documents: {
    status: 422,
    message: 'The required documents must be uploaded before the check is created',
    when: "Creating a check with a report that needs a document which the applicant doesn't have. v1 and v2 have `fields` here, with a message for each such report.",
  },
  missing_applicant_location: {
    status: 422,
    message: 'The location of the applicant must be provided before the check is created',
    when: 'Creating a check with a Facial Similarity report for an applicant without a location.',
    capability: 'applicantLocation',
  },
  missing_applicant_provided_consents: {
    status: 422,
    message: 'The required consents of the applicant must be provided before the check is created',
    when: 'Creating a check without a consent that it needs: `privacy_notices_read` in the US, or the consent of a report.',
    capability: 'applicantLocation',
  },
  invalid_reports_names: {
    status: 422,
    message: 'One or more report names are not valid',
    when: "Creating a check with a report name, or in v1 and v2 a variant of it, that is unknown or occurs twice. In v1 also a report in the account's `disabled_reports`, or `reports` that is not an array of objects with a name.",
  },
  missing_id_numbers: {
    status: 422,
    message: 'The required ID numbers of the applicant are missing',
    when: "Creating a live check with a report that needs an ID number which the applicant doesn't have.",
  },
  report_names_blank: {
    status: 422,
    message: 'report_names must be a non-empty array of report names',
    when: 'Creating a check without `report_names`, or with an empty one; in v2, with neither `reports` nor `report_type_groups` (v1: `validation_error`).',
    only: SINCE_V2,
  },
  report_names_format: {
    status: 422,
    message: 'report_names must be an array of strings',
    when: 'Creating a check whose `report_names` is not an array of strings; in v2, whose `reports` is not an array of objects with a name (v1: `invalid_reports_names`).',
    only: SINCE_V2,
  },
  check_type_deprecated: {
    status: 422,
    message: 'type is no longer used. Use applicant_provides_data',
    when: 'v3: creating a check with `type`. It is also on the list of v2, but v2 never answers it because `type` is required there.',
    only: SINCE_V2,
  },
  document_ids_with_unsupported_report: {
    status: 422,
    message: 'document_ids needs a Document or Facial Similarity report in the check',
    when: 'v3: creating a check with `document_ids` and no report that uses documents.',
    only: IN_V3,
  },
  facial_similarity_photo_without_document: {
    status: 422,
    message: 'A Facial Similarity report must be paired with a Document report when the applicant provides the data',
    when: '`applicant_provides_data` (v2: a standard check) with a Facial Similarity Photo report and no Document report (v1: `standard_check_photo_facial_sim_without_document`).',
    only: SINCE_V2,
  },
  facial_similarity_video_not_supported: {
    status: 422,
    message: 'Facial Similarity Video reports are not supported when the applicant provides the data',
    when: '`applicant_provides_data` (v2: a standard check) with a Facial Similarity Video or Motion report (v1: `invalid_check_type_for_variant`).',
    only: SINCE_V2,
  },
  failed_check_requirements: {
    status: 422,
    message: 'Information required for this check is missing or invalid',
    when: "Creating a check with a report that needs data or media which the applicant doesn't have, or with a form for an applicant without an e-mail address. v3 lists the missing data in `message`, v1 and v2 in `fields`.",
  },
  incomplete_checks: {
    status: 422,
    message: 'Other checks of this applicant are not complete yet',
    when: 'Creating a check with `applicant_provides_data` (v1, v2: a standard check) while another check waits for the applicant.',
  },
  deprecated_reports: {
    status: 422,
    message: 'One or more of the requested reports are deprecated',
    when: 'v2: creating a check with a report that was retired, such as `criminal_history`. In v1 it ends `withdrawn`.',
    only: [2],
  },
  disabled_reports: {
    status: 422,
    message: 'One or more of the requested reports are disabled on this account',
    when: "v2: creating a check with a report in the account's `disabled_reports` (v1: `invalid_reports_names`).",
    only: [2],
  },
  document_ids_without_document_report: {
    status: 422,
    message: 'document_ids needs a Document report in the check',
    when: 'v2: creating a check with `document_ids` and no Document report (v1: `validation_error`).',
    only: [2],
  },
  too_many_checks: {
    status: 422,
    message: 'This applicant has too many checks',
    when: 'v2: creating a check for an applicant that has 1000 (v1: `check_limit_reached`).',
    only: [2],
  },
  check_limit_reached: {
    status: 422,
    message: 'The limit of checks is reached',
    when: "v1: creating a check for an applicant that has 1000, or a live check beyond the account's `trial_checks_limit`.",
    only: [1],
  },
  cant_charge_applicant: {
    status: 422,
    message: 'The applicant can be charged for a standard check only',
    when: 'v1, v2: creating an express check with `charge_applicant_for_check`.',
    only: [1, 2],
  },
  cant_charge_applicant_on_conditional_checks: {
    status: 422,
    message: 'The applicant cannot be charged for a check with conditional reports',
    when: 'v1, v2: `charge_applicant_for_check` with a proof of address report, which is cancelled when its condition is not met.',
    only: [1, 2],
  },
  invalid_check_type_for_variant: {
    status: 422,
    message: 'This variant of the report is not available for a check of this type',
    when: 'v1: creating a standard check with the variant `video` or `motion` of a facial similarity report.',
    only: [1],
  },
  standard_check_photo_facial_sim_without_document: {
    status: 422,
    message: 'A facial similarity report of a standard check must be paired with a document report',
    when: 'v1: creating a standard check with a facial similarity report and no document report.',
    only: [1],
  },
  invalid_or_expired_slv_code: {
    status: 422,
    message: 'The street level verification code is wrong or was not entered within 15 days',
    when: 'v1: entering a code for a street level report more than 15 days after its check was created.',
    only: [1],
  },
  unprocessable_slv_code: {
    status: 422,
    message: 'The street level verification code cannot be processed',
    when: 'v1: entering a code in the wrong format, or for a check without a street level report.',
    only: [1],
  },
  deletion_incomplete_checks: {
    status: 422,
    message: 'The applicant has checks in progress and cannot be deleted',
    when: 'Deleting an applicant while one of its checks is being analysed. Checks that are paused or need manual review are withdrawn.',
    only: SINCE_V2,
  },
  frame_extraction_failed: {
    status: 422,
    message: 'Failed to extract a frame from the provided video',
    when: "The frame of a video that can't be decoded.",
    only: SINCE_V2,
  },
  extraction_failed: {
    status: 422,
    message: 'Failed to extract data from the provided document',
    when: "An extraction of a document that can't be read, or whose image quality is too low.",
    only: IN_V3,
  },
  rate_limit: {
    status: 429,
    message: 'Rate limit reached. Please try again later',
    when: 'The account made too many requests: in v3 per minute, in v1 and v2 together per minute or second. Or more than 30 requests with wrong credentials in a minute. `Retry-After` says when to try again.',
  },
  internal_server_error: {
    status: 500,
    message: 'Something went wrong',
    when: 'A fault in the service. Search the log of the process for the value of the header `X-Request-Id`.',
  },
  frame_extraction_unavailable: {
    status: 503,
    message: 'Frame extraction is temporarily unavailable',
    when: "The program of the setting `ffmpeg` can't be run, takes too long, or too many videos are waiting. `Retry-After` then says when to try again.",
    only: SINCE_V2,
  },
  unavailable: {
    status: 503,
    message: 'The service is shutting down or overloaded. Please try again',
    when: "The store or the object store doesn't answer, is overloaded or has no space left; too many uploads are waiting to be processed, or uploads can't be processed; or the time-stamp authority gave no time stamp for a document to sign. `Retry-After` says when to try again.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorType = keyof typeof errorCatalogue;

/** Messages by field. Nested attributes nest (`{address: [{postcode: ["can't be blank"]}]}`), as the v3 wire has it. */
export interface FieldErrors {
  [field: string]: FieldMessages;
}
export type FieldMessages = readonly (string | FieldErrors)[] | FieldErrors | string;

/**
 * Faults of a refused file: it has a wrong format, too few or too many bytes, can't be read, or its picture is bad, as a blurred
 * one is.
 */
export type FileFault = 'format' | 'size' | 'unreadable' | 'quality';

interface ProblemDetails {
  message?: string;
  fields?: FieldErrors | string;
  retryAfter?: number;
  fileFault?: FileFault | undefined;
}

/** An error of the catalogue, before a version of the API renders it. */
export class Problem extends Error {
  readonly type: ErrorType;
  readonly fields: FieldErrors | string | undefined;
  /** Seconds after which the client may try again (429, 503). */
  readonly retryAfter: number | undefined;
  /** Fault of an upload whose file is refused; no version shows it. */
  readonly fileFault: FileFault | undefined;

  constructor(type: ErrorType, details: ProblemDetails = {}) {
    super(details.message ?? errorCatalogue[type].message);
    this.name = 'Problem';
    this.type = type;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.fileFault = details.fileFault;
  }

  get status(): number {
    return errorCatalogue[this.type].status;
  }
}

/** Makes an error of the catalogue: `throw problem('gone')`. */
export function problem(type: ErrorType, details?: ProblemDetails): Problem {
  return new Problem(type, details);
}

/** 404 with the message that published clients compare with. `resource` is singular CamelCase, `id` as it was sent. */
export function notFound(resource: string, id: string): Problem {
  return problem('resource_not_found', { message: `Could not find the following resource: ${resource} with id=${id}` });
}

/** Returns whether an error says that an object, or its applicant, is unknown, erased or scheduled for deletion. */
export const saysDeleted = (error: unknown): boolean =>
  error instanceof Problem && (error.type === 'gone' || error.type === 'resource_not_found');

/** 422 with the messages of the invalid fields. `fileFault`: what is wrong with the file that is refused, where one is. */
export function invalid(fields: FieldErrors | string, fileFault?: FileFault): Problem {
  return problem('validation_error', { fields, fileFault });
}
