import type { FieldErrors, FieldMessages } from '../../base/errors.ts';
import type { ErrorFormat } from '../../http/problems.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { type Wordings, wordedBy } from '../v2/problems.ts';

/** Errors that v1 has no name for, with the error that it answers instead (contract 3.6). */
export const v1Wordings = {
  account_disabled: { type: 'unauthorized_request' },
  trial_limits_reached: { type: 'check_limit_reached' },
  too_many_checks: { type: 'check_limit_reached' },
  disabled_reports: { type: 'invalid_reports_names' },
  report_names_blank: { type: 'validation_error', fields: { reports: [BLANK] } },
  report_names_format: { type: 'invalid_reports_names' },
  document_ids_with_unsupported_report: {
    type: 'validation_error',
    fields: { document_ids: ['needs a document report in the check'] },
  },
  facial_similarity_photo_without_document: { type: 'standard_check_photo_facial_sim_without_document' },
  facial_similarity_video_not_supported: { type: 'invalid_check_type_for_variant' },
} as const satisfies Wordings;

/** `{field: {messages: [...]}}`, nested fields likewise. */
function wrapped(fields: FieldErrors): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { messages: messagesOf(value) }]));
}

function messagesOf(value: FieldMessages): unknown[] {
  if (typeof value === 'string') return [value];
  const items = Array.isArray(value) ? value : [value as FieldErrors];
  return items.map((item) => (typeof item === 'string' ? item : wrapped(item)));
}

/** Errors of v1: `{error: {id, type, message, fields}}`. The id equals the request's id in the log. */
export const v1Errors: ErrorFormat = {
  translate: wordedBy(v1Wordings),
  render: ({ type, message, fields }, requestId) => ({
    error: {
      id: requestId,
      type,
      message,
      ...(fields !== undefined && { fields: typeof fields === 'string' ? fields : wrapped(fields) }),
    },
  }),
};
