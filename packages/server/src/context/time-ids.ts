/** Id below every UUID; the next constant is above every one. */
export const FIRST_ID = '';
export const AFTER_ALL = 'g';

/**
 * The least UUID of version 7 that was made at a time (RFC 9562, section 5.7): ids are in time order, so a list by ids is one by
 * time.
 */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;

/** Time at which an id was made, in Unix milliseconds; undefined for any text but a UUID of version 7. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = ID.exec(id) ?? [];
  return high === undefined ? undefined : Number.parseInt(`${high}${low}`, 16);
}
