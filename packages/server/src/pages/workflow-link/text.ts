import type { Text as FormText } from '../../words/en.ts';
import { textFor as formTextFor, languageFor, over, type Reader } from '../hosted/text.ts';
import { en, type Words } from './english.ts';
import { tables } from './words.ts';

/** The words of the form, with the fields of a profile among them, and the words of the link page. */
export type Text = Omit<FormText, 'fields'> & {
  readonly fields: FormText['fields'] & Words['fields'];
  readonly link: Words;
};

const texts = new Map<string, Text>();

/** The words of the page. */
export function textFor(reader: Reader): Text {
  const id = languageFor(reader);
  const known = texts.get(id);
  if (known) return known;
  const form = formTextFor(reader);
  const link = over<Words>(en, tables[id] ?? {});
  const made = { ...form, fields: { ...form.fields, ...link.fields }, link };
  texts.set(id, made);
  return made;
}
