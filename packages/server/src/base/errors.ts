/**
 * The catalogue of errors: the only place where an error's type, status and message are written.
 *
 * The core throws by name (`throw problem('gone')`), the face of a version renders. Sources: section 7 of the v3
 * document and sections 3 and 11 of its supplement.
 */

export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  /** How a client gets it, for `docs/errors.md`. */
  readonly when: string;
  /** First minor version of v3 that knows the error; absent when all do. */
  readonly since?: '3.4';
}

export const errorCatalogue = {
  bad_request: {
    status: 400,
    message: 'The request could not be understood',
    when: "The body is not valid JSON or multipart, or the path doesn't decode.",
  },
  incorrect_base_url: {
    status: 400,
    message: 'This base address does not serve v3. Use the base address of your region',
    when: 'A path of v3 on a host of the setting `pre-v3-hosts`.',
  },
  https_required: {
    status: 400,
    message: 'Requests must be made over HTTPS',
    when: 'Plain HTTP, unless a trusted proxy says that its client spoke HTTPS, or from loopback in development.',
  },
  authorization_error: {
    status: 401,
    message: 'Authorization error: please provide a valid API token',
    when: 'No token, one that is unknown, revoked, expired or of another region, or an SDK token where an API token is due.',
  },
  user_authorization_error: {
    status: 401,
    message: 'The user of this token lacks permission for this action',
    when: 'A read-only token and a request that changes something.',
  },
  bad_referrer: {
    status: 401,
    message: 'The referrer of this request does not match the one of the SDK token',
    when: "The `Referer` header doesn't match the pattern of the SDK token.",
  },
  expired_token: {
    status: 401,
    message: 'The token has expired',
    when: 'An SDK token after its 90 minutes.',
  },
  account_disabled: {
    status: 403,
    message: 'This account is disabled. Please contact client support',
    when: 'Any request of an account whose setting `enabled` is false.',
  },
  trial_limits_reached: {
    status: 403,
    message: 'The limits of this trial are reached. Please contact client support',
    when: "Creating a live check beyond the account's `trial_checks_limit`.",
  },
  resource_not_found: {
    status: 404,
    message: 'Could not find the requested resource',
    when: 'A path, a method or an id that is unknown to this account and environment.',
  },
  gone: {
    status: 410,
    message: 'The resource has been deleted or is scheduled for deletion',
    when: 'An applicant that is scheduled for deletion or erased, and all that belongs to it.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large',
    when: 'A body of more than 1 MB that is no upload.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The content type of this request is not supported',
    when: 'A body that is neither JSON nor a form, or a multipart body where no route takes one.',
  },
  validation_error: {
    status: 422,
    message: 'There was a validation error on this request',
    when: 'Fields that are missing or break a rule; `fields` names each. Also pictures that fail their validation.',
  },
  missing_billing_info: {
    status: 422,
    message: 'Billing information must be added before a check can be created',
    when: "Creating a live check while the account's `billing_information` is false.",
  },
  missing_documents: {
    status: 422,
    message: 'The required documents must be uploaded before the check is created',
    when: "Creating a check with a report that needs a document which the applicant doesn't have.",
  },
  missing_applicant_location: {
    status: 422,
    message: 'The location of the applicant must be provided before the check is created',
    when: 'Creating a check with a Facial Similarity report for an applicant without a location.',
    since: '3.4',
  },
  missing_applicant_provided_consents: {
    status: 422,
    message: 'The required consents of the applicant must be provided before the check is created',
    when: 'Creating a check without a consent that it needs: `privacy_notices_read` in the US, or that of a report.',
    since: '3.4',
  },
  invalid_reports_names: {
    status: 422,
    message: 'One or more report names are not valid',
    when: 'Creating a check with a report name that is unknown or given twice.',
  },
  missing_id_numbers: {
    status: 422,
    message: 'The required ID numbers of the applicant are missing',
    when: "Creating a live check with a report that needs an ID number which the applicant doesn't have.",
  },
  report_names_blank: {
    status: 422,
    message: 'report_names must be a non-empty array of report names',
    when: 'Creating a check without `report_names`, or with an empty one.',
  },
  report_names_format: {
    status: 422,
    message: 'report_names must be an array of strings',
    when: 'Creating a check whose `report_names` is no array of strings.',
  },
  check_type_deprecated: {
    status: 422,
    message: 'type is not used any more; use applicant_provides_data',
    when: 'Creating a check with `type`.',
  },
  document_ids_with_unsupported_report: {
    status: 422,
    message: 'document_ids needs a Document or Facial Similarity report in the check',
    when: 'Creating a check with `document_ids` and no report that looks at documents.',
  },
  facial_similarity_photo_without_document: {
    status: 422,
    message: 'A Facial Similarity report must be paired with a Document report when the applicant provides the data',
    when: '`applicant_provides_data` with a Facial Similarity Photo report alone.',
  },
  facial_similarity_video_not_supported: {
    status: 422,
    message: 'Facial Similarity Video reports are not supported when the applicant provides the data',
    when: '`applicant_provides_data` with a Facial Similarity Video report.',
  },
  failed_check_requirements: {
    status: 422,
    message: 'Information required for this check is missing or invalid',
    when: "Creating a check with a report that needs data or media which the applicant doesn't have; `fields` names them.",
  },
  incomplete_checks: {
    status: 422,
    message: 'Other checks of this applicant are not complete yet',
    when: 'Creating a check with `applicant_provides_data` while another one waits for the applicant.',
  },
  deletion_incomplete_checks: {
    status: 422,
    message: 'The applicant has checks in progress and cannot be deleted',
    when: 'Deleting an applicant while one of its checks is in progress.',
  },
  frame_extraction_failed: {
    status: 422,
    message: 'Failed to extract a frame from the provided video',
    when: "The frame of a video that can't be decoded.",
  },
  rate_limit: {
    status: 429,
    message: 'Rate limit reached. Please try again later',
    when: 'More requests a minute than the account may make; `Retry-After` says when to come again.',
  },
  internal_server_error: {
    status: 500,
    message: 'Something went wrong',
    when: 'A fault of the service. The header `X-Request-Id` leads to it in the log.',
  },
  frame_extraction_unavailable: {
    status: 503,
    message: 'Frame extraction is temporarily unavailable',
    when: "The program of the setting `ffmpeg` can't be run.",
  },
  unavailable: {
    status: 503,
    message: 'The service is shutting down or overloaded. Please try again',
    when: "The store doesn't answer or has too much to do; `Retry-After` says when to come again.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorType = keyof typeof errorCatalogue;

/** Messages by field. Nested attributes nest (`{address: [{postcode: ["can't be blank"]}]}`), as the v3 wire has it. */
export interface FieldErrors {
  [field: string]: FieldMessages;
}
export type FieldMessages = readonly (string | FieldErrors)[] | FieldErrors | string;

/** An error of the catalogue on its way to the face that renders it. */
export class Problem extends Error {
  readonly type: ErrorType;
  readonly fields: FieldErrors | string | undefined;
  /** Seconds after which the client may try again (429, 503). */
  readonly retryAfter: number | undefined;

  constructor(type: ErrorType, details: { message?: string; fields?: FieldErrors | string; retryAfter?: number } = {}) {
    super(details.message ?? errorCatalogue[type].message);
    this.name = 'Problem';
    this.type = type;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }

  get status(): number {
    return errorCatalogue[this.type].status;
  }
}

/** Makes an error of the catalogue: `throw problem('gone')`. */
export function problem(type: ErrorType, details?: ConstructorParameters<typeof Problem>[1]): Problem {
  return new Problem(type, details);
}

/** 404 with the message that published clients compare with. `resource` is singular CamelCase, `id` as it was sent. */
export function notFound(resource: string, id: string): Problem {
  return problem('resource_not_found', { message: `Could not find the following resource: ${resource} with id=${id}` });
}

/** 422 with the messages of the invalid fields. */
export function invalid(fields: FieldErrors | string): Problem {
  return problem('validation_error', { fields });
}
