/** Longest value that is printed, in characters; even all in the widest letter it fits on one page. */
const LONGEST_VALUE = 1000;

/** Words of the wire that are written in capitals. */
const capitals = new Set(['aml', 'id', 'ip', 'mrz', 'nfc', 'os', 'pan', 'sdk', 'ssn', 'uri', 'url', 'us']);

/** A name of the wire as a heading: `facial_similarity_photo` → `Facial similarity photo`, `mrz_line1` → `MRZ line 1`. */
export function label(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=\p{L})(?=\d)/gu, ' ')
    .split(' ')
    .map((word) => (capitals.has(word) ? word.toUpperCase() : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** All strings of plain data, one after the other, without its pictures. */
export function printableText(data: unknown): string {
  return JSON.stringify(data, (_, value) => (value instanceof Uint8Array ? undefined : value));
}

/** The text as it is printed: composed (NFC), with single spaces for whitespace and control characters. */
export function withoutControls(text: string): string {
  return text.normalize('NFC').replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ');
}

/**
 * One paragraph of bounded length out of any text: whitespace and control characters become single spaces, and what
 * goes over the limit is cut with an ellipsis.
 */
export function paragraph(text: string, longest = LONGEST_VALUE): string {
  // A first cut by code units keeps the work on a huge string small; normalising can only shorten what follows.
  const flat = withoutControls(text.slice(0, longest * 4)).trim();
  const characters = [...flat];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : flat;
}
