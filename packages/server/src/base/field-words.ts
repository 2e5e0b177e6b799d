import type { FieldErrors, FieldMessages } from './errors.ts';

/** Describes the faults of fields in one sentence: `applicant must have a live photo; applicant.dob can't be blank`. */
export function fieldsInWords(fields: FieldErrors | string): string {
  return typeof fields === 'string' ? fields : sentencesOf(fields, []).join('; ');
}

function sentencesOf(fields: FieldErrors, path: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([name, messages]) => ofField(messages, [...path, name]));
}

function ofField(messages: FieldMessages, path: readonly string[]): string[] {
  if (typeof messages === 'string') return [`${path.join('.')} ${messages}`];
  if (!Array.isArray(messages)) return sentencesOf(messages as FieldErrors, path);
  return messages.flatMap((message) => ofField(message, path));
}
