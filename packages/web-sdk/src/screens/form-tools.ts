import type { countriesIn } from '../countries.ts';
import type { h } from '../ui/dom.ts';
import type { actions, alertBox, button } from '../ui/parts.ts';

/** What a form that loads later gets of the core. */
export interface FormTools {
  readonly h: typeof h;
  readonly actions: typeof actions;
  readonly button: typeof button;
  readonly alertBox: typeof alertBox;
  readonly countriesIn: typeof countriesIn;
}

/** Where the form shows itself, and its button. */
export interface FormSlots {
  readonly body: HTMLElement;
  readonly foot: HTMLElement;
}
