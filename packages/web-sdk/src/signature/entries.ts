import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormTools } from '../ui/form-tools.ts';
import { openPad } from './pad.ts';

/** Parts of the screen that can have a fault, in the order of the screen. */
export type Part = 'documents' | 'name' | 'drawn' | 'consent' | 'code';

/** The applicant's entries for a signature. */
export interface Entries {
  readonly nodes: readonly HTMLElement[];
  /** The field of a code, or nothing before one was sent. */
  code(hint: string | null): HTMLElement;
  read(): { name: string; drawn: string; consent: boolean; code: string };
  /** Shows the fault in its place, and focuses the first. */
  mark(wrong: ReadonlyMap<Part, PhraseKey>): void;
  /** Removes the fault in a place. */
  settle(part: Part): void;
  focus(part: Part): void;
}

/** Controls of the screen, each with the place in which its problem is shown. */
function makeProblems(kit: Kit, { h }: FormTools, documents: HTMLElement) {
  const focusable = new Map<Part, HTMLElement>();
  const places = new Map<Part, HTMLElement>();

  function settle(part: Part): void {
    const place = places.get(part);
    if (place) place.hidden = true;
    focusable.get(part)?.removeAttribute('aria-invalid');
  }

  function focus(part: Part): void {
    const control = part === 'documents' ? documents.querySelector('button') : focusable.get(part);
    control?.focus();
  }

  return {
    /** Sets the control that gets the focus. */
    setControl: (part: Part, control: HTMLElement) => void focusable.set(part, control),
    /** The place in which a problem is shown; controls name it. */
    placeOf(part: Part): HTMLElement {
      const place = h('p', { class: 'wrong', id: `${part}-wrong`, hidden: true });
      places.set(part, place);
      return place;
    },
    settle,
    focus,
    mark(wrong: ReadonlyMap<Part, PhraseKey>): void {
      for (const [part, place] of places) {
        const key = wrong.get(part);
        settle(part);
        if (!key) continue;
        place.hidden = false;
        place.textContent = kit.t(key);
        focusable.get(part)?.setAttribute('aria-invalid', 'true');
      }
      const [first] = (['documents', 'name', 'drawn', 'consent', 'code'] as const).filter((part) => wrong.has(part));
      if (first) focus(first);
    },
  };
}

/** The controls of a signature. Entries and drawings stay as the draft of the step. */
export function entriesOf(kit: Kit, tools: FormTools, documents: HTMLElement, sentence: string): Entries {
  const { h, button } = tools;
  const { draft } = kit;
  const { setControl, placeOf, settle, focus, mark } = makeProblems(kit, tools, documents);

  function line(part: 'name' | 'code', attributes: object, hint: string | null = null): HTMLElement {
    const input = h('input', {
      id: part,
      type: 'text',
      value: draft.get(part) ?? '',
      ...attributes,
      'aria-describedby': [hint && `${part}-hint`, `${part}-wrong`].filter(Boolean).join(' '),
      oninput: () => {
        draft.set(part, input.value);
        settle(part);
      },
    });
    setControl(part, input);
    const about = hint !== null && h('p', { class: 'hint', id: `${part}-hint` }, hint);
    const label = kit.words('label', `signature.${part}`, { class: 'field', for: part });
    return h('div', {}, label, about, placeOf(part), input);
  }

  const box = h('input', {
    id: 'consent',
    type: 'checkbox',
    checked: draft.get('consent') === 'true',
    'aria-describedby': 'consent-wrong',
    onchange: () => {
      draft.set('consent', String(box.checked));
      settle('consent');
    },
  });
  setControl('consent', box);

  const pad = openPad(kit.t('signature.pad'), draft.get('drawn') ?? '', (drawn) => {
    draft.set('drawn', drawn);
    settle('drawn');
    settle('name');
  });
  const clear = button(kit, 'signature.clear', () => pad.clear(), { second: true });
  setControl('drawn', clear);

  return {
    nodes: [
      h('div', {}, placeOf('documents'), documents),
      line('name', { autocomplete: 'name', maxlength: 200 }),
      h(
        'div',
        { class: 'pad' },
        kit.words('p', 'signature.draw', { class: 'field' }),
        placeOf('drawn'),
        pad.element as Element as HTMLElement,
        clear,
      ),
      h('div', {}, placeOf('consent'), h('label', { class: 'check', for: 'consent' }, box, h('span', {}, sentence))),
    ],
    code(hint) {
      draft.delete('code');
      if (hint === null) return h('div', {}, placeOf('code'));
      return line('code', { autocomplete: 'one-time-code', inputmode: 'numeric', class: 'short' }, hint);
    },
    read: () => ({
      name: (draft.get('name') ?? '').trim(),
      drawn: draft.get('drawn') ?? '',
      consent: box.checked,
      code: (draft.get('code') ?? '').trim(),
    }),
    mark,
    settle,
    focus,
  };
}
