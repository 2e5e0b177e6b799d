import { describeControls, type Field, type FieldContext, type FieldOptions, labelWords } from './field.ts';

/** A box to tick. */
export function checkField(context: FieldContext, options: FieldOptions): Field {
  const { kit, h } = context;
  const { path, label, required } = options;
  const input = h('input', { id: path, type: 'checkbox', required, checked: context.known(path) === 'true' });
  const { problem, mark } = describeControls(context, { path }, [input]);
  const words = h('span', {}, ...labelWords(context, options));
  return {
    path,
    label: kit.t(label),
    required,
    mark,
    node: h('div', {}, problem, h('label', { class: 'check', for: path }, input, words)),
    controls: [input],
    read() {
      if (input.checked) return { value: true };
      return required ? { wrong: 'profileData.tick' } : {};
    },
  };
}
