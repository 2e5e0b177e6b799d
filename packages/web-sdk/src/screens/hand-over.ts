import { systemFacts } from '../capture/device.ts';
import type { HandingOver } from '../cross-device/desktop.ts';
import { loadCross } from '../cross-device/lazy.ts';
import type { ScreenView } from '../kit.ts';
import { h, svg } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { actions, alertBox, button, title } from '../ui/parts.ts';

const tools = { h, svg, icon, actions, button, alertBox, systemFacts };

/** What the hand-over gets of the core. */
export type HandOverTools = typeof tools;

/** Where it shows itself. */
export interface HandOverSlots {
  readonly heading: HTMLElement;
  readonly body: HTMLElement;
}

/** Going on with a phone: the frame of it; the rest is loaded when it is needed. */
export const handOver: ScreenView = (kit) => {
  const heading = title(kit, 'crossdevice.link_title');
  const body = h('div', {});
  let gone = false;
  let handing: HandingOver | undefined;
  const here = () => (handing ? handing.goOnHere() : kit.send({ type: 'back' }));
  // Where the phone is all there is, Back leads to what was chosen before, if anything was.
  const from = kit.state.trail.at(-1)?.screen;
  const back = from === 'guide' || from === 'blocked' ? 'crossdevice.here' : 'common.back';
  const load = () => {
    body.replaceChildren(h('div', { class: 'spinner' }));
    loadCross().then(
      (module) => {
        if (!gone) handing = module.handOver(kit, tools, { heading, body });
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
      from && actions(kit, button(kit, back, here, { second: true })),
    ],
    shown: load,
    gone() {
      gone = true;
      handing?.close();
    },
  };
};
