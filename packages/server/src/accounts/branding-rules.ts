import { type FieldErrors, invalid } from '../base/errors.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import { isAddress } from '../base/mail-address.ts';
import type { AccountSettings } from '../context/account-settings.ts';
import type { Services } from '../context/services.ts';
import { bounds } from '../input-rules/bounds.ts';
import { BLANK, errorsOf, form, optional, type TextCheck, text } from '../input-rules/rule.ts';
import { webUrl } from '../input-rules/url.ts';
import { languageIds } from '../words/ids.ts';
import { isLanguage } from '../words/index.ts';

/** The settings that applicants see. */
export type BrandingInput = Partial<
  Pick<AccountSettings, 'display_name' | 'privacy_notice_url' | 'colour' | 'support_contact' | 'applicant_language'>
>;

/** Characters that turn the direction of the text around them, or break a line: a name must not rewrite a page. */
const TURNING = /[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

/** Nothing that a reader sees. */
const INVISIBLE = /^[\s\p{Cf}\p{Zs}]*$/u;

const NAME_LENGTH = 80;

const visible: TextCheck = (value) => (INVISIBLE.test(value) ? BLANK : undefined);

const steady: TextCheck = (value) =>
  TURNING.test(value) ? 'must not contain line breaks or characters that change the writing direction' : undefined;

/** `tel:` and an international or national number (RFC 3966 without parameters). */
const TEL = /^tel:\+?\d(?:[\d ().-]{0,30}\d)?$/i;

/** This machine; names with a dot at their end are refused. */
const isThisMachine = ({ hostname }: URL): boolean => isLoopbackHost(hostname) && !hostname.endsWith('.');

/** An address that applicants' browsers open: https, and in development also http of this machine. */
function openable(value: string, development: boolean): string | undefined {
  if (webUrl(value).length > 0) return 'must be a web address that begins with https://';
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.protocol === 'https:' || (development && isThisMachine(url))) return undefined;
  return development
    ? 'must begin with https:// (http:// is accepted for this machine only)'
    : 'must begin with https://';
}

const CONTACTS = 'must be an e-mail address, or begin with https://, mailto: or tel:';

function contact(value: string, development: boolean): string | undefined {
  if (/^https?:/i.test(value)) return openable(value, development);
  if (/^tel:/i.test(value)) return TEL.test(value) ? undefined : CONTACTS;
  const email = value.replace(/^mailto:/i, '');
  return isAddress(email) && !/[?&%]/.test(email) ? undefined : CONTACTS;
}

const mailLanguage: TextCheck = (value) => (isLanguage(value) ? undefined : `must be one of ${languageIds.join(', ')}`);

const colour = form(/^#[0-9a-f]{6}$/i);

/**
 * Validates the branding of an account; null for valid branding. `null` removes a setting.
 * @param development whether http addresses of this machine are accepted
 */
export function brandingErrors(input: BrandingInput, { development }: { development: boolean }): FieldErrors | null {
  return errorsOf(input as Record<string, unknown>, {
    display_name: optional(text(NAME_LENGTH, visible, steady)),
    privacy_notice_url: optional(text(bounds.url, (value) => openable(value, development))),
    colour: optional(text(7, (value) => (colour(value) ? 'must be a colour such as #14508c' : undefined))),
    support_contact: optional(text(bounds.url, (value) => contact(value, development))),
    applicant_language: optional(text(16, mailLanguage)),
  });
}

/**
 * Settings of an account as they are stored: a name without white space around it, a colour in lower case. Throws
 * `validation_error`.
 */
export function brandingOrThrow<T extends BrandingInput>({ settings }: Pick<Services, 'settings'>, input: T): T {
  const errors = brandingErrors(input, { development: settings.mode === 'development' });
  if (errors) throw invalid(errors);
  return tidied(input);
}

function tidied<T extends BrandingInput>(input: T): T {
  return {
    ...input,
    ...(typeof input.display_name === 'string' && { display_name: input.display_name.trim().replace(/\s+/g, ' ') }),
    ...(typeof input.colour === 'string' && { colour: input.colour.toLowerCase() }),
  };
}
