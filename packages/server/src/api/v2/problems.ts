import { type ErrorType, type FieldErrors, type FieldMessages, type Problem, problem } from '../../base/errors.ts';
import { type ErrorFace, v3Errors } from '../../http/problems.ts';

/** What v1 and v2 call fields of the core, which speaks as v3. */
const fieldNames: Readonly<Record<string, string>> = {
  address: 'addresses',
  phone_number: 'mobile',
  report_names: 'reports',
};

/** What v2 calls errors of v3. */
const types: Partial<Record<ErrorType, ErrorType>> = {
  document_ids_with_unsupported_report: 'document_ids_without_document_report',
};

/** Messages of errors that are known under the same type, but speak of fields that v2 doesn't have. */
const messages: Partial<Record<ErrorType, string>> = {
  report_names_blank: 'reports must be a non-empty array of reports',
  report_names_format: 'reports must be an array of objects with a name',
};

/** What the published list of v2 has and v2 can't answer. */
export const neverRaised: Partial<Record<ErrorType, string>> = {
  check_type_deprecated: '`type` is not deprecated here but required.',
};

/** The same messages under the names that v1 and v2 know. */
export function earlierFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldNames[name] ?? name, renamed(value)]));
}

function renamed(value: FieldMessages): FieldMessages {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return earlierFields(value as FieldErrors);
  return value.map((item) => (typeof item === 'string' ? item : earlierFields(item)));
}

/** Errors of v2: those of v3 with other names (contract 3.5). */
export const v2Errors: ErrorFace = {
  translate(found: Problem): Problem {
    const { fields, retryAfter } = found;
    const type = types[found.type];
    const message = messages[found.type] ?? (type ? undefined : found.message);
    return problem(type ?? found.type, {
      ...(message === undefined ? {} : { message }),
      ...(fields === undefined ? {} : { fields: typeof fields === 'string' ? fields : earlierFields(fields) }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  },
  render: v3Errors.render,
};
