import { type DatePart, dateOf, latinDigits, orderOf, splitDate, type TypedDate } from '../date.ts';
import { describeControls, type Field, type FieldContext, type FieldOptions, labelWords } from './field.ts';

/** A date of birth in three parts, in the order of the applicant's language. */
export function dateField(context: FieldContext, options: FieldOptions): Field {
  const { kit, h } = context;
  const { path, label, required } = options;
  const { draft, language } = kit;
  const [year = '', month = '', day = ''] = context.known(path).split('-');
  const before: TypedDate = { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year };
  const order = orderOf(language.tag);
  const inputs = order.map((name) =>
    h('input', {
      id: `${path}-${name}`,
      type: 'text',
      inputmode: name === 'month' ? 'text' : 'numeric',
      autocomplete: `bday-${name}`,
      value: draft.get(`${path}-${name}`) ?? before[name],
      required,
      onchange: (event: Event) => spread(event.target as HTMLInputElement),
    }),
  );
  const input = (name: DatePart) => inputs[order.indexOf(name)] as HTMLInputElement;
  /** Splits a whole date that was typed into one part over all of them. */
  const spread = (from: HTMLInputElement) => {
    const whole = splitDate(from.value, language.tag);
    if (!whole) return;
    for (const name of order) {
      input(name).value = whole[name];
      draft.set(`${path}-${name}`, whole[name]);
    }
  };
  const hint = kit.t('profileData.dob_hint', { example: context.example });
  const { about, problem, mark } = describeControls(context, { path, hint }, inputs);
  const parts = order.map((name, i) => {
    const words = kit.words('label', `profileData.${name}`, { for: `${path}-${name}` });
    return h('div', { class: name }, words, inputs[i] as Node);
  });
  const legend = h('legend', { class: 'field' }, ...labelWords(context, options));
  return {
    path,
    label: kit.t(label),
    required,
    mark,
    node: h('fieldset', {}, legend, about, problem, h('div', { class: 'date' }, ...parts)),
    controls: inputs,
    read() {
      for (const input of inputs) spread(input);
      const typed = { day: input('day').value, month: input('month').value, year: input('year').value };
      if (Object.values(typed).every((part) => latinDigits(part).trim() === ''))
        return required ? { wrong: 'profileData.missing' } : {};
      const value = dateOf(typed, language.tag);
      return value === null ? { wrong: 'profileData.wrong_dob' } : { value };
    },
  };
}
