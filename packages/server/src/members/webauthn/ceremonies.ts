import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Services } from '../../context/services.ts';
import { isChallenge, newChallenge } from './challenges.ts';

type Keys = Pick<Services, 'clock' | 'master'>;

/** Loaded with the first passkey: 60 ms, 8 MB. */
const library = () => import('@simplewebauthn/server');

/** COSE algorithms: EdDSA, ES256, RS256 (RFC 9053). Every authenticator that asks for a person has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Transports by which a device may be reached (WebAuthn, section 5.8.4), with the names of earlier versions. */
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof transports)[number];

/** Characters of a credential id or a public key, base64url: an id has 1023 bytes at most (WebAuthn, section 5.8.3). */
const LONGEST = 4000;

/** The page on which a passkey is made or used: its host is the relying party (WebAuthn, section 5.1.2). */
export interface Site {
  /** Domain, such as `id.example.com`. */
  readonly domain: string;
  /** Origin, such as `https://id.example.com:8443`. */
  readonly origin: string;
  /** Further origins of the same host that serve the page. */
  readonly otherOrigins?: readonly string[];
}

const originsOf = ({ origin, otherOrigins = [] }: Site): string[] => [origin, ...otherOrigins];

/** The site of an address. */
export function siteOf(url: string): Site {
  const { hostname, origin } = new URL(url);
  return { domain: hostname, origin };
}

/** Stored data of a passkey that a device has made. */
export interface Credential {
  /** Base64url, as `publicKey`. */
  readonly credential: string;
  readonly publicKey: string;
  readonly transports: readonly Transport[];
  /** True if its provider copies it to other devices of the person. */
  readonly synced: boolean;
}

/** User whom the device shows with the passkey; it returns the handle with each use. */
interface NewUser {
  readonly handle: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly displayName: string;
}

type Known = Pick<Credential, 'credential' | 'transports'>;

const listed = (known: readonly Known[]) =>
  known.map(({ credential, transports }) => ({ id: credential, transports: [...transports] }));

/** Options for a device to make a passkey. */
interface Registering {
  readonly site: Site;
  /** Name of who asks. */
  readonly rpName: string;
  /** Purpose of the challenge. */
  readonly purpose: string;
  readonly user: NewUser;
  /** Passkeys that a device must not make again. */
  readonly known: readonly Known[];
}

/** The options of a registration, with a challenge of the purpose. */
export async function registrationOptions(
  keys: Keys,
  { site, rpName, purpose, user, known }: Registering,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName,
    rpID: site.domain,
    userID: user.handle,
    userName: user.name,
    userDisplayName: user.displayName,
    challenge: Buffer.from(newChallenge(keys, purpose), 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: listed(known),
    // A passkey is enough alone: it is found without a name, and asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Answer of a device; judged here, whatever it may be. */
interface Answer<Response> {
  readonly site: Site;
  readonly purpose: string;
  readonly response: Response;
}

/** A passkey that a device has made, with the challenge that it has signed. */
export interface MadePasskey {
  readonly challenge: string;
  readonly counter: number;
  readonly credential: Credential;
}

/** Judges what a device answers to `registrationOptions`; undefined for anything but a new passkey of this purpose. */
export async function readRegistration(
  keys: Keys,
  { site, purpose, response }: Answer<RegistrationResponseJSON>,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  let challenge = '';
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedRPID: site.domain,
    expectedOrigin: originsOf(site),
    expectedChallenge: (answered) => {
      challenge = answered;
      return isChallenge(keys, purpose, answered);
    },
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return undefined;
  const { credential, credentialBackedUp } = registrationInfo;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  if (credential.id.length > LONGEST || publicKey.length > LONGEST) return undefined;
  const listed: unknown = credential.transports;
  return {
    challenge,
    counter: credential.counter,
    credential: {
      credential: credential.id,
      publicKey,
      synced: credentialBackedUp,
      transports: transports.filter((transport) => Array.isArray(listed) && listed.includes(transport)),
    },
  };
}

interface Asking {
  readonly site: Site;
  readonly purpose: string;
  /** Accepted passkeys; default: any of the site's. */
  readonly accepted?: readonly Known[];
}

/** The options of an authentication, with a challenge of the purpose. */
export async function authenticationOptions(
  keys: Keys,
  { site, purpose, accepted }: Asking,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.domain,
    challenge: Buffer.from(newChallenge(keys, purpose), 'base64url'),
    userVerification: 'required',
    ...(accepted && { allowCredentials: listed(accepted) }),
  });
}

interface Asserted extends Answer<AuthenticationResponseJSON> {
  readonly known: Pick<Credential, 'credential' | 'publicKey'>;
  /** Uses of the passkey so far, as its device counts them; 0 for those that don't count. */
  readonly counter: number;
  /** `NewUser.handle` of its person. */
  readonly handle: Uint8Array;
}

/** Judges what a device has signed; undefined for anything but a use of this passkey for this purpose. */
export async function readAssertion(
  keys: Keys,
  { site, purpose, response, known, counter, handle }: Asserted,
): Promise<{ readonly challenge: string; readonly counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const userHandle: unknown = response.response?.userHandle;
  if (typeof userHandle === 'string' && !Buffer.from(userHandle, 'base64url').equals(handle)) return undefined;
  let challenge = '';
  const result = await verifyAuthenticationResponse({
    response,
    expectedRPID: site.domain,
    expectedOrigin: originsOf(site),
    expectedChallenge: (answered) => {
      challenge = answered;
      return isChallenge(keys, purpose, answered);
    },
    credential: {
      id: known.credential,
      counter,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified || !result.authenticationInfo.userVerified) return undefined;
  return { challenge, counter: result.authenticationInfo.newCounter };
}
