import { bounds } from './bounds.ts';
import { INVALID, text } from './rule.ts';

/** Characters that parsers accept in a host though no name has them, and separators of policies and their parts in a header. */
const NO_HOST = /[;,'"]/;

/** An absolute address of http or https, kept as sent, to which a browser may be led. */
export const webUrl = text(bounds.url, (value) =>
  /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value) && !NO_HOST.test(new URL(value).host)
    ? undefined
    : INVALID,
);
