import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormTools } from '../ui/form-tools.ts';
import { type Entry, fold, matches } from './search.ts';

interface FieldOptions {
  readonly label: PhraseKey;
  readonly entries: readonly Entry[];
  /** Code of the country that is chosen already; null without one. */
  readonly chosen: string | null;
  /** Called when the applicant has chosen another country. */
  changed(entry: Entry): void;
}

/** Id of an option, within the shadow root. */
const idOf = ({ code }: Entry): string => `country-${code}`;

/**
 * A field in which the applicant types a part of a country's name and chooses among the matches: the editable combobox of the ARIA
 * Authoring Practices, whose first match is the active option. A text that names no country is replaced by the chosen country when the
 * focus leaves.
 */
export class CountryField {
  readonly element: HTMLElement;
  readonly #kit: Kit;
  readonly #options: FieldOptions;
  readonly #tools: FormTools;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #nothing: HTMLElement;
  readonly #problem: HTMLElement;
  #chosen: Entry | undefined;
  #shown: readonly Entry[] = [];
  #active = -1;

  constructor(kit: Kit, tools: FormTools, options: FieldOptions) {
    const { h } = tools;
    this.#kit = kit;
    this.#tools = tools;
    this.#options = options;
    this.#chosen = options.entries.find(({ code }) => code === options.chosen);
    this.#input = h('input', {
      id: 'country',
      type: 'text',
      role: 'combobox',
      autocomplete: 'off',
      autocapitalize: 'words',
      spellcheck: 'false',
      placeholder: kit.t('document.country_choose'),
      value: this.#chosen?.name ?? '',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': 'countries',
      oninput: () => this.#open(this.#input.value),
      onclick: () => this.#press(),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
      onblur: () => this.#leave(),
    });
    this.#list = h('ul', { id: 'countries', role: 'listbox', 'aria-label': kit.t(options.label), hidden: true });
    this.#nothing = kit.words('p', 'document.country_none', { class: 'none', hidden: true });
    this.#problem = kit.words('p', 'document.country_missing', { class: 'wrong', id: 'country-missing', hidden: true });
    this.element = h(
      'div',
      { class: 'picker' },
      kit.words('label', options.label, { class: 'field', for: 'country' }),
      this.#problem,
      h('div', { class: 'picked' }, this.#input, this.#list, this.#nothing),
    );
  }

  /** Code of the chosen country, alpha-3; null without one. */
  get value(): string | null {
    return this.#chosen?.code ?? null;
  }

  /** Says that a country must be chosen, and moves the focus into the field. */
  refuse(): void {
    this.#mark(true);
    this.#kit.say(this.#kit.t('document.country_missing'));
    this.#input.focus();
  }

  #mark(isWrong: boolean): void {
    this.#problem.hidden = !isWrong;
    this.#input.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) this.#input.setAttribute('aria-describedby', 'country-missing');
    else this.#input.removeAttribute('aria-describedby');
  }

  get #isOpen(): boolean {
    return this.#input.getAttribute('aria-expanded') === 'true';
  }

  #press(): void {
    if (this.#isOpen) return;
    this.#input.select();
    this.#open('');
  }

  /** Shows the countries that match a text, all of them for an empty text. */
  #open(text: string): void {
    this.#shown = matches(this.#options.entries, text);
    const { h } = this.#tools;
    this.#list.replaceChildren(
      ...this.#shown.map((entry) =>
        h(
          'li',
          {
            id: idOf(entry),
            role: 'option',
            'aria-selected': String(entry === this.#chosen),
            // The field keeps the focus.
            onpointerdown: (event: Event) => event.preventDefault(),
            onclick: () => this.#choose(entry),
          },
          entry.name,
        ),
      ),
    );
    const isEmpty = this.#shown.length === 0;
    this.#list.hidden = isEmpty;
    this.#nothing.hidden = !isEmpty;
    if (isEmpty) this.#kit.say(this.#kit.t('document.country_none'));
    this.#input.setAttribute('aria-expanded', String(!isEmpty));
    const chosen = this.#chosen ? this.#shown.indexOf(this.#chosen) : -1;
    this.#activate(fold(text) ? Math.min(0, this.#shown.length - 1) : chosen);
    (isEmpty ? this.#nothing : this.#list).scrollIntoView({ block: 'nearest' });
  }

  #close(): void {
    this.#list.hidden = true;
    this.#nothing.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#activate(-1);
  }

  /** Makes an option the active one; -1 for none. */
  #activate(at: number): void {
    this.#list.querySelector('.active')?.classList.remove('active');
    this.#active = at;
    const option = this.#list.children[at];
    if (!option) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    option.classList.add('active');
    this.#input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const count = this.#shown.length;
      if (!this.#isOpen) this.#open('');
      else this.#activate(this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count);
      return;
    }
    if (event.isComposing || (!this.#isOpen && this.#nothing.hidden)) return;
    const active = this.#shown[this.#active];
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      this.#choose(active);
    } else if (event.key === 'Escape') {
      // A modal SDK would close as well.
      event.preventDefault();
      event.stopPropagation();
      this.#restore();
    }
  }

  #choose(entry: Entry): void {
    const isOther = entry !== this.#chosen;
    this.#chosen = entry;
    this.#mark(false);
    this.#restore();
    if (isOther) this.#options.changed(entry);
  }

  #restore(): void {
    this.#input.value = this.#chosen?.name ?? '';
    this.#close();
  }

  /** Takes a country whose whole name was typed, else the country of before. */
  #leave(): void {
    const typed = fold(this.#input.value);
    const named = typed && this.#options.entries.find(({ keys }) => keys.includes(typed));
    if (named) this.#choose(named);
    else this.#restore();
  }
}
