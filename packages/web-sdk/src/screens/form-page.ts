import { countriesIn } from '../countries.ts';
import type { Kit, View } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h, svg } from '../ui/dom.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { actions, alertBox, button, setPhrase, title } from '../ui/parts.ts';

const tools: FormTools = { h, svg, actions, button, alertBox, setPhrase, countriesIn };

interface FormPage {
  readonly title: PhraseKey;
  readonly lead: PhraseKey;
  /** Loads what fills the page; it is called once the page is there, with its places. */
  load(): Promise<(tools: FormTools, slots: FormSlots) => void>;
}

/** A screen whose form is loaded when it is needed. */
export function formPage(kit: Kit, page: FormPage): View {
  const spinner = h('div', { class: 'spinner' });
  const body = h('div', { class: 'form' }, spinner);
  const foot = h('div', { class: 'foot' });
  const heading = title(kit, page.title);
  const lead = kit.words('p', page.lead, { class: 'lead' });
  let gone = false;
  const load = () => {
    body.replaceChildren(spinner);
    page.load().then(
      (fill) => {
        if (!gone) fill(tools, { heading, lead, body, foot });
      },
      () => {
        const trouble = kit.t('camera.offline_lead');
        kit.say(trouble);
        body.replaceChildren(alertBox('note', null, trouble), actions(kit, button(kit, 'capture.again', load)));
      },
    );
  };
  return {
    layout: 'page',
    content: [heading, lead, body],
    foot,
    shown: load,
    gone() {
      gone = true;
    },
  };
}
