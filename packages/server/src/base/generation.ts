/**
 * The generations of the API that differ in what they know: v1, v2, v3.0 to v3.3 (as 3.2) and v3.4 to v3.6 (as 3.6).
 * An object keeps that of the request which made it where a rule depends on it; reading it through another changes its
 * shape only.
 */
export type Generation = '1' | '2' | '3.2' | '3.6';

/** What made a check: v3.3 takes proofs of address of more countries than v3.2, of which it is in all else. */
export type CheckGeneration = Generation | '3.3';

/** Whether it is v1 or v2: a list of addresses, a check `type`, report variants. */
export function isBeforeV3(generation: CheckGeneration): boolean {
  return generation === '1' || generation === '2';
}
