import type { EndReason } from '../flow/state.ts';
import type { Kit, Progress, Question, ScreenView, View } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { type IconName, icon } from '../ui/icons.ts';
import { actions, alertBox, button, tips, title } from '../ui/parts.ts';
import { optionsOf, ownSentences } from './own-words.ts';

/** Milliseconds of waiting after which the screen says that it may take longer. */
const LONG_MS = 10_000;

/** The page's own sentences, or ours each with a drawing. */
const sentences = (kit: Kit, ours: Parameters<typeof tips>[1][]): HTMLElement =>
  ownSentences(kit) ?? tips(kit, ...ours);

const declining: Question = {
  title: 'consent.decline_title',
  lead: 'consent.decline_lead',
  yes: 'consent.decline',
  no: 'common.back',
};

/** Asks for consent before anything is captured. */
export const consent: ScreenView = (kit) => {
  const { title: own, policyUrl, nextButton } = optionsOf(kit);
  const decline = () => kit.send({ type: 'consent', given: false });
  return {
    layout: 'page',
    content: [
      title(kit, 'consent.title', own),
      sentences(kit, [
        ['eye', 'consent.description_1'],
        ['shield', 'consent.description_2'],
      ]),
      typeof policyUrl === 'string' && alertBox('note', null, link(kit, policyUrl, 'consent.policy'), 'shield'),
      h('div', { class: 'grow' }),
      actions(
        kit,
        button(kit, 'consent.accept', () => kit.send({ type: 'consent', given: true }), { own: nextButton }),
        button(kit, 'consent.decline', () => kit.confirm(declining, decline), { second: true }),
      ),
    ],
  };
};

function link(kit: Kit, url: string, key: PhraseKey): HTMLElement {
  const open = (event: Event) => {
    event.preventDefault();
    kit.openLink(url);
  };
  const href = /^(https?:|\/)/.test(url) ? url : '#';
  const newTab = h('span', { class: 'hidden' }, ` ${kit.t('common.new_tab')}`);
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer', onclick: open }, kit.words('span', key), newTab);
}

/** The screen after everything has been sent. */
export const complete: ScreenView = (kit) => {
  const { message, submessage } = optionsOf(kit);
  return {
    layout: 'page',
    content: [
      h('div', { class: 'grow' }),
      h('div', { class: 'hero good' }, icon('check', 52)),
      h(
        'div',
        { class: 'centre' },
        title(kit, kit.onPhone ? 'crossdevice.done_title' : 'complete.title', message),
        typeof submessage === 'string'
          ? h('p', { class: 'lead' }, submessage)
          : kit.words('p', kit.onPhone ? 'crossdevice.done_lead' : 'complete.message', { class: 'lead' }),
      ),
      h('div', { class: 'grow' }),
    ],
  };
};

/** Everything is sent; the client's page continues. */
export const finished: ScreenView = (kit): View => ({
  layout: 'page',
  content: [
    h('div', { class: 'grow' }),
    h('div', { class: 'hero good' }, icon('check', 52)),
    h('div', { class: 'centre' }, title(kit, 'upload.done'), kit.words('p', 'complete.finished', { class: 'lead' })),
    h('div', { class: 'grow' }),
  ],
});

/** Waits until a workflow run gives the next task. */
export const waiting: ScreenView = (kit) => {
  const { trouble } = kit.state;
  if (trouble?.kind === 'unsent') {
    const lead = kit.t(trouble.what === 'server' ? 'error.server_lead' : 'camera.offline_lead');
    return {
      layout: 'page',
      content: [
        title(kit, trouble.what === 'server' ? 'error.server_title' : 'camera.offline_title'),
        alertBox('note', null, lead),
        h('div', { class: 'grow' }),
        actions(
          kit,
          button(kit, 'capture.again', () => kit.send({ type: 'continue' })),
        ),
      ],
      announcement: lead,
    };
  }
  const said = kit.words('p', 'workflow.waiting_lead', { class: 'lead' });
  const say = (text: string) => {
    said.textContent = text;
    kit.say(text);
  };
  let lead: PhraseKey = 'workflow.waiting_lead';
  let network: Progress['waiting'] = null;
  const announce = () => say(kit.t(network ? `upload.${network}` : lead));
  kit.watch(({ waiting }) => {
    network = waiting;
    announce();
  });
  const patience = setTimeout(() => {
    lead = 'workflow.waiting_long';
    announce();
  }, LONG_MS);
  return {
    layout: 'page',
    content: [
      h('div', { class: 'grow' }),
      h('div', { class: 'spinner' }),
      h('div', { class: 'centre' }, title(kit, 'workflow.waiting_title'), said),
      h('div', { class: 'grow' }),
    ],
    gone: () => clearTimeout(patience),
  };
};

/** Drawings of ends that are nobody's fault. None of them but `gone` looks like something that was done. */
const calmEnds: { readonly [E in EndReason]?: IconName } = {
  exited: 'close',
  consent_denied: 'close',
  gone: 'check',
  abandoned: 'clock',
};

/** The flow has ended before its last step, and why. */
export const ended: ScreenView = (kit) => {
  const { trouble } = kit.state;
  const what = trouble?.kind === 'end' ? trouble.what : 'failed';
  const calm = calmEnds[what];
  return {
    layout: 'page',
    content: [
      h('div', { class: 'grow' }),
      h('div', { class: calm ? 'hero' : 'hero bad' }, icon(calm ?? 'alert', 52)),
      h(
        'div',
        { class: 'centre' },
        title(kit, `error.${what}_title`),
        kit.words('p', `error.${what}_lead`, { class: 'lead' }),
      ),
      h('div', { class: 'grow' }),
    ],
    announcement: kit.t(`error.${what}_lead`),
  };
};
