import { ask, type Session } from '../api.ts';

// The library is loaded when a passkey is asked for.
const library = () => import('@simplewebauthn/browser');

type Asked = Parameters<Awaited<ReturnType<typeof library>>['startAuthentication']>[0]['optionsJSON'];
type Registration = Parameters<Awaited<ReturnType<typeof library>>['startRegistration']>[0]['optionsJSON'];

/**
 * The address at which the OpenID provider signs the member in.
 * @param back the page that opens after it, below `/dashboard`
 * @param prove whether the provider asks them again, for a proof
 */
export const providerAddress = (back: string, prove = false): string =>
  `/dashboard/api/session/openid?${new URLSearchParams({ back, ...(prove && { prove: 'true' }) })}`;

/** Returns whether this browser has passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Makes a passkey of this device, or of another that the browser offers, and adds it to the member. */
export async function addPasskey(name: string): Promise<void> {
  const options = await ask<Registration>('POST', '/passkeys/options');
  const { startRegistration } = await library();
  await ask('POST', '/passkeys', { name, response: await startRegistration({ optionsJSON: options }) });
}

/**
 * Signs in by a passkey, or proves by it who the member is.
 * @param path of the interface: `/session/passkey` or `/session/proof/passkey`
 */
export async function answerWithPasskey(path: string): Promise<Session> {
  const options = await ask<Asked>('POST', `${path}/options`);
  const { startAuthentication } = await library();
  return ask<Session>('POST', path, { response: await startAuthentication({ optionsJSON: options }) });
}

/** Accepts an invitation by a passkey that this device makes, which signs in alone from then on. */
export async function acceptWithPasskey(given: object): Promise<Session> {
  const optionsJSON = await ask<Registration>('POST', '/invitations/passkey/options', given);
  const { startRegistration } = await library();
  const passkey = await startRegistration({ optionsJSON });
  return ask<Session>('POST', '/invitations/accept', { ...given, passkey });
}
