import { type ErrorType, type FieldErrors, type FieldMessages, type Problem, problem } from '../../base/errors.ts';
import { BLANK } from '../../core/rules/rule.ts';
import type { ErrorFace } from '../../http/problems.ts';
import { earlierFields } from '../v2/problems.ts';

interface Called {
  readonly type: ErrorType;
  readonly fields?: FieldErrors;
}

/** What v1 calls errors that it has no name for (contract 3.6). All others keep theirs. */
export const v1Names: Partial<Record<ErrorType, Called>> = {
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
};

/** `{field: {messages: [...]}}`, nested attributes likewise. */
function wrapped(fields: FieldErrors): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { messages: messagesOf(value) }]));
}

function messagesOf(value: FieldMessages): unknown[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [wrapped(value as FieldErrors)];
  return value.map((item) => (typeof item === 'string' ? item : wrapped(item)));
}

/** Errors of v1: `{error: {id, type, message, fields}}`, where the id leads to the request in the log. */
export const v1Errors: ErrorFace = {
  translate(found: Problem): Problem {
    const called = v1Names[found.type];
    const fields = called ? called.fields : found.fields;
    return problem(called?.type ?? found.type, {
      ...(called ? {} : { message: found.message }),
      ...(fields === undefined ? {} : { fields: typeof fields === 'string' ? fields : earlierFields(fields) }),
      ...(found.retryAfter === undefined ? {} : { retryAfter: found.retryAfter }),
    });
  },
  render: ({ type, message, fields }, requestId) => ({
    error: {
      id: requestId,
      type,
      message,
      ...(fields === undefined ? {} : { fields: typeof fields === 'string' ? fields : wrapped(fields) }),
    },
  }),
};
