import { isPhone } from '../device.ts';
import type { WalletLink } from '../types.ts';

/** Protocols of requests that every service makes, and the only one of Safari, which needs a certificate of the operator. */
const PROTOCOLS = ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'] as const;
const ISO_MDOC = 'org-iso-mdoc';

/** The interface of the Digital Credentials API (W3C) that browsers with it have. */
interface DigitalCredentialInterface {
  userAgentAllowsProtocol?(protocol: string): boolean;
}

/** Returns whether the browser passes requests of a protocol on to wallets. */
export function allowsProtocol(protocol: string): boolean {
  const { DigitalCredential: supported } = window as { DigitalCredential?: DigitalCredentialInterface };
  return supported !== undefined && supported.userAgentAllowsProtocol?.(protocol) !== false;
}

/**
 * Returns whether this browser can ask wallets at all.
 *
 * @param isoMdoc true if the service asks by `org-iso-mdoc`, too
 */
export const canOpenWallet = (isoMdoc = false): boolean =>
  PROTOCOLS.some(allowsProtocol) || (isoMdoc && allowsProtocol(ISO_MDOC));

/** The way to a wallet by a link from this device: phones have wallets, computers show a code. */
export const walletLinkHere = (): WalletLink => (isPhone() ? 'same_device' : 'cross_device');
