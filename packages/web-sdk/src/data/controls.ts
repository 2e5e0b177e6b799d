import type { DataPart } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormTools } from '../ui/form-tools.ts';
import { addressFields } from './fields/address.ts';
import { checkField } from './fields/check.ts';
import { countryField } from './fields/country.ts';
import { dateField } from './fields/date.ts';
import { type Field, type FieldContext, type FieldOptions, optionalParts } from './fields/field.ts';
import { textField } from './fields/text.ts';

export interface Controls {
  readonly nodes: readonly HTMLElement[];
  /** True if the form asks for the country of residence. */
  readonly asksCountry: boolean;
  typedIn(path: string): string;
  show(path: string, is: boolean): void;
  /** Returns the typed data and, by field, its faults. */
  read(): { data: Record<string, unknown>; wrong: Map<string, PhraseKey> };
  /** Shows the faults beside their fields, and focuses the first; returns their labels. */
  mark(wrong: ReadonlyMap<string, PhraseKey>): { label: string; focus(): void }[];
}

/** An example date that shows the expected format. */
const EXAMPLE = Date.UTC(1980, 2, 31);

/** The kind of field by its path; all others are lines of text. */
const makers: Readonly<Record<string, (context: FieldContext, options: FieldOptions) => Field>> = {
  dob: dateField,
  phone_number_consent_granted: checkField,
  nationality: countryField,
  country_residence: countryField,
};

const hints: Readonly<Record<string, PhraseKey>> = {
  phone_number: 'profileData.phone_number_hint',
  ssn: 'profileData.ssn_hint',
};

/** The controls of a step, with the values that are known. `changed` is called when the applicant chooses a country. */
export function controlsOf(kit: Kit, part: DataPart, { h, countriesIn }: FormTools, changed: () => void): Controls {
  const { t, draft, language } = kit;
  const fields: Field[] = [];
  const example = new Intl.DateTimeFormat(language.tag, {
    calendar: 'gregory',
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(EXAMPLE);
  const fieldOf = (path: string) => fields.find((field) => field.path === path);
  const typedIn = (path: string): string => fieldOf(path)?.controls[0]?.value ?? '';
  const context: FieldContext = {
    kit,
    h,
    countriesIn,
    example,
    typedIn,
    changed,
    known(path) {
      const [name, inner] = path.split('.') as [keyof DataPart['known'], string?];
      const value = part.known[name];
      const found = inner ? (value as Record<string, string> | undefined)?.[inner] : value;
      return draft.get(path) ?? (found === undefined || found === null ? '' : String(found));
    },
  };

  function add(path: string, required: boolean): HTMLElement {
    if (path === 'address') {
      const address = addressFields(context, required);
      fields.push(...address.fields);
      return address.node;
    }
    const hint = hints[path];
    const options = { path, label: `profileData.${path}` as PhraseKey, required, ...(hint ? { hint: t(hint) } : {}) };
    const field = (makers[path] ?? textField)(context, options);
    fields.push(field);
    return field.node;
  }

  const nodes = part.fields.map(({ name, required }) => add(name, required));
  if (part.ssn) nodes.push(add('ssn', true));
  const isShown = ({ node }: Field) => !node.hidden;

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
      const begun = fields.some((field) => field.path.startsWith('address.') && isShown(field) && field.read().value);
      for (const field of fields.filter(isShown)) {
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
      /** A problem of a whole address is shown beside each of its fields. */
      const problemOf = ({ path }: Field) => wrong.get(path) ?? wrong.get(path.split('.')[0] as string);
      const marked: ReturnType<Controls['mark']> = [];
      for (const field of fields) {
        const problem = problemOf(field);
        field.mark(problem ? t(problem, { example }) : null);
        if (!problem) continue;
        const { label, controls } = field;
        marked.push({ label, focus: () => (controls.find(({ value }) => value === '') ?? controls[0])?.focus() });
      }
      marked[0]?.focus();
      return marked;
    },
  };
}

const missingOf = ({ controls: [control] }: Field): PhraseKey =>
  control instanceof HTMLSelectElement ? 'profileData.choose' : 'profileData.missing';
