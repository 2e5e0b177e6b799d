/** Maximum number of characters of a name's beginning. */
const LONGEST = 60;

/** Maximum number of names that the list has. */
const OFFERED = 8;

/** The beginning of a name before the cursor: the position of its `@`, and the text after it. Null without one. */
export function beginningAt(value: string, cursor: number): { readonly start: number; readonly text: string } | null {
  const start = value.slice(0, cursor).lastIndexOf('@');
  if (start === -1 || cursor - start - 1 > LONGEST) return null;
  // The address `rita@example.com` mentions nobody.
  if (start > 0 && /[\p{L}\p{M}\p{N}_]/u.test(value.charAt(start - 1))) return null;
  const text = value.slice(start + 1, cursor);
  return text.includes('\n') ? null : { start, text };
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Names that begin with a text, or that have a word which does, each once. */
export function fitting(text: string, members: readonly { readonly name: string }[]): readonly string[] {
  const wanted = folded(text);
  const names = [...new Set(members.map(({ name }) => name))];
  const fits = (name: string) => {
    const given = folded(name);
    return given.startsWith(wanted) || given.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  return names.filter(fits).slice(0, OFFERED);
}

/** A note in parts: a part with `mentions` is the `@` and the name of a mentioned member. */
export function partsOf(
  note: string,
  mentions: readonly { readonly name: string }[],
): readonly { readonly text: string; readonly mentions: boolean }[] {
  // The longest name first: of Ann and Ann Lee, `@Ann Lee` mentions the second.
  const names = mentions.map(({ name }) => name).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [{ text: note, mentions: false }];
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(@(?:${escaped.join('|')}))(?![\\p{L}\\p{M}\\p{N}_])`, 'giu');
  return note
    .split(pattern)
    .map((text, index) => ({ text, mentions: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
