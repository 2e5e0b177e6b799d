import { guarded } from '../events/events.ts';
import type { SdkOptions } from '../types.ts';

/** What the service says of the biometric tokens of a run. */
export interface Biometrics {
  readonly customer_user_hash: string;
  readonly token: string | null;
  readonly requested: boolean;
}

type Callbacks = Pick<SdkOptions, 'onBiometricTokenGenerated' | 'onBiometricTokenRequested'>;

const keyOf = (hash: string): string => `bonafide.biometric_token.${hash}`;

/** What this browser keeps for the page; a browser that keeps nothing throws. */
function kept(hash: string): string | null {
  try {
    return localStorage.getItem(keyOf(hash));
  } catch {
    return null;
  }
}

function keep(hash: string, token: string): void {
  try {
    localStorage.setItem(keyOf(hash), token);
  } catch {
    // The next face is compared with all tokens of the person.
  }
}

/** Milliseconds that the page may take to find its token: the applicant waits for it. */
const PATIENCE_MS = 10_000;

/** What the page holds; null where it takes too long. */
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

/** Gives the page the biometric token that a run has made, and the service the one that the page holds; each once. */
export function makeBiometrics(callbacks: () => Callbacks) {
  let given = false;
  let presented = false;
  return {
    /** Notes what the service says; resolves with the token that it asks for, null where there is none to present. */
    async note({ customer_user_hash: hash, token, requested }: Biometrics): Promise<string | null> {
      const { onBiometricTokenGenerated: generated, onBiometricTokenRequested: request } = callbacks();
      if (token !== null && !given) {
        given = true;
        if (generated) guarded(() => generated(hash, token));
        else keep(hash, token);
      }
      if (!requested || presented) return null;
      presented = true;
      return request ? heldBy(request, hash) : kept(hash);
    },
  };
}
