import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Icon, icons } from '../icons.tsx';
import { words } from '../words.ts';
import type { PaletteContext } from './commands.ts';

const Palette = lazy(() => import('./palette.tsx'));

/** True on machines whose shortcuts have the command key. */
const hasCommandKey = /mac|iphone|ipad/i.test(navigator.platform);

/** The button that opens the command palette, and its key: `Ctrl K`, or `⌘ K`. */
export function PaletteOpener(context: Omit<PaletteContext, 'takeNext'>) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || altKey || shiftKey || ctrlKey === metaKey) return;
      // A dialog that is open keeps the keys.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button type="button" className="entry find" title={words.palette.title} onClick={() => setOpen(true)}>
        <Icon strokes={icons.find} />
        <span>{words.palette.title}</span> <kbd>{hasCommandKey ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {open && (
        <Suspense>
          <Palette {...context} close={close} />
        </Suspense>
      )}
    </>
  );
}
