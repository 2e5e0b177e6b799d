import type { systemFacts } from '../device.ts';
import type { h, svg } from '../ui/dom.ts';
import type { icon } from '../ui/icons.ts';
import type { actions, alertBox, button, setPhrase } from '../ui/parts.ts';
import type { isLocal } from './local.ts';

/** Tools that the core gives to the part that loads for a phone. */
export interface CrossDeviceTools {
  readonly h: typeof h;
  readonly svg: typeof svg;
  readonly icon: typeof icon;
  readonly setPhrase: typeof setPhrase;
  readonly actions: typeof actions;
  readonly button: typeof button;
  readonly alertBox: typeof alertBox;
  readonly systemFacts: typeof systemFacts;
  readonly isLocal: typeof isLocal;
}

/** Elements into which that part draws. */
export interface CrossDeviceSlots {
  readonly heading: HTMLElement;
  readonly body: HTMLElement;
}
