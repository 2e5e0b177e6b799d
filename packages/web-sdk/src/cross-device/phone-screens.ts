import type { openLanguage } from '../language/translate.ts';
import type { Place } from '../mount.ts';
import type { h } from '../ui/dom.ts';
import type { showPlain } from '../ui/frame.ts';
import type { icon } from '../ui/icons.ts';
import { goodLogo } from './logo.ts';

/** Parts of the core that the screens of a phone use. */
interface PhoneTools {
  readonly h: typeof h;
  readonly icon: typeof icon;
  readonly openLanguage: typeof openLanguage;
  readonly showPlain: typeof showPlain;
}

export interface AskingPage {
  readonly place: Place;
  readonly tools: PhoneTools;
  /** Languages of the browser, the preferred one first. */
  readonly languages: readonly string[];
  /** Shows a spinner. */
  wait(): void;
}

/** The request of a computer to this phone, and what identifies the computer. */
export interface Request {
  readonly system: string;
  readonly browser: string;
  /** Time of the request. */
  readonly at: Date;
  readonly choices: readonly string[];
  readonly language: string | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  readonly logo: string | undefined;
}

const short = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : '');

/** Reads a request; undefined where it is malformed, since anyone can send a link. */
export function readRequest(payload: Readonly<Record<string, unknown>>): Request | undefined {
  const { choices, computer, language, theme, logo } = payload;
  const { os, browser, at } = (computer ?? {}) as Record<string, unknown>;
  const numbers = Array.isArray(choices) ? choices.filter((choice) => /^\d{2}$/.test(String(choice))).map(String) : [];
  if (numbers.length < 2 || numbers.length > 9) return undefined;
  return {
    system: short(os),
    browser: short(browser),
    at: new Date(typeof at === 'number' && Math.abs(at) < 8e15 ? at : Date.now()),
    choices: numbers,
    language: typeof language === 'string' ? language : undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    logo: goodLogo(logo),
  };
}

/** Shows a screen in the language of the computer, without the page's own translations: those could hide the question. */
async function show(
  { place, tools, languages }: AskingPage,
  { language, theme }: Request,
  name: string,
  content: (words: Awaited<ReturnType<typeof openLanguage>>) => Node[],
): Promise<void> {
  const words = await tools.openLanguage({ language }, languages);
  if (theme) place.root.dataset.theme = theme;
  tools.showPlain(place, words, name, ...content(words));
  place.root.querySelector('h1')?.focus();
}

/** Asks the applicant whether the computer is theirs. */
export function askWhetherRight(page: AskingPage, request: Request, answer: (right: boolean) => void): void {
  const { h, icon } = page.tools;
  void show(page, request, 'confirm_computer', ({ text, tag }) => {
    const known = [request.browser, request.system].filter((name) => name && name !== 'unknown').join(' · ');
    const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(request.at);
    const press = (right: boolean, key: 'crossdevice.confirm_yes' | 'crossdevice.confirm_no', second: boolean) =>
      h(
        'button',
        { type: 'button', class: second ? 'button second' : 'button', onclick: () => answer(right) },
        h('span', { 'data-i18n-token': key }, text(key)),
      );
    return [
      request.logo
        ? h('img', { class: 'logo', src: request.logo, alt: '' })
        : h('div', { class: 'hero' }, icon('computer', 52)),
      h('h1', { tabindex: -1 }, text('crossdevice.confirm_title')),
      h('p', { class: 'lead' }, text('crossdevice.confirm_lead')),
      h(
        'p',
        { class: 'computer' },
        h('strong', {}, known || text('crossdevice.confirm_unknown')),
        h('span', {}, text('crossdevice.confirm_time', { time })),
      ),
      h('div', { class: 'grow' }),
      h(
        'div',
        { class: 'actions' },
        press(true, 'crossdevice.confirm_yes', false),
        press(false, 'crossdevice.confirm_no', true),
      ),
    ];
  });
}

/** Asks which number the computer shows; null means none of them. */
export function askForNumber(page: AskingPage, request: Request, answer: (choice: string | null) => void): void {
  const { h } = page.tools;
  void show(page, request, 'pick_number', ({ text }) => [
    h('h1', { tabindex: -1 }, text('crossdevice.pick_title')),
    h('p', { class: 'lead' }, text('crossdevice.pick_lead')),
    h(
      'div',
      { class: 'numbers' },
      ...request.choices.map((choice) =>
        h('button', { type: 'button', class: 'choice', onclick: () => answer(choice) }, choice),
      ),
    ),
    h('div', { class: 'grow' }),
    h(
      'div',
      { class: 'actions' },
      h(
        'button',
        { type: 'button', class: 'button second', onclick: () => answer(null) },
        h('span', {}, text('crossdevice.pick_none')),
      ),
    ),
  ]);
}
