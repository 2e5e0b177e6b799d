import type { ThemeKey } from '../names.ts';
import { wrong } from '../problems.ts';
import { isRecord, type Rule } from './rules.ts';

const states = <K extends string, N extends string>(key: K, ...names: N[]) =>
  ['' as const, ...names].map((name): `${K}${N | ''}` => `${key}${name}`);

/** Every key of `theme.config` and `customUI`; each is the custom property `--<key>` that `ui/style.ts` reads. */
export const themeKeys: readonly ThemeKey[] = [
  'borderRadiusButton',
  'borderStyleSurfaceModal',
  'borderWidthSurfaceModal',
  'borderRadiusSurfaceModal',
  'colorBorderSurfaceModal',
  'colorBackgroundSurfaceModal',
  ...(['Title', 'Subtitle', 'Body'] as const).flatMap(
    (part) => [`fontFamily${part}`, `fontSize${part}`, `fontWeight${part}`] as const,
  ),
  'colorContentTitle',
  'colorContentSubtitle',
  'colorContentBody',
  'colorIcon',
  'colorBackgroundIcon',
  'colorBorderLinkUnderline',
  'colorBackgroundLinkHover',
  'colorBackgroundLinkActive',
  'colorContentLinkTextHover',
  ...states('colorBackgroundButtonPrimary', 'Hover', 'Active'),
  ...states('colorBorderButtonPrimary', 'Hover', 'Active', 'Focus'),
  'colorContentButtonPrimaryText',
  ...states('colorBackgroundButtonSecondary', 'Hover', 'Active'),
  ...states('colorBorderButtonSecondary', 'Hover', 'Active', 'Focus'),
  'colorContentButtonSecondaryText',
  'colorContentButtonTertiaryText',
  ...states('colorBackgroundDocTypeButton', 'Hover', 'Active'),
  ...states('colorBorderDocTypeButton', 'Hover', 'Active'),
  'borderRadiusDocTypeButton',
  'colorContentDocTypeButton',
  'colorBackgroundSelector',
  'borderRadiusSelector',
  'colorBackgroundDropdownItemHover',
  'colorBackgroundDropdownItemActive',
  'colorInputOutline',
  'colorContentInput',
  'colorBackgroundInput',
  'colorBorderInput',
  'colorContentAlertInfo',
  'colorBackgroundAlertInfo',
  'colorIconAlertInfo',
  'colorContentAlertError',
  'colorBackgroundAlertError',
  ...(['Info', 'Error'] as const).flatMap((tone) =>
    (['Content', 'Background'] as const).flatMap(
      (part) => [`color${part}Alert${tone}LinkHover`, `color${part}Alert${tone}LinkActive`] as const,
    ),
  ),
  'colorContentInfoPill',
  'colorBackgroundInfoPill',
  ...states('colorBackgroundButtonIcon', 'Hover', 'Active'),
  ...states('colorBorderButtonIcon', 'Hover', 'Active'),
  'borderRadiusButtonIcon',
  ...states('colorBackgroundButtonCamera', 'Hover', 'Active'),
  'colorBackgroundDocHelpMediaContainer',
  'colorBackgroundQRCode',
];

/** Accepted but ignored: a page of identity documents loads nothing from third parties, fonts neither. */
const themeKeysWithoutEffect: readonly string[] = ['googleFonts'];

/** Values that could load something, or end the declaration that contains them. */
const HARMFUL = /url\s*\(|image-set|@import|[;{}<>\\]/i;

/** CSS values by key, and whether buttons stand on top of each other. */
export interface ThemeValues {
  readonly properties: Readonly<Record<string, string>>;
  readonly stacked: boolean;
  /** True if any of the values is a colour: then the page, not the account, chooses the colours. */
  readonly hasColours: boolean;
}

/** Judges CSS values of a theme; unknown keys only warn, since other versions may know them. */
export const themeConfig: Rule = (value, path) => {
  if (!isRecord(value)) throw wrong(path, 'an object', value);
  const unknown: string[] = [];
  for (const [key, setting] of Object.entries(value)) {
    if (key === 'buttonGroupStacked') {
      if (typeof setting !== 'boolean') throw wrong(`${path}.${key}`, 'true or false', setting);
    } else if ((themeKeys as readonly string[]).includes(key)) {
      const good =
        typeof setting === 'number' || (typeof setting === 'string' && setting.length < 200 && !HARMFUL.test(setting));
      if (setting !== undefined && setting !== null && !good)
        throw wrong(`${path}.${key}`, 'a plain CSS value', setting);
    } else if (!themeKeysWithoutEffect.includes(key)) unknown.push(key);
  }
  if (unknown.length > 0) {
    const known = [...themeKeys, 'buttonGroupStacked', ...themeKeysWithoutEffect];
    console.warn(
      `[bonafide] ${path} has keys that are not known: ${unknown.join(', ')}. Known keys: ${known.join(', ')}`,
    );
  }
};

/** The custom properties of configurations that `themeConfig` has judged; later ones win. Bare numbers are pixels, weights aside. */
export function themeValues(...configs: (object | undefined)[]): ThemeValues {
  const all: Record<string, unknown> = Object.assign({}, ...configs);
  const properties: Record<string, string> = {};
  for (const key of themeKeys) {
    const value = all[key];
    if (value === undefined || value === null) continue;
    properties[`--${key}`] = typeof value === 'number' && !key.startsWith('fontWeight') ? `${value}px` : String(value);
  }
  const hasColours = Object.keys(properties).some((name) => name.startsWith('--color'));
  return { properties, stacked: all.buttonGroupStacked === true, hasColours };
}
