import type { Choice } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { CountryField } from './country-field.ts';
import { type IssuerName, issues, offers, ownName } from './issuers.ts';
import { likelyCountry } from './likely.ts';
import { type Entry, entriesOf } from './search.ts';

/** Name of the draft that has the chosen country. */
const DRAFT = 'country';

/** Makes the button for a document, under the name that its issuer gives it. */
export type MakeButton = (choice: Choice, country: string | null, own: IssuerName | undefined) => HTMLElement;

interface FieldInput {
  readonly label: PhraseKey;
  /** Returns whether a country may be chosen. */
  readonly isOffered: (code: string) => boolean;
  readonly changed?: (entry: Entry) => void;
}

/** A field for the issuing country. The country that was chosen before, or the likely one, is chosen already. */
function countryField(kit: Kit, tools: FormTools, { label, isOffered, changed }: FieldInput): CountryField {
  const { draft, state, home, language } = kit;
  const offered = tools.countriesIn(language.tag).filter(({ code }) => isOffered(code));
  const hints = { home, browser: navigator.languages, page: language.tag };
  const chosen = draft.get(DRAFT) ?? state.country ?? likelyCountry(hints, offered);
  return new CountryField(kit, tools, {
    label,
    entries: entriesOf(offered, tools.countriesIn('en')),
    chosen,
    changed(entry) {
      draft.set(DRAFT, entry.code);
      changed?.(entry);
    },
  });
}

/** Fills the screen on which an applicant chooses the issuing country and one of the documents that it issues. */
export function fillTypes(kit: Kit, tools: FormTools, { body }: FormSlots, makeButton: MakeButton): void {
  const { h } = tools;
  const { part } = kit;
  if (part?.kind !== 'document' && part?.kind !== 'poa') return;
  const isProof = part.kind === 'poa';
  const list = h('ul', { role: 'list' });
  const show = (country: string | null): void => {
    const documents = part.choices.filter((choice) => offers(choice, country));
    list.replaceChildren(
      ...documents.map((choice) => {
        const issuer = choice.country ?? country;
        return h('li', {}, makeButton(choice, country, issuer ? ownName(choice.type, issuer) : undefined));
      }),
    );
  };
  const field = countryField(kit, tools, {
    label: isProof ? 'document.country_label' : 'document.issuing_country',
    isOffered: isProof ? () => true : issues,
    changed(entry) {
      show(entry.code);
      const names = [...list.querySelectorAll('.name')].map(({ textContent }) => textContent);
      kit.say(`${entry.name}: ${names.join(', ')}`);
    },
  });
  show(field.value);
  body.replaceChildren(field.element, list);
}

/** Fills the screen that asks for the country of the only document. */
export function fillCountry(kit: Kit, tools: FormTools, { body, foot }: FormSlots): void {
  const { choice } = kit;
  const isProof = kit.part?.kind === 'poa';
  const field = countryField(kit, tools, {
    label: 'document.country_label',
    isOffered: (code) => isProof || (issues(code) && (!choice || offers(choice, code))),
  });
  const go = () => {
    if (field.value === null) field.refuse();
    else kit.send({ type: 'choose_country', country: field.value });
  };
  body.replaceChildren(field.element);
  foot.replaceChildren(tools.actions(kit, tools.button(kit, 'common.continue', go)));
}
