import { countriesIn } from '../countries.ts';
import { loadProfile } from '../data/lazy.ts';
import type { ProfileTools } from '../data/tools.ts';
import type { ScreenView } from '../kit.ts';
import { h } from '../ui/dom.ts';
import { actions, alertBox, button, title } from '../ui/parts.ts';

const tools: ProfileTools = { h, actions, button, alertBox, countriesIn };

/** What is typed: the frame of it; the form is loaded when it is needed. */
export const data: ScreenView = (kit) => {
  const spinner = h('div', { class: 'spinner' });
  const body = h('div', { class: 'form' }, spinner);
  const foot = h('div', { class: 'foot' });
  let gone = false;
  const load = () => {
    body.replaceChildren(spinner);
    loadProfile().then(
      (module) => {
        if (!gone && kit.part?.kind === 'data') module.default(kit, kit.part, tools, { body, foot });
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
    content: [title(kit, 'profileData.title'), kit.words('p', 'profileData.lead', { class: 'lead' }), body],
    foot,
    shown: load,
    gone() {
      gone = true;
    },
  };
};
