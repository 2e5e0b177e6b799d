import { bounds } from './bounds.ts';
import { required, text, without } from './rule.ts';

/** Contract 5.1. */
export const NAME_FORBIDDEN = '^!#$%*=<>;{}"';

/**
 * A first or last name. What passes is kept as it was sent, byte for byte: sandbox triggers compare exactly, and
 * removing duplicate white space is the client's part. A single letter is enough.
 */
export const name = required(text(bounds.name, without(NAME_FORBIDDEN)));
