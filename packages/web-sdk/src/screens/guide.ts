import { cameraPossible } from '../capture/camera.ts';
import { isFilmed, offerOf } from '../flow/plan.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { type IconName, icon } from '../ui/icons.ts';
import { fileAlert, tips, title } from '../ui/parts.ts';
import { isAutomatic, opensByItself } from './auto-capture.ts';
import { captureMethods, methodButtons, opensPhoneFirst } from './capture-methods.ts';
import { nameOfChoice } from './choose.ts';
import { examplesOf } from './examples.ts';

interface Guidance {
  readonly title: PhraseKey;
  readonly lead: PhraseKey;
  readonly tips: readonly (readonly [IconName, PhraseKey])[];
}

const documentTips: Guidance['tips'] = [
  ['corners', 'document.tip_whole'],
  ['sun', 'document.tip_light'],
  ['eye', 'document.tip_sharp'],
];

function guidanceOf({ part, choice, state }: Kit): Guidance {
  if (part?.kind === 'face' && part.variant !== 'standard')
    return {
      title: `${part.variant}.title`,
      lead: `${part.variant}.lead`,
      tips: [
        ['sun', 'face.tip_light'],
        ['eye', 'face.tip_bare'],
        part.variant === 'video' ? ['sound', 'video.tip_sound'] : ['clock', 'motion.tip_slow'],
      ],
    };
  if (part?.kind === 'face')
    return {
      title: 'face.title',
      lead: 'face.lead',
      tips: [
        ['sun', 'face.tip_light'],
        ['eye', 'face.tip_bare'],
        ['person', 'face.tip_alone'],
      ],
    };
  if (part?.kind === 'poa')
    return {
      title: 'proofOfAddress.capture_title',
      lead: 'proofOfAddress.lead',
      tips: [
        ['corners', 'proofOfAddress.tip_whole'],
        ['eye', 'proofOfAddress.tip_sharp'],
      ],
    };
  if (offerOf(part)?.kind === 'seal')
    return {
      title: 'stepUp.seal_title',
      lead: `stepUp.${offerOf(part)?.place ?? 'square'}`,
      tips: [
        ['corners', 'stepUp.tip_near'],
        ['eye', 'stepUp.tip_sharp'],
      ],
    };
  const front = choice?.type === 'passport' ? 'document.passport_title' : 'document.front_title';
  return {
    title: state.side === 'back' ? 'document.back_title' : front,
    lead: isFilmed(part) ? 'document.film_lead' : 'document.lead',
    tips: documentTips,
  };
}

/** Explains how to take the picture, by camera or file. */
export const guide: ScreenView = (kit) => {
  const guidance = guidanceOf(kit);
  const examples = examplesOf(kit);
  const wrong = fileAlert(kit);
  const open = captureMethods(kit);
  const ways = methodButtons(kit, open);
  const document = kit.choice ? nameOfChoice(kit, kit.choice) : '';
  const custom =
    kit.choice?.title && kit.part?.kind === 'document' ? `${kit.t(guidance.title)}: ${document}` : undefined;
  return {
    layout: 'page',
    content: [
      ...examples.elements.slice(0, 1),
      title(kit, guidance.title, custom, { document }),
      wrong?.box,
      kit.words('p', guidance.lead, { class: 'lead' }),
      ...examples.elements.slice(1),
      tips(kit, ...guidance.tips),
      h('div', { class: 'grow' }),
      ways.length > 0 && h('div', { class: 'actions ways' }, ...ways),
    ],
    announcement: wrong?.text,
    shown() {
      if (opensByItself(kit)) {
        kit.send({ type: 'camera_granted' });
        return;
      }
      if (open.phone && ways.length === 1) {
        kit.send({ type: 'hand_over', only: true });
        return;
      }
      if (opensPhoneFirst(kit)) {
        kit.send({ type: 'hand_over' });
        return;
      }
      if (ways.length > 0) {
        examples.load();
        return;
      }
      // No camera and no other way: the screen that says so, and what can be done.
      const { part } = kit;
      const unfit = part?.kind === 'face' && !part.camera;
      const lacking = unfit ? 'recorder' : 'missing';
      kit.send({ type: 'camera_trouble', what: cameraPossible() ? lacking : 'insecure' });
    },
  };
};

/** Milliseconds for which the tips lie over a camera that has opened without its guide. */
export const INTRO_MS = 3000;

/** The title and the tips of the guide, to lie over the camera; undefined where the applicant has come from the guide. */
export function introOver(kit: Kit): HTMLElement | undefined {
  const { trail, step } = kit.state;
  const wasRead = trail.some((place) => place.step === step && place.screen === 'guide');
  if (wasRead || !opensByItself(kit) || (kit.part?.kind === 'face' && !kit.part.intro)) return undefined;
  const guidance = guidanceOf(kit);
  return h('div', { class: 'intro' }, kit.words('p', guidance.title), tips(kit, ...guidance.tips));
}

/** Explains the permission before the browser asks for it. */
export const permission: ScreenView = (kit) => {
  const sound = kit.part?.kind === 'face' && kit.part.sound;
  const allow = () => kit.send({ type: 'camera_granted' });
  return {
    layout: 'page',
    content: [
      h('div', { class: 'hero' }, icon('camera', 52)),
      h(
        'div',
        { class: 'centre' },
        title(kit, sound ? 'permission.sound_title' : 'permission.title'),
        kit.words('p', 'permission.lead', { class: 'lead' }),
        kit.words('p', isAutomatic(kit) ? 'permission.note_automatic' : 'permission.note'),
      ),
      h('div', { class: 'grow' }),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: 'button', onclick: allow }, kit.words('span', 'permission.allow')),
      ),
    ],
    shown() {
      const { camera, phone } = captureMethods(kit);
      if (phone && !camera) kit.send({ type: 'hand_over', only: true });
      else if (opensPhoneFirst(kit)) kit.send({ type: 'hand_over' });
      else if (kit.camera.granted) allow();
    },
  };
};
