import { isolated } from '../../base/bidi.ts';
import type { Account } from '../../context/account.ts';
import { brandingOf, logoPath } from '../../context/branding.ts';
import { paletteStyle } from './palette.ts';
import { textFor } from './text.ts';

/**
 * The branding of an account as the page of a phone shows it.
 *
 * @param accepts `Accept-Language` of the phone
 */
export function shownBranding(account: Pick<Account, 'name' | 'settings' | 'logo'>, accepts: string | undefined) {
  const { name, logo, support, privacyNoticeUrl, colour } = brandingOf(account);
  const text = textFor({ language: null, accepts });
  return {
    name,
    logo: logo && { path: logoPath(logo), width: logo.width, height: logo.height },
    support: support && { words: text.help({ account: isolated(name) }), href: support.href, label: support.label },
    notice: privacyNoticeUrl === null ? null : { words: text.notice, newTab: text.newTab, href: privacyNoticeUrl },
    style: colour && paletteStyle(colour),
  };
}
