import { countriesIn } from '../countries.ts';
import type { Kit, View } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { actions, alertBox, button, title } from '../ui/parts.ts';

const tools: FormTools = { h, actions, button, alertBox, countriesIn };

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
  let gone = false;
  const load = () => {
    body.replaceChildren(spinner);
    page.load().then(
      (fill) => {
        if (!gone) fill(tools, { body, foot });
      },
      () => {
        const lead = kit.t('camera.offline_lead');
        kit.say(lead);
        body.replaceChildren(alertBox('note', null, lead), actions(kit, button(kit, 'capture.again', load)));
      },
    );
  };
  return {
    layout: 'page',
    content: [title(kit, page.title), kit.words('p', page.lead, { class: 'lead' }), body],
    foot,
    shown: load,
    gone() {
      gone = true;
    },
  };
}
