import { isLocalhostName } from '../base/loopback.ts';
import { type AddressPolicy, isAllowedAddress, literalAddress } from '../outgoing/address-policy.ts';

/** Longest URL that a webhook may have, in characters. */
const WEBHOOK_URL_LIMIT = 2048;

/**
 * The message for `fields.url` when a webhook may not have this URL, else undefined. Addresses that are written out are
 * judged here; names are resolved only at delivery, since what they resolve to can change.
 */
export function webhookUrlError(value: unknown, policy: AddressPolicy): string | undefined {
  if (value === undefined || value === null || value === '') return "can't be blank";
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > WEBHOOK_URL_LIMIT) return `is too long (maximum is ${WEBHOOK_URL_LIMIT} characters)`;
  // The parser would drop white space and control characters, and supply missing slashes: then we'd keep another text.
  if (/[\s\p{Cc}\\]/u.test(value) || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(value)) return 'is not a valid URL';
  if (!URL.canParse(value)) return 'is not a valid URL';

  const url = new URL(value);
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (!isAllowedHost(url.hostname, policy)) return 'must not point to a private or reserved address';
  return undefined;
}

/** Names of this machine need no resolver. */
function isAllowedHost(hostname: string, policy: AddressPolicy): boolean {
  if (isLocalhostName(hostname)) return policy.allowLoopback;
  const address = literalAddress(hostname);
  return address === undefined || isAllowedAddress(address, policy);
}
