import { useEffect, useRef } from 'react';

/** Keys with their actions. */
export type Help = readonly (readonly [keys: string, does: string])[];

const none: Help = [];

/** Keys of single letters, which a member can turn off for this browser (WCAG 2.2, 2.1.4), and the help of the page that is open. */
class Keys {
  static readonly #STORED = 'bonafide-keys';
  #listeners = new Set<() => void>();
  help: Help = none;
  open = false;
  on = localStorage.getItem(Keys.#STORED) !== 'off';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<Pick<Keys, 'help' | 'open' | 'on'>>): void {
    Object.assign(this, change);
    if (change.on !== undefined) localStorage.setItem(Keys.#STORED, change.on ? 'on' : 'off');
    for (const listener of this.#listeners) listener();
  }
}

/** The keys of this tab, for the list of shortcuts. */
export const keys = new Keys();

/** Opens the list of keys. */
export const openKeys = (): void => keys.set({ open: true });

/** Elements that take keys themselves. */
export const FIELDS = 'textarea, input, select, dialog';

/** Returns whether a key belongs to the page, and not to a field, a dialog or the browser. */
const isOfPage = ({ ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean =>
  keys.on && !defaultPrevented && !ctrlKey && !metaKey && !altKey && !(target as HTMLElement).closest(FIELDS);

/**
 * Calls `press` for each key that no field or dialog takes, and shows what the keys of the page do.
 * @param help what the keys do; the same object while the page is open
 * @param press answers whether the key does something
 */
export function useKeys(help: Help, press: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    keys.set({ help });
    const listen = (event: KeyboardEvent) => {
      if (isOfPage(event) && latest.current(event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
      keys.set({ help: none });
    };
  }, [help]);
}

/** Calls `press` for each key as `useKeys` does, beside the keys of the page. Their help belongs to the page. */
export function useExtraKeys(press: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isOfPage(event) && latest.current(event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
