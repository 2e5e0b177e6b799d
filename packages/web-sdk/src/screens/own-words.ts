import type { Kit } from '../kit.ts';
import { h } from '../ui/dom.ts';

/** Step options of a screen of words. */
export function optionsOf({ part }: Kit): Readonly<Record<string, unknown>> {
  return part && 'options' in part ? part.options : {};
}

/** The page's own sentences for a screen of words. Undefined if its options have none. */
export function ownSentences(kit: Kit): HTMLElement | undefined {
  const { descriptions } = optionsOf(kit);
  if (!Array.isArray(descriptions)) return undefined;
  return h('div', {}, ...descriptions.map((text) => h('p', { class: 'lead' }, String(text))));
}
