import { type ErrorType, type FieldErrors, type FieldMessages, type Problem, problem } from '../../base/errors.ts';
import { type ErrorFormat, v3Errors } from '../../http/problems.ts';

/** Wording of an error in v1 or v2: another message, or another type with its own message and, where given, fields. */
type Wording =
  | { readonly message: string; readonly type?: undefined }
  | { readonly type: ErrorType; readonly fields?: FieldErrors };

/** The errors of the catalogue that a version words otherwise. */
export type Wordings = Partial<Record<ErrorType, Wording>>;

/** Errors that v2 words otherwise: its requests have other fields. */
const v2Wordings: Wordings = {
  document_ids_with_unsupported_report: { type: 'document_ids_without_document_report' },
  report_names_blank: { message: 'reports must be a non-empty array of reports' },
  report_names_format: { message: 'reports must be an array of objects with a name' },
};

/** Errors on the published list of v2 that v2 can't answer, with the reason. */
export const neverRaised: Partial<Record<ErrorType, string>> = {
  check_type_deprecated: '`type` is not deprecated here but required.',
};

/** Names of fields in v1 and v2 that differ from their names in v3. */
const fieldNames: Readonly<Record<string, string>> = {
  address: 'addresses',
  phone_number: 'mobile',
  report_names: 'reports',
};

function renamedFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [fieldNames[name] ?? name, renamed(messages)]),
  );
}

/** The same messages, with the names of v1 and v2 for nested fields. */
function renamed(messages: FieldMessages): FieldMessages {
  if (typeof messages === 'string') return messages;
  if (!Array.isArray(messages)) return renamedFields(messages as FieldErrors);
  return messages.map((item) => (typeof item === 'string' ? item : renamedFields(item)));
}

/** Words an error as v1 or v2 does. */
export function wordedBy(wordings: Wordings): (found: Problem) => Problem {
  return (found) => {
    const wording = wordings[found.type];
    const { type, message, fields } = wording?.type
      ? { type: wording.type, message: undefined, fields: wording.fields }
      : { type: found.type, message: wording?.message ?? found.message, fields: found.fields };
    return problem(type, {
      ...(message !== undefined && { message }),
      ...(fields !== undefined && { fields: typeof fields === 'string' ? fields : renamedFields(fields) }),
      ...(found.retryAfter !== undefined && { retryAfter: found.retryAfter }),
    });
  };
}

/** Errors of v2: the errors of v3 in other words (contract 3.5). */
export const v2Errors: ErrorFormat = { translate: wordedBy(v2Wordings), render: v3Errors.render };
