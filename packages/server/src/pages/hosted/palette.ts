import { type Scheme, schemeOf, themeOf } from '../../../../web-sdk/src/ui/palette.ts';

/** Custom properties of pages, and those that the SDK in them takes (the keys of its `theme.config`). */
function properties(scheme: Scheme): string {
  const { action, onAction, actionOver, edge, link } = scheme;
  const ofPages = { action, 'on-action': onAction, 'action-over': actionOver, 'action-edge': edge, link };
  return Object.entries({ ...ofPages, ...themeOf(scheme) })
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

/** Style of an account's colour for pages and the SDK in them, light and dark. */
export function paletteStyle(colour: string): string {
  return `:root { ${properties(schemeOf(colour, 'light'))} }
@media (prefers-color-scheme: dark) { :root { ${properties(schemeOf(colour, 'dark'))} } }`;
}
