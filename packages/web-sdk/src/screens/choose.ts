import { countriesIn } from '../countries.ts';
import type { Choice } from '../flow/plan.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { type IconName, icon } from '../ui/icons.ts';
import { actions, button, title } from '../ui/parts.ts';

/** Returns the name of a document type in the applicant's language. */
export function nameOfChoice(kit: Kit, choice: Choice): string {
  const module = kit.part?.kind === 'poa' ? 'proofOfAddress' : 'document';
  return choice.title ?? kit.t(`${module}.${choice.type}` as PhraseKey);
}

function hintOf(kit: Kit, choice: Choice): string | null {
  if (choice.subTitle) return choice.subTitle;
  if (kit.part?.kind === 'poa') return null;
  if (choice.type === 'passport') return kit.t('document.passport_hint');
  return kit.t(choice.sides === 2 ? 'document.two_sides_hint' : 'document.one_side_hint');
}

const drawingOf = (kit: Kit, { type }: Choice): IconName =>
  kit.part?.kind === 'poa' ? 'paper' : type === 'passport' ? 'passport' : 'card';

/** Asks for the type of document. */
export const type: ScreenView = (kit) => {
  const { part } = kit;
  const poa = part?.kind === 'poa';
  const choices = part && 'choices' in part ? part.choices : [];
  return {
    layout: 'page',
    content: [
      title(kit, poa ? 'proofOfAddress.type_title' : 'document.type_title'),
      kit.words('p', poa ? 'proofOfAddress.type_lead' : 'document.type_lead', { class: 'lead' }),
      h(
        'ul',
        { role: 'list' },
        ...choices.map((choice) => {
          const hint = hintOf(kit, choice);
          return h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'choice', onclick: () => kit.send({ type: 'choose_type', choice: choice.key }) },
              h('span', { class: 'badge' }, icon(drawingOf(kit, choice))),
              h(
                'span',
                { class: 'words' },
                h('span', { class: 'name' }, nameOfChoice(kit, choice)),
                hint !== null && h('span', { class: 'hint' }, hint),
              ),
              icon('chevron'),
            ),
          );
        }),
      ),
    ],
  };
};

/** Asks for the issuing country. */
export const country: ScreenView = (kit) => {
  const select = h(
    'select',
    { id: 'country', autocomplete: 'country', onchange: () => wrong(false) },
    h('option', { value: '' }, kit.t('document.country_choose')),
    ...countriesIn(kit.language.tag).map(({ code, name }) =>
      h('option', { value: code, selected: code === kit.state.country }, name),
    ),
  );
  const missing = kit.words('p', 'document.country_missing', { class: 'wrong', id: 'country-missing', hidden: true });
  const wrong = (is: boolean) => {
    missing.hidden = !is;
    select.setAttribute('aria-invalid', String(is));
    if (is) select.setAttribute('aria-describedby', 'country-missing');
    else select.removeAttribute('aria-describedby');
  };
  const go = () => {
    if (select.value) {
      kit.send({ type: 'choose_country', country: select.value });
      return;
    }
    wrong(true);
    kit.say(kit.t('document.country_missing'));
    select.focus();
  };
  return {
    layout: 'page',
    content: [
      title(kit, 'document.country_title'),
      kit.choice && h('p', { class: 'lead' }, nameOfChoice(kit, kit.choice)),
      kit.words('label', 'document.country_label', { class: 'field', for: 'country' }),
      missing,
      select,
      h('div', { class: 'grow' }),
      actions(kit, button(kit, 'common.continue', go)),
    ],
  };
};
