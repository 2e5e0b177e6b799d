import type { TextMessage } from './provider.ts';

/** Escapes a value for the template, so that no text can end its field. */
type Escape = (value: string) => string;

const inUrl: Escape = encodeURIComponent;
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);

/** Escapes by media type of the body; text of any other type is put in unchanged. */
const escapes: readonly (readonly [type: RegExp, escape: Escape])[] = [
  [/^application\/(?:[\w.+-]+\+)?json\b/i, inJson],
  [/^application\/x-www-form-urlencoded\b/i, inUrl],
];

const PLACEHOLDER = /\{(to|number|text|id)\}/g;

/** Puts a message into a template: `{to}` is the number, `{number}` the same without its plus, `{text}`, `{id}`. */
function fill(template: string, { id, to, text }: TextMessage, escaped: Escape): string {
  const values: Record<string, string> = { id, to, text, number: to.slice(1) };
  return template.replace(PLACEHOLDER, (_, name: string) => escaped(values[name] as string));
}

export function fillUrl(template: string, message: TextMessage): string {
  return fill(template, message, inUrl);
}

/** @param contentType media type of the body, which says how values are escaped in it */
export function fillBody(template: string, message: TextMessage, contentType: string): string {
  const known = escapes.find(([type]) => type.test(contentType));
  return fill(template, message, known?.[1] ?? ((value) => value));
}
