import { bounds } from './bounds.ts';
import { INVALID, text } from './rule.ts';

/** An absolute address of http or https, kept as sent, to which a browser may be led. */
export const webUrl = text(bounds.url, (value) =>
  /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value) ? undefined : INVALID,
);
