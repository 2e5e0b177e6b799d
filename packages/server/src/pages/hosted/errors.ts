import type { FieldErrors, FieldMessages, Problem } from '../../base/errors.ts';
import { BLANK, INVALID, NOT_INCLUDED } from '../../input-rules/rule.ts';
import type { Text } from '../../words/types.ts';
import type { Errors } from './fields.ts';

/** Flattens the service's errors to paths and messages: `address.postcode`, "can't be blank". */
function flatten(fields: Problem['fields'], above = ''): [path: string, message: string][] {
  if (typeof fields === 'string') return [[above, fields]];
  return Object.entries(fields ?? {}).flatMap(([name, messages]) =>
    messagesIn(messages, above === '' ? name : `${above}.${name}`),
  );
}

function messagesIn(messages: FieldMessages, path: string): [path: string, message: string][] {
  if (typeof messages === 'string') return [[path, messages]];
  if (Array.isArray(messages)) {
    return messages.flatMap((one: string | FieldErrors) => messagesIn(one, path));
  }
  return flatten(messages as FieldErrors, path);
}

interface FieldText {
  readonly label: unknown;
  readonly blank?: string;
  readonly invalid?: string;
}

/** The kind of a rule, by the service's message about it. */
function ruleOf(message: string): keyof Text['rule'] {
  if (message.startsWith('is too long')) return 'too_long';
  return message.startsWith('must not contain') ? 'characters' : 'other';
}

/** The same message in the applicant's words. */
function inWords(text: Text, path: string, message: string): string {
  const field = (text.fields as Readonly<Record<string, FieldText>>)[path];
  if (message === BLANK && field?.blank) return field.blank;
  if ((message === INVALID || message === NOT_INCLUDED) && field?.invalid) return field.invalid;
  const label = typeof field?.label === 'string' ? field.label : path;
  return text.rule[ruleOf(message)]({ label, message });
}

/** Errors of a page's controls, in their order: the first error of each. Errors without a control come last. */
export function inWordsOf(text: Text, fields: Problem['fields'], controls: readonly string[]): Errors {
  const found = new Map<string, string>();
  for (const [path, message] of flatten(fields)) if (!found.has(path)) found.set(path, inWords(text, path, message));
  const place = (path: string) => (controls.includes(path) ? controls.indexOf(path) : controls.length);
  return new Map([...found].sort(([one], [other]) => place(one) - place(other)));
}

/** Error of an upload in the applicant's words, whatever its field: the page has only one. */
export function uploadInWords({ upload }: Text, fields: Problem['fields']): string {
  const message = flatten(fields)[0]?.[1] ?? '';
  return upload.errors[message] ?? upload.other({ message });
}
