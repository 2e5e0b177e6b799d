import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { CrossDeviceTools } from './tools.ts';

/** One way to get a link to a phone. */
export interface LinkTab {
  /** Name of the tab. */
  readonly name: PhraseKey;
  readonly content: Node;
}

/** Steps of the arrow keys among tabs, as they are in left-to-right text. */
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Returns tabs, the first one open. Arrow keys move between tabs (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). A tab keeps its content
 * while another is open, so that a typed phone number is still there. A single way needs no tab.
 */
export function linkTabs(kit: Kit, { h }: CrossDeviceTools, ways: readonly LinkTab[]): HTMLElement {
  if (ways.length < 2) return h('div', {}, ...ways.map(({ content }) => content));
  const panels = ways.map(({ content }, at) =>
    h('div', { role: 'tabpanel', id: `way-${at}`, 'aria-labelledby': `tab-${at}` }, content),
  );
  const tabs = ways.map(({ name }, at) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${at}`, 'aria-controls': `way-${at}`, onclick: () => open(at) },
      kit.words('span', name),
    ),
  );

  function open(opened: number): void {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === opened));
      tab.tabIndex = at === opened ? 0 : -1;
    }
    for (const [at, panel] of panels.entries()) panel.hidden = at !== opened;
  }

  function move(event: KeyboardEvent): void {
    const step = (ARROWS[event.key] ?? 0) * (kit.language.direction === 'rtl' ? -1 : 1);
    const from = tabs.findIndex((tab) => tab.tabIndex === 0);
    const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? (from + step + tabs.length) % tabs.length;
    if (to === from) return;
    event.preventDefault();
    open(to);
    tabs[to]?.focus();
  }

  open(0);
  const label = kit.t('crossdevice.ways');
  return h(
    'div',
    {},
    h('div', { class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: move }, ...tabs),
    ...panels,
  );
}
