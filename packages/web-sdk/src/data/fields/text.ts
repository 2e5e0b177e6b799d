import { judgeField, tidy } from '../rules.ts';
import {
  autocompletes,
  describeControls,
  type Field,
  type FieldContext,
  type FieldOptions,
  labelWords,
} from './field.ts';

const inputTypes: Readonly<Record<string, string>> = { email: 'email', phone_number: 'tel' };

/** A line of text, judged by the rule of its path. */
export function textField(context: FieldContext, options: FieldOptions): Field {
  const { kit, h } = context;
  const { path, label, required } = options;
  const input = h('input', {
    id: path,
    type: inputTypes[path] ?? 'text',
    autocomplete: autocompletes[path] ?? 'off',
    value: context.known(path),
    required,
    class: /state|postcode|ssn/.test(path) && 'short',
  });
  const { about, problem, mark } = describeControls(context, options, [input]);
  const labelled = h('label', { class: 'field', for: path }, ...labelWords(context, options));
  return {
    path,
    label: kit.t(label),
    required,
    mark,
    node: h('div', {}, labelled, about, problem, input),
    controls: [input],
    read() {
      if (tidy(input.value) === '') return required ? { wrong: 'profileData.missing' } : {};
      return judgeField(path, input.value, context.typedIn('address.country'));
    },
  };
}
