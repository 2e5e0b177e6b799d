import type { ThemeKey } from '../names.ts';
import { BLACK, contrast, contrasting, mixed, readableOn, WHITE } from './contrast.ts';
import { captureDark, captureLight } from './tokens.ts';

/** Text (WCAG 2.2, 1.4.3) and edges of controls (1.4.11) against their ground. */
const TEXT_RATIO = 4.5;
const EDGE_RATIO = 3;

/** Grounds of pages on which links and edges stand, the page itself first. Of all grounds, these leave a colour the least contrast. */
const grounds = {
  light: [captureLight.page, captureLight.soft, captureLight['icon-ground']],
  dark: [captureDark.page, captureDark.soft, captureDark['icon-ground']],
} as const;

export type Surroundings = keyof typeof grounds;

/** The colours of controls in light or dark surroundings. */
export interface Scheme {
  /** Ground of the main button, the text on it, and its ground under a pointer and while it is pressed. */
  readonly action: string;
  readonly onAction: string;
  readonly actionOver: string;
  readonly actionDown: string;
  /** Borders of buttons, ticks, bars of progress. */
  readonly edge: string;
  readonly link: string;
}

/** The colours that follow from the colour of an account. That colour stays unchanged only where text is written on it. */
export function schemeOf(colour: string, surroundings: Surroundings): Scheme {
  const onAction = readableOn(colour);
  return {
    action: colour,
    onAction,
    actionOver: shade(colour, onAction, 0.16),
    actionDown: shade(colour, onAction, 0.28),
    edge: contrasting(colour, grounds[surroundings], EDGE_RATIO),
    link: contrasting(colour, grounds[surroundings], TEXT_RATIO),
  };
}

/** Another shade, away from its text unless there is no room. */
function shade(colour: string, onAction: string, share: number): string {
  const away = onAction === WHITE ? BLACK : WHITE;
  const shades = [mixed(colour, away, share), mixed(colour, onAction, share / 2)];
  return shades.find((one) => one !== colour && contrast(one, onAction) >= TEXT_RATIO) ?? colour;
}

/** The colours as values of a theme. */
export const themeOf = ({ action, onAction, actionOver, actionDown, edge, link }: Scheme) =>
  ({
    colorBackgroundButtonPrimary: action,
    colorContentButtonPrimaryText: onAction,
    colorBackgroundButtonPrimaryHover: actionOver,
    colorBackgroundButtonPrimaryActive: actionDown,
    colorBorderButtonPrimary: edge,
    colorBorderButtonPrimaryHover: edge,
    colorBorderButtonPrimaryActive: edge,
    colorBorderButtonPrimaryFocus: edge,
    colorContentButtonSecondaryText: link,
    colorIcon: link,
  }) satisfies { readonly [K in ThemeKey]?: string };
