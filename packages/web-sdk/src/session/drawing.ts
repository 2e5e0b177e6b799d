import type { Kit, View } from '../kit.ts';
import type { Place } from '../mount.ts';
import { screens } from '../screens/index.ts';
import { type Focus, showFrame } from '../ui/frame.ts';

export interface DrawingOptions {
  readonly place: Place;
  /** The tools of a screen, as of now. */
  makeKit(): Kit;
  /** Stops reports of progress to the screen that goes. */
  unwatch(): void;
}

export type Drawing = ReturnType<typeof makeDrawing>;

/** Shows the screen of the present state. */
export function makeDrawing({ place, makeKit, unwatch }: DrawingOptions) {
  let view: View | undefined;
  let resting = false;

  const say = (text: string): void => {
    place.voice.textContent = text;
  };

  /** Puts the screen of the state in its place. A camera is not opened while the SDK rests. */
  function draw(focus: Focus): View | undefined {
    view?.gone?.();
    unwatch();
    view = undefined;
    const kit = makeKit();
    const { screen } = kit.state;
    if (resting && screen === 'camera') return undefined;
    view = screens[screen](kit);
    const again = showFrame(kit, place, view, focus);
    say([again, view.announcement].filter(Boolean).join(' '));
    return view;
  }

  /** Starts a screen that was drawn, unless another has taken its place. */
  function start(drawn: View | undefined): void {
    if (view === drawn) view?.shown?.();
  }

  return {
    draw,
    start,
    /** Reads a text out. */
    say,
    /** Draws the same screen again, without an event. */
    redraw: () => start(draw('stay')),
    /** Changes whether the SDK rests; returns false where that is not a change. */
    rest(is: boolean): boolean {
      if (resting === is) return false;
      resting = is;
      return true;
    },
    close: () => view?.gone?.(),
  };
}
