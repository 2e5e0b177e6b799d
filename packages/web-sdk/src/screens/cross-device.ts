import type { PhoneWait } from '../cross-device/desktop.ts';
import { loadCross } from '../cross-device/lazy.ts';
import { isLocal } from '../cross-device/local.ts';
import type { CrossDeviceTools } from '../cross-device/tools.ts';
import { systemFacts } from '../device.ts';
import type { ScreenView } from '../kit.ts';
import { h, svg } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { actions, alertBox, button, setPhrase, title } from '../ui/parts.ts';

const tools: CrossDeviceTools = { h, svg, icon, setPhrase, actions, button, alertBox, systemFacts, isLocal };

/** The applicant continues on a phone: the frame of the screen; the rest is loaded when it is needed. */
export const crossDevice: ScreenView = (kit) => {
  const heading = title(kit, 'crossdevice.link_title');
  const body = h('div', {});
  let gone = false;
  let wait: PhoneWait | undefined;
  const here = () => (wait ? wait.continueHere() : kit.send({ type: 'back' }));
  // If a phone is the only way, Back leads to the choice of the document, if the flow has one.
  const from = kit.state.trail.at(-1)?.screen;
  const back = from === 'guide' || from === 'permission' || from === 'blocked' ? 'crossdevice.here' : 'common.back';
  const load = () => {
    body.replaceChildren(h('div', { class: 'spinner' }));
    loadCross().then(
      (module) => {
        if (!gone) wait = module.waitForPhone(kit, tools, { heading, body });
      },
      () => {
        if (gone) return;
        const lead = kit.t('camera.offline_lead');
        kit.say(lead);
        body.replaceChildren(alertBox('note', null, lead), actions(kit, button(kit, 'capture.again', load)));
      },
    );
  };
  return {
    layout: 'page',
    content: [
      heading,
      body,
      h('div', { class: 'grow' }),
      from && actions(kit, button(kit, back, here, { second: true, quiet: true })),
    ],
    shown: load,
    gone() {
      gone = true;
      wait?.close();
    },
  };
};
