import { bounds } from './bounds.ts';
import { required, text, without } from './rule.ts';

/** Section 2 of the v3 document, which forbids more than other sources do (`^`); it wins. */
export const NAME_FORBIDDEN = '^!#$%*=<>;{}"';

/**
 * A first or last name. What passes is kept as it was sent, byte for byte: sandbox triggers compare exactly, and
 * removing duplicate white space is the client's part. A single letter is enough.
 */
export const name = required(text(bounds.name, without(NAME_FORBIDDEN)));
