import { findLogo } from '../store/queries/accounts.ts';
import type { Account, AccountLogo } from './account.ts';
import type { Services } from './services.ts';

/** Path at which the page of a phone gets the branding, with the SDK token that the computer has sent. */
export const BRANDING_PATH = '/v4/sdk/branding';

/** Path under which logos are served: `/logos/<sha256>.png`. */
export const LOGO_PATH = '/logos';

/** Contact for applicants who need help. */
interface SupportContact {
  /** `mailto:`, `tel:` or `https:`. */
  readonly href: string;
  /** The e-mail address, phone number or web address, as people read it. */
  readonly label: string;
  /** The e-mail address; null for another kind of contact. */
  readonly email: string | null;
}

/** Branding of an account that applicants see, in both of its environments. */
export interface Branding {
  /** `display_name`, else the account's name. */
  readonly name: string;
  readonly privacyNoticeUrl: string | null;
  readonly support: SupportContact | null;
  /** `#rrggbb` in lower case. */
  readonly colour: string | null;
  readonly logo: AccountLogo | null;
}

/** The branding of an account, from its settings. */
export function brandingOf({ name, settings, logo }: Pick<Account, 'name' | 'settings' | 'logo'>): Branding {
  const { display_name, privacy_notice_url, support_contact, colour } = settings;
  return {
    name: display_name ?? name,
    privacyNoticeUrl: privacy_notice_url,
    support: support_contact === null ? null : supportContact(support_contact),
    colour,
    logo,
  };
}

/** Path of a logo on this service. */
export function logoPath({ sha256 }: AccountLogo): string {
  return `${LOGO_PATH}/${sha256}.png`;
}

/** The PNG bytes of a logo; null where it was replaced or removed meanwhile. */
export async function readLogo({ store }: Services, { sha256 }: Pick<AccountLogo, 'sha256'>): Promise<Buffer | null> {
  const row = await store.system.first(findLogo, { sha256 });
  return row ? Buffer.from(row.bytes) : null;
}

/** Reads a `support_contact` that its rule has accepted. */
function supportContact(text: string): SupportContact {
  if (/^https?:/i.test(text)) {
    const { host, pathname } = new URL(text);
    return { href: text, label: `${host}${pathname === '/' ? '' : pathname}`, email: null };
  }
  if (/^tel:/i.test(text)) return { href: text, label: text.slice('tel:'.length), email: null };
  const email = text.replace(/^mailto:/i, '');
  return { href: `mailto:${email.split('@').map(encodeURIComponent).join('@')}`, label: email, email };
}
