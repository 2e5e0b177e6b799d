import { bounds } from './bounds.ts';
import { form, text } from './rule.ts';

/**
 * One `@`, a domain with a dot, no white space, and nothing that would make a mail header mean two people. Quoted local
 * parts are not taken; whether the address exists only a mail can show. RFC 5321 allows 64 characters before the `@`.
 */
const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@.<>()[\],;:"\\]+(\.[^\s@.<>()[\],;:"\\]+)+$/;

export const email = text(bounds.email, form(EMAIL));
