import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Action, type Place, pathOf } from './api.ts';
import { Dialog } from './dialog.tsx';
import { FIELDS, type Help, keys } from './keys.ts';
import { navigationFor } from './navigation.ts';
import { words } from './words.ts';

/** Milliseconds in which the letter of a page follows `G`. */
const SEQUENCE_MS = 3000;

/** The keys of every page: `G` and a letter open a page, `/` leads to the search, `?` shows the keys. */
export function PageKeys({ place, may }: { place: Place; may: readonly Action[] }) {
  const open = useSyncExternalStore(keys.subscribe, () => keys.open);
  const navigate = useNavigate();
  const pages = navigationFor(may).flatMap(({ entries }) => entries);
  const began = useRef(Number.NEGATIVE_INFINITY);
  const press = useRef<(event: KeyboardEvent) => boolean>(() => false);
  press.current = ({ key, timeStamp }) => {
    const second = timeStamp - began.current < SEQUENCE_MS;
    began.current = !second && key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
    const page = second && pages.find((entry) => entry.key === key);
    if (page) void navigate({ href: pathOf(place) + page.path });
    else if (key === '?') keys.set({ open: true });
    else if (key === '/') document.querySelector<HTMLElement>('#content form input, #content .filters select')?.focus();
    else return false;
    return true;
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (!keys.on || event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS)) return;
      if (press.current(event)) {
        // The second key of a sequence is not a key of the page.
        event.stopImmediatePropagation();
        event.preventDefault();
      }
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
  const close = useCallback(() => keys.set({ open: false }), []);
  const { keys: say } = words;
  return open ? (
    <Dialog title={say.title} close={close}>
      <KeyList title={say.page} of={keys.help} />
      <KeyList
        title={say.everywhere}
        of={[...say.common, ...pages.map(({ key, label }) => [`G ${key.toUpperCase()}`, label] as const)]}
      />
      <Switch />
    </Dialog>
  ) : null;
}

function KeyList({ title, of }: { title: string; of: Help }) {
  if (of.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys">
        {of.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Turns the keys off and on. Members who use speech input can turn them off to avoid accidental presses. */
function Switch() {
  const [on, set] = useState(keys.on);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          keys.set({ on: checked });
          set(checked);
        }}
      />
      {words.keys.switch}
    </label>
  );
}
