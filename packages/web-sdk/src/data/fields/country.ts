import {
  autocompletes,
  describeControls,
  type Field,
  type FieldContext,
  type FieldOptions,
  labelWords,
} from './field.ts';

/** A country, chosen from a list in the language of the applicant. */
export function countryField(context: FieldContext, options: FieldOptions): Field {
  const { kit, h, countriesIn, changed } = context;
  const { path, label, required } = options;
  const chosen = context.known(path);
  const select = h(
    'select',
    { id: path, autocomplete: autocompletes[path] ?? 'off', required, onchange: changed },
    h('option', { value: '' }, kit.t('document.country_choose')),
    ...countriesIn(kit.language.tag).map(({ code, name }) =>
      h('option', { value: code, selected: code === chosen }, name),
    ),
  );
  const { problem, mark } = describeControls(context, { path }, [select]);
  const labelled = h('label', { class: 'field', for: path }, ...labelWords(context, options));
  return {
    path,
    label: kit.t(label),
    required,
    mark,
    node: h('div', {}, labelled, problem, select),
    controls: [select],
    read() {
      if (select.value) return { value: select.value };
      return required ? { wrong: 'profileData.choose' } : {};
    },
  };
}
