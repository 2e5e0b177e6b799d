import { bounds } from './bounds.ts';
import { INVALID, text } from './rule.ts';

/** Characters that people write between digits. */
const SEPARATORS = /[ ().-]/g;

/**
 * Pattern of international numbers. E.164 allows 15 digits with the country code, which never begins with 0; fewer than 7 reach
 * nobody abroad.
 */
const INTERNATIONAL = /^(\+|00)?[1-9]\d{6,14}$/;

/** A phone number with its country code; published clients also send it without the plus. */
export const phoneNumber = text(bounds.phoneNumber, (value) =>
  INTERNATIONAL.test(value.replaceAll(SEPARATORS, '')) ? undefined : INVALID,
);
