import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';

/** A stretch of text in one font and one direction. */
export interface Run {
  /** Name of its font. */
  readonly font: string;
  /** The text for the font to shape: mirrored, and in the order that the shaper expects. */
  readonly shaped: string;
  /** True if letters change places, so that the glyphs one by one don't give the text back. */
  readonly reordered: boolean;
}

/** The runs of a line, from left to right. */
export type Line = readonly Run[];

/** Functions that measure and show text by the fonts of a document. */
export interface Fonts {
  /** The name of the first font that has the character; undefined when none has. */
  fontFor(codePoint: number): string | undefined;
  /** Returns whether this font has it. */
  has(font: string, codePoint: number): boolean;
  /** Points. */
  widthOf(run: Run): number;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

const REORDERED = new RegExp(
  `[${[
    ...['Devanagari', 'Thai', 'Bengali', 'Tamil', 'Telugu', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Sinhala'],
    'Khmer',
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);
const WITHOUT_SPACES = /\p{Script=Thai}/u;
/** Characters that may stay in the font of the characters around them, if that font has them. */
const STICKY = /[\s\-\p{Mark}\p{Default_Ignorable_Code_Point}]/u;
const MARK = /[\p{Mark}\p{Default_Ignorable_Code_Point}]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const SCRIPTLESS = /[\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * A paragraph of an English document as lines of at most `width` points: broken where Unicode allows it (UAX #14), in visual order (UAX #9), each
 * character in a font that has it. A character that no font has is shown by its code point (`[U+1021]`), so that two
 * such names stay different.
 */
export function linesOf(text: string, width: number, fonts: Fonts): Line[] {
  const visible = visibleText(text, fonts);
  const { levels } = bidi.getEmbeddingLevels(visible, 'ltr');
  const fontAt = fontsOf(visible, fonts);
  const runsOf = (start: number, end: number) => visualRuns(visible, { start, end }, levels, fontAt);
  const measure = (start: number, end: number) => runsOf(start, end).reduce((sum, run) => sum + fonts.widthOf(run), 0);
  return fill(visible, width, measure).map(({ start, end }) => runsOf(start, end));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function visibleText(text: string, { fontFor }: Fonts): string {
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0)!;
    if (fontFor(codePoint) !== undefined) return character;
    if (IGNORABLE.test(character)) return '';
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

/** The font of each UTF-16 code unit. Spaces and marks between two characters of one font stay in it. */
function fontsOf(text: string, { fontFor, has }: Fonts): string[] {
  const characters = Array.from(text, (character) => ({ character, codePoint: character.codePointAt(0)! }));
  const own = characters.map(({ character, codePoint }) => (STICKY.test(character) ? undefined : fontFor(codePoint)));
  const fonts: string[] = [];
  let current: string | undefined;
  for (const [at, { character, codePoint }] of characters.entries()) {
    const isMark = MARK.test(character);
    const next = isMark ? current : own.slice(at).find((font) => font !== undefined);
    const stays = own[at] === undefined && current !== undefined && next === current && has(current, codePoint);
    if (!stays) current = own[at] ?? fontFor(codePoint) ?? current;
    for (let unit = 0; unit < character.length; unit++) fonts.push(current ?? '');
  }
  return fonts;
}

/** Fills lines as far as they go. */
function fill(text: string, width: number, measure: (start: number, end: number) => number): Range[] {
  const lines: Range[] = [];
  let start = 0;
  let end = 0;
  const close = () => {
    lines.push(withoutEdges(text, { start, end }));
    start = end;
  };
  for (const piece of breakPoints(text)) {
    if (end > start && measure(start, trimmedEnd(text, piece)) > width) close();
    if (measure(start, trimmedEnd(text, piece)) <= width) {
      end = piece;
      continue;
    }
    // A word longer than a line is broken between characters.
    for (const { segment } of graphemes.segment(text.slice(end, piece))) {
      if (end > start && measure(start, end + segment.length) > width) close();
      end += segment.length;
    }
  }
  if (end > start) close();
  return lines;
}

function breakPoints(text: string): number[] {
  const points = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) points.add(next.position);
  if (WITHOUT_SPACES.test(text)) {
    for (const { index, segment } of thaiWords.segment(text)) {
      if (WITHOUT_SPACES.test(segment) && index > 0 && WITHOUT_SPACES.test(text[index - 1]!)) points.add(index);
    }
  }
  points.add(text.length);
  return [...points].sort((a, b) => a - b);
}

const trimmedEnd = (text: string, end: number) => text.slice(0, end).trimEnd().length;

function withoutEdges(text: string, { start, end }: Range): Range {
  return { start, end: Math.max(start, trimmedEnd(text, end)) };
}

/** The runs of a line from left to right (UAX #9, rule L2). */
function visualRuns(text: string, { start, end }: Range, levels: Uint8Array, fontAt: readonly string[]): Run[] {
  const runs: { level: number; font: string; text: string }[] = [];
  for (let at = start; at < end; at++) {
    const [level, font, last] = [levels[at]!, fontAt[at]!, runs.at(-1)];
    if (last && last.level === level && last.font === font) last.text += text[at];
    else runs.push({ level, font, text: text[at]! });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < runs.length; from++) {
      let to = from;
      while (to < runs.length && runs[to]!.level >= level) to++;
      if (to - from > 1) runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return runs.map(({ level, font, text: run }) => ({
    font,
    shaped: shapedOrder(run, level % 2 === 1),
    reordered: REORDERED.test(run),
  }));
}

/** The shaper takes the direction from the first letter with a script: what runs the other way is turned before. */
function shapedOrder(text: string, rightToLeft: boolean): string {
  const mirrored = rightToLeft
    ? Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : text;
  const first = Array.from(text).find((character) => !SCRIPTLESS.test(character));
  const shapedRightToLeft = first !== undefined && RIGHT_TO_LEFT.test(first);
  if (shapedRightToLeft === rightToLeft) return mirrored;
  return Array.from(graphemes.segment(mirrored), ({ segment }) => segment)
    .reverse()
    .join('');
}
