import { loadCross } from '../cross/lazy.ts';
import type { ScreenView } from '../kit.ts';
import { h, svg } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { actions, alertBox, button, title } from '../ui/parts.ts';

/** What the hand-over gets of the core. */
export interface HandOverTools {
  readonly h: typeof h;
  readonly svg: typeof svg;
  readonly icon: typeof icon;
  readonly actions: typeof actions;
  readonly button: typeof button;
  readonly alertBox: typeof alertBox;
}

/** Where it shows itself. */
export interface HandOverSlots {
  readonly heading: HTMLElement;
  readonly body: HTMLElement;
  /** A button that goes on here. */
  readonly back: HTMLElement;
}

const tools: HandOverTools = { h, svg, icon, actions, button, alertBox };

/** Going on with a phone: the frame of it; the rest is loaded when it is needed. */
export const handOver: ScreenView = (kit) => {
  const heading = title(kit, 'crossdevice.link_title');
  const body = h('div', {}, h('div', { class: 'spinner' }));
  const back = button(kit, 'crossdevice.here', () => kit.send({ type: 'back' }), { second: true });
  let gone = false;
  let stop: (() => void) | undefined;
  return {
    layout: 'page',
    content: [heading, body, h('div', { class: 'grow' }), actions(kit, back)],
    shown() {
      loadCross().then(
        (module) => {
          if (!gone) stop = module.handOver(kit, tools, { heading, body, back });
        },
        () => kit.send({ type: 'camera_trouble', what: 'offline' }),
      );
    },
    gone() {
      gone = true;
      stop?.();
    },
  };
};
