import { stepCount } from '../flow/step-count.ts';
import type { Kit, Question, View } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { Language } from '../language/translate.ts';
import type { Place } from '../mount.ts';
import { brandMark } from './brand.ts';
import { type Child, h } from './dom.ts';
import { icon } from './icons.ts';
import { retryNotice } from './retry-notice.ts';

/** Screens on which there is nothing to leave any more. */
const OVER = ['complete', 'finished', 'ended'];

/** A running upload has no Back; while a phone is at work another button ends that. */
const WITHOUT_BACK = ['uploading', 'hand_over'];

const leaving: Question = {
  title: 'common.leave_title',
  lead: 'common.leave_lead',
  yes: 'common.exit',
  no: 'common.stay',
};

/** Closes the dialog that all is in. */
const closeButton = ({ modal }: Place, language: Language): HTMLElement | undefined =>
  modal &&
  h(
    'button',
    { type: 'button', class: 'dismiss', onclick: modal.ask, 'aria-label': language.text('common.close') },
    icon('close', 20),
  );

function bar(kit: Kit, place: Place): HTMLElement | false {
  const { state, settings, language } = kit;
  const { navigation, showExitButton } = settings.options;
  const navigationBar = navigation?.navigationBar ?? (showExitButton ? 'BackAndExit' : 'BackOnly');
  const goesBack = navigationBar !== 'Hidden' && state.trail.length > 0 && !WITHOUT_BACK.includes(state.screen);
  const exits = navigationBar === 'BackAndExit' && !OVER.includes(state.screen);
  const closes = closeButton(place, language);
  const back =
    goesBack &&
    h(
      'button',
      { type: 'button', class: 'go-back', onclick: () => kit.send({ type: 'back' }) },
      icon('back', 22),
      kit.words('span', 'common.back'),
    );
  const exit =
    exits &&
    h(
      'button',
      { type: 'button', class: 'go-out', onclick: () => kit.confirm(leaving, () => kit.send({ type: 'exit' })) },
      kit.words('span', 'common.exit'),
      !closes && icon('close', 20),
    );
  return barOf(back, navigationBar !== 'Hidden' && brandMark(settings), [exit, closes]);
}

/** The bar: what leads back, the company in the middle, and what leads out. False with nothing in it. */
function barOf(back: Child, brand: Child, outs: readonly Child[]): HTMLElement | false {
  if (!back && !brand && !outs.some(Boolean)) return false;
  return h('div', { class: 'bar' }, h('div', {}, back), h('div', { class: 'middle' }, brand), h('div', {}, ...outs));
}

/** Id of the progress, within the shadow root. */
const PROGRESS = 'progress';

/** A segment for each step, up to the present one in colour. It is read out with the title. */
function stepBar(kit: Kit): HTMLElement | false {
  const count = stepCount(kit.plan, kit.state);
  if (!count) return false;
  const segments = Array.from({ length: count.steps }, (_, at) => h('i', { class: at < count.step ? 'on' : '' }));
  return h(
    'div',
    { class: 'progress' },
    kit.words('span', 'common.progress', { class: 'hidden', id: PROGRESS }, count),
    ...segments,
  );
}

/**
 * Target of the focus: `follow` moves it to the title; `still` does so without scrolling, since the applicant may be reading
 * above; `stay` moves it only if it was in a removed element; `none` leaves it.
 */
export type Focus = 'still' | 'follow' | 'stay' | 'none';

/** Puts a screen in its place, and the focus on its title. Returns the text that is read out for a repeated task. */
export function showFrame(kit: Kit, place: Place, view: View, focus: Focus): string | undefined {
  const { language, settings } = kit;
  const { root, modal } = place;
  const within = root.matches(':focus-within');
  root.lang = language.tag;
  root.dir = language.direction;
  root.setAttribute('aria-label', kit.t('common.region'));
  modal?.element.setAttribute('aria-label', kit.t('common.region'));
  const sandbox = kit.test?.panel ?? (settings.token.sandbox && kit.words('p', 'common.sandbox', { class: 'test' }));
  const screen = h(
    'div',
    { class: view.layout === 'live' ? 'live' : 'screen', 'data-screen': kit.state.screen },
    ...view.content,
  );
  const again = retryNotice(kit);
  if (again) {
    screen.querySelector('h1')?.after(again.box);
    screen.classList.add('again');
  }
  const progress = view.layout === 'page' && stepBar(kit);
  if (progress) screen.querySelector('h1')?.setAttribute('aria-describedby', PROGRESS);
  const all = [sandbox, bar(kit, place), progress, screen, view.foot];
  root.replaceChildren(...all.filter((part) => part !== false && part !== undefined));
  root.scrollTop = 0;
  if (focus !== 'none' && (focus !== 'stay' || within))
    root.querySelector('h1')?.focus({ preventScroll: focus !== 'follow' });
  return again?.text;
}

/** Shows a placeholder until the words of a language are loaded. */
export function showWaiting({ root }: Place): void {
  root.setAttribute('aria-busy', 'true');
  root.replaceChildren(h('div', { class: 'spinner' }));
}

/** Shows a screen without a session. */
export function showPlain(place: Place, language: Language, name: string, ...content: readonly Node[]): void {
  const { root, modal, mark } = place;
  root.lang = language.tag;
  root.dir = language.direction;
  root.dataset.theme ??= 'light';
  root.removeAttribute('aria-busy');
  root.setAttribute('aria-label', language.text('common.region'));
  modal?.element.setAttribute('aria-label', language.text('common.region'));
  const bar = barOf(false, mark?.(), [closeButton(place, language)]);
  root.replaceChildren(...(bar ? [bar] : []), h('div', { class: 'screen', 'data-screen': name }, ...content));
}

/** Shows a title and a sentence without a session: the reason why nothing can begin, or that all is well. */
export function showNotice(
  place: Place,
  language: Language,
  title: PhraseKey,
  lead: PhraseKey,
  tone: 'bad' | 'good' = 'bad',
): void {
  const words = [h('h1', { tabindex: -1 }, language.text(title)), h('p', { class: 'lead' }, language.text(lead))];
  const grow = () => h('div', { class: 'grow' });
  const hero = h('div', { class: `hero ${tone}` }, icon(tone === 'bad' ? 'alert' : 'check', 52));
  showPlain(place, language, 'notice', grow(), hero, h('div', { class: 'centre' }, ...words), grow());
}

/** A notice over everything, which stays as it is beneath. Returns what removes it. */
export function coverWith(place: Place, language: Language, title: PhraseKey, lead: PhraseKey): () => void {
  const { root } = place;
  const cover = h('div', { class: 'sdk', role: 'region' });
  cover.dataset.theme = root.dataset.theme ?? 'light';
  root.hidden = true;
  root.after(cover);
  showNotice({ ...place, root: cover }, language, title, lead);
  cover.querySelector('h1')?.focus();
  return () => {
    cover.remove();
    root.hidden = false;
    root.querySelector('h1')?.focus();
  };
}
