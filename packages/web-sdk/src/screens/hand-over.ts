import { systemFacts } from '../capture/device.ts';
import type { HandingOver } from '../cross/desktop.ts';
import { loadCross } from '../cross/lazy.ts';
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
  const body = h('div', {}, h('div', { class: 'spinner' }));
  let gone = false;
  let handing: HandingOver | undefined;
  const here = () => (handing ? handing.goOnHere() : kit.send({ type: 'back' }));
  return {
    layout: 'page',
    content: [
      heading,
      body,
      h('div', { class: 'grow' }),
      actions(kit, button(kit, 'crossdevice.here', here, { second: true })),
    ],
    shown() {
      loadCross().then(
        (module) => {
          if (!gone) handing = module.handOver(kit, tools, { heading, body });
        },
        () => kit.send({ type: 'camera_trouble', what: 'offline' }),
      );
    },
    gone() {
      gone = true;
      handing?.close();
    },
  };
};
