import type { DataPart } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { type DatePart, dateOf, latinDigits, orderOf, splitDate, type TypedDate } from './date.ts';
import { judge, tidy } from './rules.ts';
import type { ProfileTools } from './tools.ts';

type Control = HTMLInputElement | HTMLSelectElement;

/** A question: its controls, and what is put together of them. */
interface Field {
  /** As the service names it: `address.postcode`. */
  readonly path: string;
  readonly label: string;
  readonly node: HTMLElement;
  /** The first one gets the focus when something is wrong. */
  readonly controls: readonly Control[];
  readonly required: boolean;
  readonly mark: (text: string | null) => void;
  /** What is sent; undefined where nothing was typed. */
  read(): { value?: string | boolean; wrong?: PhraseKey };
}

export interface Controls {
  readonly nodes: readonly HTMLElement[];
  /** Whether anybody is asked where they live. */
  readonly asksCountry: boolean;
  typedIn(path: string): string;
  show(path: string, is: boolean): void;
  /** What was typed, and what is wrong with it by field. */
  read(): { data: Record<string, unknown>; wrong: Map<string, PhraseKey> };
  /** Says beside the fields what is wrong with them, puts the focus on the first; answers their labels. */
  mark(wrong: ReadonlyMap<string, PhraseKey>): { label: string; focus(): void }[];
}

/** What browsers know fields by. */
const autocompletes: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone_number: 'tel',
  'address.country': 'country',
  'address.line1': 'address-line1',
  'address.line2': 'address-line2',
  'address.line3': 'address-line3',
  'address.town': 'address-level2',
  'address.state': 'address-level1',
  'address.postcode': 'postal-code',
};

const inputTypes: Readonly<Record<string, string>> = { email: 'email', phone_number: 'tel' };

/** A date that shows in which form one is meant. */
const EXAMPLE = Date.UTC(1980, 2, 31);

/** What of an address may stay empty where the address may not. */
const optionalParts = ['line2', 'line3'];

/** The controls of a step, with what is known in them. `changed` is called when somebody chooses a country. */
export function controlsOf(kit: Kit, part: DataPart, { h, countriesIn }: ProfileTools, changed: () => void): Controls {
  const { t, draft, language } = kit;
  const fields: Field[] = [];
  const example = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(EXAMPLE);
  const known = (path: string): string => {
    const [name, inner] = path.split('.') as [keyof DataPart['known'], string?];
    const value = part.known[name];
    const found = inner ? (value as Record<string, string> | undefined)?.[inner] : value;
    return draft.get(path) ?? (found === undefined || found === null ? '' : String(found));
  };
  const words = (label: PhraseKey, optional: boolean) => [
    kit.words('span', label),
    optional && h('span', { class: 'quiet' }, ` ${t('profileData.optional')}`),
  ];

  /** The parts around the controls of a field: hint, and the place for what is wrong. */
  function around(path: string, controls: readonly Control[], hint?: string) {
    const id = path.replace('.', '-');
    const bad = h('p', { class: 'wrong', id: `${id}-wrong`, hidden: true });
    const about = hint === undefined ? null : h('p', { class: 'hint', id: `${id}-hint` }, hint);
    const describe = (more: string) => [about && `${id}-hint`, more].filter(Boolean).join(' ');
    const mark = (text: string | null) => {
      bad.hidden = text === null;
      bad.textContent = text;
      const ids = describe(text === null ? '' : `${id}-wrong`);
      for (const control of controls) {
        if (text === null) control.removeAttribute('aria-invalid');
        else control.setAttribute('aria-invalid', 'true');
        if (ids) control.setAttribute('aria-describedby', ids);
        else control.removeAttribute('aria-describedby');
      }
    };
    mark(null);
    for (const control of controls)
      control.addEventListener('input', () => {
        draft.set(
          control.id,
          control instanceof HTMLInputElement && control.type === 'checkbox' ? String(control.checked) : control.value,
        );
        if (!bad.hidden) mark(null);
      });
    return { about, bad, mark };
  }

  function add(field: Field): HTMLElement {
    fields.push(field);
    return field.node;
  }

  function textField(path: string, label: PhraseKey, required: boolean, hint?: string): HTMLElement {
    const input = h('input', {
      id: path,
      type: inputTypes[path] ?? 'text',
      autocomplete: autocompletes[path] ?? 'off',
      value: known(path),
      required,
      class: /state|postcode|ssn/.test(path) && 'short',
    });
    const { about, bad, mark } = around(path, [input], hint);
    const node = h(
      'div',
      {},
      h('label', { class: 'field', for: path }, ...words(label, mayBeEmpty(path, required))),
      about,
      bad,
      input,
    );
    const read = () => {
      if (tidy(input.value) === '') return required ? { wrong: 'profileData.missing' as const } : {};
      return judge(path, input.value, typedIn('address.country'));
    };
    return add({ path, label: t(label), node, controls: [input], required, mark, read });
  }

  function countryField(path: string, label: PhraseKey, required: boolean): HTMLElement {
    const chosen = known(path);
    const select = h(
      'select',
      { id: path, autocomplete: autocompletes[path] ?? 'off', required, onchange: changed },
      h('option', { value: '' }, t('document.country_choose')),
      ...countriesIn(language.tag).map(({ code, name }) =>
        h('option', { value: code, selected: code === chosen }, name),
      ),
    );
    const { bad, mark } = around(path, [select]);
    const node = h(
      'div',
      {},
      h('label', { class: 'field', for: path }, ...words(label, mayBeEmpty(path, required))),
      bad,
      select,
    );
    const read = () => {
      if (select.value) return { value: select.value };
      return required ? { wrong: 'profileData.choose' as const } : {};
    };
    return add({ path, label: t(label), node, controls: [select], required, mark, read });
  }

  function checkField(path: string, label: PhraseKey, required: boolean): HTMLElement {
    const input = h('input', { id: path, type: 'checkbox', required, checked: known(path) === 'true' });
    const { bad, mark } = around(path, [input]);
    const node = h(
      'div',
      {},
      bad,
      h('label', { class: 'check', for: path }, input, h('span', {}, ...words(label, mayBeEmpty(path, required)))),
    );
    const read = () => {
      if (input.checked) return { value: true };
      return required ? { wrong: 'profileData.tick' as const } : {};
    };
    return add({ path, label: t(label), node, controls: [input], required, mark, read });
  }

  function dateField(path: string, label: PhraseKey, required: boolean): HTMLElement {
    const [year = '', month = '', day = ''] = known(path).split('-');
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
    /** A whole date in one part goes to all of them. */
    const spread = (from: HTMLInputElement) => {
      const whole = splitDate(from.value, language.tag);
      if (!whole) return;
      for (const name of order) {
        input(name).value = whole[name];
        draft.set(`${path}-${name}`, whole[name]);
      }
    };
    const { about, bad, mark } = around(path, inputs, t('profileData.dob_hint', { example }));
    const node = h(
      'fieldset',
      {},
      h('legend', { class: 'field' }, ...words(label, mayBeEmpty(path, required))),
      about,
      bad,
      h(
        'div',
        { class: 'date' },
        ...order.map((name, i) =>
          h(
            'div',
            { class: name },
            kit.words('label', `profileData.${name}`, { for: `${path}-${name}` }),
            inputs[i] as Node,
          ),
        ),
      ),
    );
    const read = () => {
      for (const one of inputs) spread(one);
      const typed = { day: input('day').value, month: input('month').value, year: input('year').value };
      if (Object.values(typed).every((one) => latinDigits(one).trim() === ''))
        return required ? { wrong: 'profileData.missing' as const } : {};
      const value = dateOf(typed, language.tag);
      return value === null ? { wrong: 'profileData.wrong_dob' as const } : { value };
    };
    return add({ path, label: t(label), node, controls: inputs, required, mark, read });
  }

  function addressField(required: boolean): HTMLElement {
    // One that may be left out is whole or not there: what it needs is judged when something of it was typed.
    const asked = (name: string) => required && !optionalParts.includes(name);
    const line3 = known('address.line3') !== '';
    return h(
      'fieldset',
      { class: 'group' },
      h('legend', { class: 'field' }, ...words('profileData.address', !required)),
      countryField('address.country', 'profileData.country', asked('country')),
      textField('address.line1', 'profileData.line1', asked('line1')),
      textField('address.line2', 'profileData.line2', false),
      line3 && textField('address.line3', 'profileData.line3', false),
      textField('address.town', 'profileData.town', asked('town')),
      textField('address.state', 'profileData.state', asked('state'), t('profileData.state_hint')),
      textField('address.postcode', 'profileData.postcode', asked('postcode')),
    );
  }

  const fieldOf = (path: string) => fields.find((one) => one.path === path);
  const typedIn = (path: string): string => fieldOf(path)?.controls[0]?.value ?? '';
  const shown = ({ node }: Field) => !node.hidden;

  const nodes = part.fields.map(({ name, required }) => {
    if (name === 'dob') return dateField(name, 'profileData.dob', required);
    if (name === 'address') return addressField(required);
    if (name === 'phone_number_consent_granted') return checkField(name, `profileData.${name}`, required);
    if (name === 'nationality' || name === 'country_residence')
      return countryField(name, `profileData.${name}`, required);
    return textField(
      name,
      `profileData.${name}`,
      required,
      name === 'phone_number' ? t('profileData.phone_number_hint') : undefined,
    );
  });
  if (part.ssn) nodes.push(textField('ssn', 'profileData.ssn', true, t('profileData.ssn_hint')));

  return {
    nodes,
    asksCountry: fields.some(({ path }) => path === 'address.country' || path === 'country_residence'),
    typedIn,
    show(path, is) {
      const field = fieldOf(path);
      if (field) field.node.hidden = !is;
    },
    read() {
      const data: Record<string, unknown> = {};
      const wrong = new Map<string, PhraseKey>();
      const begun = fields.some((field) => field.path.startsWith('address.') && shown(field) && field.read().value);
      for (const field of fields.filter(shown)) {
        const { value, wrong: why } = field.read();
        const [name, inner] = field.path.split('.') as [string, string?];
        const needed = inner !== undefined && begun && !field.required && !optionalParts.includes(inner);
        const problem = why ?? (needed && value === undefined ? missingOf(field) : undefined);
        if (problem) wrong.set(field.path, problem);
        else if (value !== undefined && inner) data[name] = { ...(data[name] as object | undefined), [inner]: value };
        else if (value !== undefined) data[name] = value;
      }
      return { data, wrong };
    },
    mark(wrong) {
      for (const field of fields) field.mark(null);
      const bad = fields.filter(({ path }) => wrong.has(path) || wrong.has(path.split('.')[0] as string));
      for (const { path, mark } of bad)
        mark(t(wrong.get(path) ?? (wrong.get(path.split('.')[0] as string) as PhraseKey), { example }));
      const marked = bad.map(({ label, controls }) => ({
        label,
        focus: () => (controls.find(({ value }) => value === '') ?? controls[0])?.focus(),
      }));
      marked[0]?.focus();
      return marked;
    },
  };
}

/** Of an address the parts say so only where the rest of it is needed. */
const mayBeEmpty = (path: string, required: boolean): boolean => {
  const [, part] = path.split('.');
  return part === undefined ? !required : optionalParts.includes(part);
};

const missingOf = ({ controls: [control] }: Field): PhraseKey =>
  control instanceof HTMLSelectElement ? 'profileData.choose' : 'profileData.missing';
