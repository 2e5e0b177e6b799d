import type { countriesIn } from '../countries.ts';
import type { h, svg } from './dom.ts';
import type { actions, alertBox, button, setPhrase } from './parts.ts';

/** Tools that the core gives to a form that loads later. */
export interface FormTools {
  readonly h: typeof h;
  readonly svg: typeof svg;
  readonly actions: typeof actions;
  readonly button: typeof button;
  readonly alertBox: typeof alertBox;
  readonly setPhrase: typeof setPhrase;
  readonly countriesIn: typeof countriesIn;
}

/** Elements for the form and its button, and the words above it. */
export interface FormSlots {
  readonly heading: HTMLElement;
  readonly lead: HTMLElement;
  readonly body: HTMLElement;
  readonly foot: HTMLElement;
}
