import type { Settings } from './options/read.ts';
import type { SdkOptions } from './types.ts';
import { h } from './ui/dom.ts';
import { type Modal, type ModalOptions, makeModal } from './ui/modal.ts';
import { schemeOf, themeOf } from './ui/palette.ts';
import { style } from './ui/style.ts';

/** Ids that are looked for, the given one first: both defaults are in use. */
const DEFAULT_IDS = ['onfido-mount', 'sdk-mount'];

/** The element to mount in. Throws when the page has none. */
export function findContainer({ containerEl, containerId }: SdkOptions): Element {
  if (containerEl) return containerEl;
  for (const id of [...(containerId ? [containerId] : []), ...DEFAULT_IDS]) {
    const found = document.getElementById(id);
    if (found) return found;
  }
  throw new Error(`There is no element with the id ${containerId ?? DEFAULT_IDS[0]} to mount the SDK in`);
}

/** The part of the page that is ours: a shadow root, so that neither the page's style nor ours reaches the other. */
export interface Place {
  /** The element in the container. */
  readonly host: HTMLElement;
  /** Holds everything that is seen. */
  readonly root: HTMLElement;
  /** Is read out when it changes. */
  readonly voice: HTMLElement;
  /** The dialog around both, if the page wants one. */
  readonly modal: Modal | undefined;
  /** Makes the name or logo of the company for a screen without a session. */
  mark?: () => HTMLElement | undefined;
}

/** Makes a place in a container, after what the page has there; or over the page, in a dialog that is closed. */
export function makePlace(container: Element, dialog?: ModalOptions): Place {
  const host = h('div', { class: 'bonafide-sdk', 'data-modal': dialog !== undefined });
  container.append(host);
  const shadow = host.attachShadow({ mode: 'open' });
  // Sheets belong to a document, which may differ from the document that loaded this script.
  const { CSSStyleSheet } = host.ownerDocument.defaultView as unknown as typeof globalThis;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  const root = h('div', { class: 'sdk', role: 'region' });
  const voice = h('div', { class: 'hidden', 'aria-live': 'polite', role: 'status' });
  // Live regions must be inside the dialog: while it is open, everything outside is inert.
  const modal = dialog && makeModal(dialog, root, voice);
  shadow.append(...(modal ? [modal.element] : [root, voice]));
  return { host, root, voice, modal };
}

const dark = () => matchMedia('(prefers-color-scheme: dark)');

/** The part of the settings that chooses colours, letters and edges. */
export type Look = Pick<Settings, 'theme' | 'themeName' | 'accent'>;

/**
 * Sets light or dark: as the theme names it, else as the page itself is, by its `color-scheme`. Colours come from the page's theme, else
 * from the colour of the account. Returns a function that undoes it.
 */
export function applyTheme({ host, root }: Place, { theme: { properties }, themeName, accent }: Look): () => void {
  const set = (all: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(all)) host.style.setProperty(key, value);
  };
  for (const old of [...host.style]) host.style.removeProperty(old);
  set(properties);
  // Systems draw their own lists, in their own colours, unless the page wants others.
  root.toggleAttribute(
    'data-own-lists',
    Object.keys(properties).some((key) => key.includes('DropdownItem')),
  );
  const query = dark();
  const follow = () => {
    const scheme = getComputedStyle(host).colorScheme;
    const isDark = scheme.includes('dark') && (!scheme.includes('light') || query.matches);
    const theme = themeName ?? (isDark ? 'dark' : 'light');
    root.dataset.theme = theme;
    if (!accent) return;
    const colours = Object.entries(themeOf(schemeOf(accent, theme)));
    set(Object.fromEntries(colours.map(([key, value]) => [`--${key}`, value])));
  };
  follow();
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}
