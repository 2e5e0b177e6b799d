/** No white space, no control characters and nothing that would make a header mean two people or another one. */
const PART = String.raw`[^\s\p{Cc}@<>()[\],;:"\\]+`;
const ADDRESS = `${PART}@${PART}`;

/** A name as it is or in quotes; only in quotes it may hold commas and the like. */
const NAME = String.raw`(?:"[^"\\\p{Cc}]*" ?|[^"\\\p{Cc}@<>()[\],;:]*)`;

const addressAlone = new RegExp(`^${ADDRESS}$`, 'u');
const pattern = new RegExp(`^${NAME}<${ADDRESS}>$`, 'u');

/** Returns whether a text is one e-mail address and nothing else. */
export function isAddress(text: string): boolean {
  return addressAlone.test(text);
}

/** Returns whether a text is one e-mail address, alone or in angle brackets after a name. */
export function isMailbox(text: string): boolean {
  return isAddress(text) || pattern.test(text);
}
