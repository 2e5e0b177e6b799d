// The choices of an import, in a file that loads nothing: the command line shows them.

/** Encodings of a file without a byte order mark. UTF-16 is known by its mark. */
export const encodings = ['utf-8', 'windows-1252'] as const;

export type Encoding = (typeof encodings)[number];

/** Delivery of the links of an import: by the service, or in its results, for clients that inform applicants themselves. */
export const linkDeliveries = ['mail', 'text_message', 'results'] as const;

export type LinkDelivery = (typeof linkDeliveries)[number];

/**
 * Outcome of a row. `existing`: an earlier request has created the applicant. `deleted`: the applicant was deleted since. `failed`: the
 * applicant or the workflow run could not be created, and the same file can be sent again.
 */
export const rowOutcomes = ['created', 'existing', 'deleted', 'failed'] as const;

export type RowOutcome = (typeof rowOutcomes)[number];
