import { captureDark, captureLight, dark, light } from '../../../../web-sdk/src/ui/tokens.ts';
import { BLACK, contrast, contrasting, mixed, readableOn, WHITE } from '../../base/contrast.ts';

/** Text (WCAG 2.2, 1.4.3) and edges of controls (1.4.11) against their ground. */
const TEXT_RATIO = 4.5;
const EDGE_RATIO = 3;

/** Grounds of pages and of the SDK on which links and edges stand, the page itself first. */
const grounds = {
  light: [light.page, light.soft, captureLight['icon-ground']],
  dark: [dark.page, dark.soft, captureDark['icon-ground']],
} as const;

/** The colours of controls in light or dark surroundings. */
export interface Scheme {
  /** Ground of the main button, the text on it, and its ground under a pointer and while it is pressed. */
  readonly action: string;
  readonly onAction: string;
  readonly actionOver: string;
  readonly actionDown: string;
  /** Borders of buttons, ticks. */
  readonly edge: string;
  readonly link: string;
}

/** The colours that follow from an account's colour. That colour stays unchanged only where text is written on it. */
export function schemeOf(colour: string, surroundings: keyof typeof grounds): Scheme {
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

/** Custom properties of pages, and those that the SDK in them takes (the keys of its `theme.config`). */
const properties = ({ action, onAction, actionOver, actionDown, edge, link }: Scheme): string =>
  Object.entries({
    action,
    'on-action': onAction,
    'action-over': actionOver,
    'action-edge': edge,
    link,
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
  })
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

/** Style of an account's colour for pages and the SDK in them, light and dark. */
export function paletteStyle(colour: string): string {
  return `:root { ${properties(schemeOf(colour, 'light'))} }
@media (prefers-color-scheme: dark) { :root { ${properties(schemeOf(colour, 'dark'))} } }`;
}
