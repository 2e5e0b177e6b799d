import { CONSIDER } from './triggers.ts';

/** The pre-determined result of a face authentication: `consider` for the last name that asks for it, else clear. */
export function sandboxFaceResult({ last_name }: { readonly last_name: string }) {
  return last_name === CONSIDER
    ? ({ result: 'consider', score: 0.1, reason: 'The last name asks for this result' } as const)
    : ({ result: 'clear', score: 0.9, reason: null } as const);
}
