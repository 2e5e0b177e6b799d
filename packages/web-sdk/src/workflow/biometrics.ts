import { guarded } from '../events/events.ts';
import type { SdkOptions } from '../types.ts';

/** The service's answer about the biometric tokens of a run. */
export interface Biometrics {
  readonly customer_user_hash: string;
  readonly token: string | null;
  readonly requested: boolean;
}

type Callbacks = Pick<SdkOptions, 'onBiometricTokenGenerated' | 'onBiometricTokenRequested'>;

const keyOf = (hash: string): string => `bonafide.biometric_token.${hash}`;

/** Reads the token that this browser keeps for the page; throws in a browser that keeps nothing. */
function kept(hash: string): string | null {
  try {
    return localStorage.getItem(keyOf(hash));
  } catch {
    return null;
  }
}

function storeToken(hash: string, token: string): void {
  try {
    localStorage.setItem(keyOf(hash), token);
  } catch {
    // The next face is compared with all tokens of the person.
  }
}

/** Milliseconds that the page may take to find its token: the applicant waits for it. */
const PATIENCE_MS = 10_000;

/** Asks the page for its token; null if the page takes too long. */
async function heldBy(request: NonNullable<Callbacks['onBiometricTokenRequested']>, hash: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    const held: unknown = await Promise.race([request(hash), late]);
    return typeof held === 'string' && held ? held : null;
  } catch (error) {
    reportError(error);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the page the biometric token that a run has made, and gives the service the page's token; each once. */
export function makeBiometrics(callbacks: () => Callbacks) {
  let isStored = false;
  let presented = false;
  return {
    /** Notes the service's answer; resolves with the token that the service asks for, null if the page has none. */
    async note({ customer_user_hash: hash, token, requested }: Biometrics): Promise<string | null> {
      const { onBiometricTokenGenerated: generated, onBiometricTokenRequested: request } = callbacks();
      if (token !== null && !isStored) {
        isStored = true;
        if (generated) guarded(() => generated(hash, token));
        else storeToken(hash, token);
      }
      if (!requested || presented) return null;
      presented = true;
      return request ? heldBy(request, hash) : kept(hash);
    },
  };
}
