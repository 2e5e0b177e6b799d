import type { ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { actions, button, fileAlert, title } from '../ui/parts.ts';
import { methodButtons, methodsWithoutCamera } from './capture-methods.ts';

/** The camera can't be used: why, and what to do about it. */
export const blocked: ScreenView = (kit) => {
  const what = kit.state.camera ?? 'busy';
  const hopeful = what !== 'insecure' && what !== 'recorder';
  const wrong = fileAlert(kit);
  const others = methodButtons(kit, methodsWithoutCamera(kit), hopeful);
  const steps: PhraseKey[] = kit.ios
    ? ['camera.denied_1_ios', 'camera.denied_2_ios', 'camera.denied_3']
    : ['camera.denied_1', 'camera.denied_2', 'camera.denied_3'];
  const retry = () => kit.send({ type: 'use_camera', granted: true });
  return {
    layout: 'page',
    content: [
      h('div', { class: 'hero bad' }, icon('camera', 52)),
      h('div', { class: 'centre' }, title(kit, `camera.${what}_title`)),
      wrong?.box,
      kit.words('p', `camera.${what}_lead`, { class: 'lead centre' }),
      what === 'denied' &&
        h(
          'ol',
          { class: 'tips', role: 'list' },
          ...steps.map((key, i) =>
            h(
              'li',
              {},
              h('span', { class: 'badge number', 'aria-hidden': 'true' }, String(i + 1)),
              kit.words('span', key),
            ),
          ),
        ),
      h('div', { class: 'grow' }),
      // What a page may not do at all won't be better the second time.
      hopeful && actions(kit, button(kit, 'capture.again', retry)),
      others.length > 0 && kit.words('p', 'camera.other_way', { class: 'other' }),
      others.length > 0 && h('div', { class: 'actions ways' }, ...others),
    ],
    announcement: wrong?.text ?? kit.t(`camera.${what}_lead`),
  };
};
