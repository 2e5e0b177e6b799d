import type { Kit } from '../../kit.ts';
import type { PhraseKey } from '../../language/en.ts';
import type { FormTools } from '../../ui/form-tools.ts';

export type Control = HTMLInputElement | HTMLSelectElement;

/** The typed value of a field, or the phrase for its fault; empty if nothing was typed. */
interface Reading {
  readonly value?: string | boolean;
  readonly wrong?: PhraseKey;
}

/** A question: its controls, and the value that they make up. */
export interface Field {
  /** The name of the service: `address.postcode`. */
  readonly path: string;
  readonly label: string;
  readonly node: HTMLElement;
  /** The first empty one gets the focus when something is wrong. */
  readonly controls: readonly Control[];
  readonly required: boolean;
  /** Shows a text beside the field; null removes it. */
  readonly mark: (text: string | null) => void;
  read(): Reading;
}

/** Options of a field: its name, its label, and whether it must be filled in. */
export interface FieldOptions {
  readonly path: string;
  readonly label: PhraseKey;
  readonly required: boolean;
  readonly hint?: string;
}

/** Parts of the form that every field uses. */
export interface FieldContext {
  readonly kit: Kit;
  readonly h: FormTools['h'];
  readonly countriesIn: FormTools['countriesIn'];
  /** A date in the words of the applicant's language, as an example of the expected form. */
  readonly example: string;
  /** The value that a field starts with: the earlier entry, else the value that the service or the page knows. */
  known(path: string): string;
  /** Returns the text that is currently in the first control of another field. */
  typedIn(path: string): string;
  /** Called when the applicant chooses a country. */
  changed(): void;
}

/** Names by which browsers fill in fields (HTML, section 4.10.18.7). */
export const autocompletes: Readonly<Record<string, string>> = {
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

/** Parts of an address that may stay empty where the rest is typed. */
export const optionalParts: readonly string[] = ['line2', 'line3'];

/** Returns whether a label says "optional": parts of an address say so only where the rest is needed without them. */
const saysOptional = (path: string, required: boolean): boolean => {
  const [, part] = path.split('.');
  return part === undefined ? !required : optionalParts.includes(part);
};

/** The words of a label. */
export function labelWords({ kit, h }: FieldContext, { path, label, required }: FieldOptions): (HTMLElement | false)[] {
  return [
    kit.words('span', label),
    saysOptional(path, required) && h('span', { class: 'quiet' }, ` ${kit.t('profileData.optional')}`),
  ];
}

/** Hint and problem of a field, described to screen readers by its controls; keeps the entry as a draft. */
export function describeControls(
  { kit, h }: FieldContext,
  { path, hint }: Pick<FieldOptions, 'path' | 'hint'>,
  controls: readonly Control[],
) {
  const id = path.replace('.', '-');
  const problem = h('p', { class: 'wrong', id: `${id}-wrong`, hidden: true });
  const about = hint === undefined ? null : h('p', { class: 'hint', id: `${id}-hint` }, hint);
  const mark = (text: string | null) => {
    problem.hidden = text === null;
    problem.textContent = text;
    const ids = [about && `${id}-hint`, text === null ? null : `${id}-wrong`].filter(Boolean).join(' ');
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
      const ticked = control instanceof HTMLInputElement && control.type === 'checkbox';
      kit.draft.set(control.id, ticked ? String(control.checked) : control.value);
      if (!problem.hidden) mark(null);
    });
  return { about, problem, mark };
}
