import { ALPHABET } from './align.ts';
import { weighed } from './check-digit.ts';
import { placesOfCheck } from './checks.ts';
import type { FieldName, Format } from './formats.ts';
import { cells, PLAIN, type Place, type ZoneReading } from './merge.ts';

/**
 * Returns the fields of letters and digits whose check digit is right for more than one text that the readings leave open.
 *
 * A check digit can't tell G from 6, or P from F, whose values differ by 10. Two misread characters may also cancel each other.
 * A place is open to every character that the first reader saw there at any scale. If that reader did not make the merged
 * character out plainly at two scales or more, the characters of the other readers are open as well.
 *
 * @param readers readings by reader; the first one is the reader of OCR-B
 * @param merged lines of the merged reading
 */
export function ambiguousFields(
  format: Format,
  [first = [], ...others]: readonly (readonly ZoneReading[])[],
  merged: readonly string[],
): ReadonlySet<FieldName> {
  const openAt = (line: number, place: number): readonly string[] => {
    const character = merged[line]![place]!;
    const c = ALPHABET.indexOf(character);
    const isPlain = first.length > 1 && first.every((reading) => reading[line]!.places[place]![c]! > PLAIN);
    const seen = isPlain ? first : [...first, ...others.flat()];
    return [...new Set([character, ...seen.map((reading) => reading[line]!.text[place]!)])];
  };
  const ambiguous = new Set<FieldName>();
  const decided = new Set<Place>();
  // A composite digit comes last. It only decides the characters that no other digit covers.
  for (const check of format.checks) {
    const { over, digit } = placesOfCheck(format, check, merged);
    const covered = over.flatMap(cells).filter((cell) => !decided.has(cell));
    const fields = format.fields.filter(
      ({ kind, at }) => kind === 'any' && cells(at).some((cell) => covered.includes(cell)),
    );
    const free = new Set(fields.flatMap(({ at }) => cells(at)).filter((cell) => covered.includes(cell)));
    const charactersAt = (cell: Place) => {
      const [line, place] = cell.split(':').map(Number) as [number, number];
      return free.has(cell) ? openAt(line, place) : [merged[line]![place]!];
    };
    const spans = over.map((span) => cells(span).map(charactersAt));
    // Some states count the filler between the two spans of a long number.
    const texts =
      over === check.over ? [spans.flat()] : [spans.flat(), [...spans[0]!, ['<'], ...spans.slice(1).flat()]];
    const digits = openAt(digit[0], digit[1]);
    if (texts.some((text) => countRight(text, digits) > 1)) for (const { name } of fields) ambiguous.add(name);
    for (const cell of covered) decided.add(cell);
  }
  return ambiguous;
}

/** Counts the texts of open characters for which one of the check digits is right. */
function countRight(text: readonly (readonly string[])[], digits: readonly string[]): number {
  let counts = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  text.forEach((characters, i) => {
    const next = counts.map(() => 0);
    for (const character of characters) {
      counts.forEach((count, sum) => {
        next[(sum + weighed(character.charCodeAt(0), i)) % 10]! += count;
      });
    }
    counts = next;
  });
  return digits.reduce((sum, digit) => sum + (counts[Number(digit)] ?? 0), 0);
}
