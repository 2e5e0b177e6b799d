import { ALPHABET, type Aligned } from './align.ts';
import { allowed } from './allowed.ts';
import { checked, cut, placesOfCheck } from './checks.ts';
import { type Check, type FieldName, type Format, type Span, widthOf } from './formats.ts';
import { type Doubt, doubtsAt, exchange } from './lookalikes.ts';
import { isState } from './states.ts';

/** One reading of a whole MRZ: a text for each line, with the alternatives for each place. */
export type ZoneReading = readonly Aligned[];

export interface Merged {
  readonly lines: readonly string[];
  /** Fields that two independent readers read identically. */
  readonly agreed: ReadonlySet<FieldName>;
  /** Places that no reading could make out and that no correct check digit covers. */
  readonly illegible: readonly Place[];
}

/** Line and place in it, as `line:place`. */
export type Place = `${number}:${number}`;

/**
 * Least probability that some reading must give a character. In 38 pictures, every place with a visible character has 0.76 or
 * more. Behind glare that hides the character, the probability falls to thousandths.
 */
const LEGIBLE = 0.5;

/**
 * Merges several readings into one MRZ. Each place takes the character that all readings together find likeliest. A part whose
 * check digit is then wrong is taken from the reading in which it is right. If no reading has it right, letters and digits of one
 * shape are exchanged if some reading leaves that open; nothing else is made up to fit a digit, so that a misprinted MRZ stays
 * wrong.
 * @param readings all aligned to `format`; readings of one reader at several scales follow each other in a list
 */
export function merge(format: Format, readers: readonly (readonly ZoneReading[])[]): Merged {
  const readings = readers.flat();
  const lines = vote(format, readers).map((line) => Array.from(line));
  const put = (span: Span, text: string) => lines[span[0]]!.splice(span[1], span[2] - span[1], ...text);
  const simple = format.checks.filter(({ name }) => name !== 'composite');
  for (const check of simple) {
    if (right(format, check, lines.map(joined))) continue;
    const better = readings.find((reading) => right(format, check, texts(reading)));
    if (!better) continue;
    for (const span of spansOf(format, check, texts(better))) put(span, cut(texts(better), span));
  }
  const composite = format.checks.find(({ name }) => name === 'composite');
  if (composite && !right(format, composite, lines.map(joined))) mendUncovered(format, composite, readings, lines);
  const mended = mendLookalikes(format, readers, lines);
  mendStates(format, readings, lines);
  mendCode(format, readings, lines);
  const merged = lines.map(joined);
  // The digits of a number that was mended prove nothing more: a person should look.
  const unread = [...illegible(format, readings, merged), ...mended];
  return { lines: merged, agreed: agreedFields(format, readers, merged, new Set(unread)), illegible: unread };
}

/** Logarithms below count as this: no reader may rule out a character completely. */
const FLOOR = Math.log(1e-6);

/**
 * Takes at each place the character with the highest sum of logarithms. Every reader has one vote however often it read. Only
 * characters that some reading has there count: the sum of two second guesses may be a character that nobody saw.
 */
function vote(format: Format, readers: readonly (readonly ZoneReading[])[]): string[] {
  const voice = (reader: number, line: number, place: number, c: number) => {
    const readings = readers[reader]!;
    const sum = readings.reduce((sum, reading) => sum + Math.max(FLOOR, reading[line]!.places[place]![c]!), 0);
    return sum / readings.length;
  };
  return Array.from({ length: format.lines }, (_, line) => {
    let text = '';
    for (let place = 0; place < widthOf(format, line); place++) {
      const seen = new Set(readers.flat().map((reading) => reading[line]!.text[place]!));
      let [best, most] = ['<', Number.NEGATIVE_INFINITY];
      for (const character of seen) {
        const c = ALPHABET.indexOf(character);
        const sum = readers.reduce((total, _, reader) => total + voice(reader, line, place, c), 0);
        if (sum > most) [best, most] = [character, sum];
      }
      text += best;
    }
    return text;
  });
}

/** The composite digit also covers characters that no other digit covers. That part and the digit are tried from each reading. */
function mendUncovered(format: Format, composite: Check, readings: readonly ZoneReading[], lines: string[][]) {
  const covered = new Set(
    format.checks
      .filter((check) => check !== composite)
      .flatMap((check) => spansOf(format, check, lines.map(joined)).flatMap(cells)),
  );
  const open = spansOf(format, composite, lines.map(joined))
    .flatMap(cells)
    .filter((cell) => !covered.has(cell));
  for (const reading of readings) {
    const tried = lines.map((line) => [...line]);
    for (const cell of open) {
      const [line, place] = cell.split(':').map(Number);
      tried[line!]![place!] = reading[line!]!.text[place!]!;
    }
    if (!right(format, composite, tried.map(joined))) continue;
    tried.forEach((line, i) => {
      lines[i] = line;
    });
    return;
  }
}

/** Exchanges letters and digits of one shape where the check digit of the field that they stand in is then right. */
function mendLookalikes(format: Format, readers: readonly (readonly ZoneReading[])[], lines: string[][]): Place[] {
  const table = allowed(format);
  const mended: Place[] = [];
  for (const check of format.checks.filter(({ name }) => name === 'documentNumber' || name === 'optionalData')) {
    const merged = lines.map(joined);
    const { over } = placesOfCheck(format, check, merged);
    const doubts = over.flatMap(cells).flatMap((cell) => {
      const [line, place] = cell.split(':').map(Number) as [number, number];
      const voices = (c: number) =>
        table[line]![place]![c]
          ? Math.max(...readers.flatMap((readings) => readings.map((reading) => reading[line]!.places[place]![c]!)))
          : Number.NEGATIVE_INFINITY;
      return doubtsAt(line, place, merged[line]![place]!, voices);
    });
    const changedBy = (changed: readonly Doubt[]) => {
      const tried = merged.map((line) => Array.from(line));
      for (const { line, place, other } of changed) tried[line]![place] = other;
      return tried;
    };
    const composite = format.checks.find(({ name }) => name === 'composite');
    const changed = exchange(doubts, (changed) => {
      const tried = changedBy(changed).map(joined);
      const fits = right(format, check, tried) && (!composite || right(format, composite, tried));
      return fits ? over.map((span) => cut(tried, span)).join('') : null;
    });
    mended.push(...(changed ?? []).map(({ line, place }): Place => `${line}:${place}`));
    changedBy(changed ?? []).forEach((line, i) => {
      lines[i] = line;
    });
  }
  return mended;
}

/** The fields that hold the code of a state. */
const STATES: ReadonlySet<FieldName> = new Set(['issuingState', 'nationality']);
/** Probability that some reading must give the one letter of a state's code that was misread. */
const LEAST_OF_STATE = Math.log(0.005);
/** Probability from which one reading of a letter proves that the letter is printed, whatever another reading leaves open. */
export const PLAIN = Math.log(0.9);

/**
 * Replaces a code of no state by the code of a state if one letter differs, some reading leaves it open, and no reading made the
 * letter out plainly. A document may name a state that does not exist.
 */
function mendStates(format: Format, readings: readonly ZoneReading[], lines: string[][]) {
  for (const { at, name } of format.fields) {
    const [line, start, end] = at;
    const code = cut(lines.map(joined), at);
    if (!STATES.has(name) || isState(code.replace(/<+$/, ''))) continue;
    const voice = (i: number, letter: string) =>
      Math.max(...readings.map((reading) => reading[line]!.places[start + i]![ALPHABET.indexOf(letter)]!));
    const near: { tried: string; voice: number }[] = [];
    for (let i = 0; i < end - start; i++) {
      if (voice(i, code[i]!) > PLAIN) continue;
      for (const letter of ALPHABET) {
        const tried = `${code.slice(0, i)}${letter}${code.slice(i + 1)}`;
        if (letter === code[i] || !isState(tried.replace(/<+$/, ''))) continue;
        if (voice(i, letter) > LEAST_OF_STATE) near.push({ tried, voice: voice(i, letter) });
      }
    }
    const [best] = near.sort((a, b) => b.voice - a.voice);
    if (best) lines[line]!.splice(start, end - start, ...best.tried);
  }
}

/**
 * Takes another first letter of the document code than ICAO has, such as R in the Estonian RP, if every reading makes it out
 * plainly. Readers prefer ICAO's letters, since no digit covers the code.
 */
function mendCode(format: Format, readings: readonly ZoneReading[], lines: string[][]) {
  if (format.name !== 'TD1' && format.name !== 'TD2' && format.name !== 'TD3') return;
  const plain = Array.from(ALPHABET).find(
    (letter, c) => /[A-UW-Z]/.test(letter) && readings.every((reading) => reading[0]!.places[0]![c]! > PLAIN),
  );
  if (plain) lines[0]![0] = plain;
}

function illegible(format: Format, readings: readonly ZoneReading[], merged: readonly string[]): Place[] {
  const proven = new Set(
    format.checks
      .filter((check) => right(format, check, merged))
      .flatMap((check) => spansOf(format, check, merged).flatMap(cells)),
  );
  return merged
    .flatMap((_, line) => cells([line, 0, widthOf(format, line)]))
    .filter((cell) => {
      const [line, place] = cell.split(':').map(Number) as [number, number];
      const c = ALPHABET.indexOf(merged[line]![place]!);
      return !proven.has(cell) && readings.every((reading) => reading[line]!.places[place]![c]! < Math.log(LEGIBLE));
    });
}

/** The places of a span. */
export const cells = ([line, start, end]: Span): Place[] =>
  Array.from({ length: end - start }, (_, i) => `${line}:${start + i}` as const);

const right = (format: Format, check: Check, lines: readonly string[]) => checked(format, check, lines).valid;

/** Spans that a check covers, and its digit's. */
function spansOf(format: Format, check: Check, lines: readonly string[]): Span[] {
  const { over, digit } = placesOfCheck(format, check, lines);
  return [...over, digit];
}

/** A field is agreed on when some reading of every reader has exactly the merged text, and all of it could be made out. */
function agreedFields(
  format: Format,
  readers: readonly (readonly ZoneReading[])[],
  merged: readonly string[],
  unread: ReadonlySet<Place>,
) {
  const same = ({ at }: { at: Span }) =>
    readers.length > 1 &&
    readers.every((readings) => readings.some((reading) => cut(texts(reading), at) === cut(merged, at))) &&
    !cells(at).some((cell) => unread.has(cell));
  return new Set(format.fields.filter(same).map(({ name }) => name));
}

const texts = (reading: ZoneReading) => reading.map(({ text }) => text);

const joined = (line: readonly string[]) => line.join('');
