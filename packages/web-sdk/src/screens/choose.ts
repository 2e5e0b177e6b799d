import type { IssuerName } from '../country-choice/issuers.ts';
import { loadCountryChoice } from '../country-choice/lazy.ts';
import type { Choice, Plan } from '../flow/plan.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { type IconName, icon } from '../ui/icons.ts';
import { title } from '../ui/parts.ts';
import { formPage } from './form-page.ts';

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

/** Returns whether two language tags have the same language: no reader needs a name twice in one language. */
const isSameLanguage = (tag: string, other: string): boolean => tag.split('-')[0] === other.split('-')[0];

/**
 * The button that chooses a document.
 *
 * @param country that the applicant has chosen before, alpha-3
 * @param own the name that the issuer gives the document; the name in the page's language follows as a hint
 */
function choiceButton(kit: Kit, choice: Choice, country: string | null, own?: IssuerName): HTMLElement {
  const general = nameOfChoice(kit, choice);
  const isTranslated =
    own !== undefined && own.name !== general && !isSameLanguage(own.language ?? '', kit.language.tag);
  const hints = [isTranslated && general, hintOf(kit, choice)].filter(Boolean);
  return h(
    'button',
    {
      type: 'button',
      class: 'choice',
      onclick: () => {
        // Pages count how many applicants come to the choice of a country.
        if (choice.asksCountry && country !== null) kit.notifyAnalytics('ID_DOCUMENT_COUNTRY_SELECT');
        kit.send({ type: 'choose_type', choice: choice.key, country });
      },
    },
    h('span', { class: 'badge' }, icon(drawingOf(kit, choice))),
    h(
      'span',
      { class: 'words' },
      // A name in a script of the other direction stands where the others stand.
      h('span', { class: 'name' }, own ? h('bdi', { lang: own.language }, own.name) : general),
      hints.length > 0 && h('span', { class: 'hint' }, hints.join(' · ')),
    ),
    icon('chevron'),
  );
}

const asksCountry = ({ choices }: { readonly choices: readonly Choice[] }): boolean =>
  choices.some((choice) => choice.asksCountry);

/** Loads the choice of a country while the applicant reads the first screen, if a step asks for a country. */
export function prepareChoice(plan: Plan): void {
  if (plan.some((part) => 'choices' in part && asksCountry(part))) loadCountryChoice().catch(() => {});
}

/** Asks for the type of document, below its issuing country if that is open. */
export const type: ScreenView = (kit) => {
  const { part } = kit;
  const poa = part?.kind === 'poa';
  const choices = part && 'choices' in part ? part.choices : [];
  const words = {
    title: poa ? 'proofOfAddress.type_title' : 'document.type_title',
    lead: poa ? 'proofOfAddress.type_lead' : 'document.type_lead',
  } as const;
  if (asksCountry({ choices }))
    return formPage(kit, {
      ...words,
      async load() {
        const { fillTypes } = await loadCountryChoice();
        return (tools, slots) =>
          fillTypes(kit, tools, slots, (choice, country, own) => choiceButton(kit, choice, country, own));
      },
    });
  return {
    layout: 'page',
    content: [
      title(kit, words.title),
      kit.words('p', words.lead, { class: 'lead' }),
      h('ul', { role: 'list' }, ...choices.map((choice) => h('li', {}, choiceButton(kit, choice, null)))),
    ],
  };
};

/** Asks for the country of the only document. */
export const country: ScreenView = (kit) =>
  formPage(kit, {
    title: 'document.country_title',
    // The name of the document takes its place.
    lead: 'document.type_lead',
    async load() {
      const { fillCountry } = await loadCountryChoice();
      return (tools, slots) => {
        if (kit.choice) slots.lead.textContent = nameOfChoice(kit, kit.choice);
        fillCountry(kit, tools, slots);
      };
    },
  });
