import type { h as makeElement } from '../ui/dom.ts';
import type { Outcomes } from './outcomes.ts';

/** Words of the outcomes. The panel is for developers, so it is in English in every language of the screens. */
const documentWords = {
  '': 'As the sandbox decides',
  clear: 'Clear',
  caution: 'Caution',
  suspected: 'Suspected',
  rejected: 'Rejected',
};
const faceWords = { '': 'As the sandbox decides', match: 'Match', no_match: 'No match', spoof: 'Spoof' };

const style = `
details.test { padding: 0; border-bottom: 2px dashed currentColor; text-align: start; }
.test summary { min-height: 44px; box-sizing: border-box; padding: .6rem 1rem; cursor: pointer; text-align: center; outline-offset: -3px; }
.test fieldset { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0; padding: .5rem 1rem .75rem; border: 0; }
.test label { flex: 1 1 9rem; font-weight: 600; }
.test select {
  display: block; width: 100%; min-height: 44px; margin-top: .25rem; padding: 0 .5rem; font: inherit; color: var(--text); background: var(--page);
  border: 1px solid var(--edge); border-radius: 8px;
}
.test p { flex: 1 1 100%; margin: 0; }
.test p:empty { display: none; }
`;

/**
 * Makes the panel that says on every screen that this is a test, with which outcome, and lets the outcome be chosen.
 *
 * @param changed gets the outcomes that were chosen
 */
export function makePanel(
  h: typeof makeElement,
  shadow: ShadowRoot,
  first: Outcomes,
  changed: (outcomes: Outcomes) => void,
) {
  const { CSSStyleSheet } = shadow.ownerDocument.defaultView as unknown as typeof globalThis;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];

  const options = (words: Readonly<Record<string, string>>, chosen: string | null) =>
    Object.entries(words).map(([value, text]) => h('option', { value, selected: value === (chosen ?? '') }, text));
  const documents = h('select', {}, ...options(documentWords, first.document_result));
  const faces = h('select', {}, ...options(faceWords, first.face));
  const state = h('span');
  const trouble = h('p', { role: 'status' });
  const element = h(
    'details',
    { class: 'test', lang: 'en', dir: 'ltr' },
    h('summary', {}, h('strong', {}, 'Test mode'), state),
    h(
      'fieldset',
      { 'aria-label': 'Outcome of the checks', onchange: change },
      h('label', {}, 'Document reports', documents),
      h('label', {}, 'Facial similarity reports', faces),
      h('p', {}, 'The camera is drawn. Checks that are created from now on end with these outcomes.'),
      trouble,
    ),
  );

  const wordOf = ({ selectedOptions: [option] }: HTMLSelectElement) => option?.text.toLowerCase();
  function show(): void {
    state.textContent = ` · document: ${wordOf(documents)} · face: ${wordOf(faces)}`;
  }
  function change(): void {
    show();
    changed({
      document_result: (documents.value || null) as Outcomes['document_result'],
      face: (faces.value || null) as Outcomes['face'],
    });
  }

  show();
  return {
    element,
    /** Shows whether the service has the outcomes. */
    report(isSettled: boolean): void {
      trouble.textContent = isSettled
        ? ''
        : 'The service does not have the outcome yet. The next upload sends it again.';
    },
  };
}
