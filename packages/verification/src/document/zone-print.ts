import { edits } from '../comparison/values.ts';
import { FORMATS, formatOf } from '../mrz/formats.ts';
import { squeezed } from '../text/page.ts';

/** Letters of a zone that no other print has one after the other: two fields and what divides them. */
const SHORTEST_ZONE = 12;

/** Share of a line's letters that may be misread while it is still known as a line of the zone. */
const MISREAD = 0.2;

/**
 * Returns whether a printed line is a line or a part of the MRZ. The printed fields have the same names, with blanks between
 * them: a text with blanks belongs to the MRZ only if it covers more than one MRZ field.
 * @param zone lines of the MRZ, or of several MRZs one after the other
 */
export function isOfZone(text: string, zone: readonly string[]): boolean {
  if (text.includes('<')) return true;
  const bare = squeezed(text);
  if (bare.length < SHORTEST_ZONE) return false;
  const found = zone.flatMap((line, i) => piecesOf(placed(line, fieldsAt(zone, i)), bare));
  const likest = Math.min(...found.map(({ misread }) => misread));
  if (likest > MISREAD * bare.length) return false;
  const nearest = found.filter(({ misread }) => misread === likest);
  return !/\s/.test(text.trim()) || nearest.every(({ fields }) => fields > 1);
}

interface Letter {
  readonly letter: string;
  /** Number of the field that it stands in; of a check digit, one of its own. */
  readonly field: number;
}

/** The match of a text with a piece of a line: characters that differ, and fields that the piece covers. */
interface Piece {
  readonly misread: number;
  readonly fields: number;
}

/** Letters and digits of a line with their fields. Fillers are read as K, C, L or E where they are not read as themselves. */
function placed(line: string, fieldOf: (place: number) => number): Letter[] {
  const end = line.replace(/<+$/, '').length;
  return Array.from(line.slice(0, end), (letter, i) => ({ letter: squeezed(letter), field: fieldOf(i) })).filter(
    ({ letter }) => letter !== '',
  );
}

/** Letters from which a piece runs into a field: one more may be a slip of reading. */
const OF_FIELD = 2;

function piecesOf(whole: readonly Letter[], bare: string): Piece[] {
  if (whole.length < SHORTEST_ZONE) return [];
  const places = Math.max(1, whole.length - bare.length + 1);
  return Array.from({ length: places }, (_, at) => {
    const piece = whole.slice(at, at + bare.length);
    const misread = edits(bare, piece.map(({ letter }) => letter).join(''));
    const fields = new Set(piece.map(({ field }) => field));
    const letters = (field: number) => piece.filter((letter) => letter.field === field).length;
    return { misread, fields: [...fields].filter((field) => letters(field) >= OF_FIELD).length };
  });
}

const MOST_LINES = Math.max(...FORMATS.map(({ lines }) => lines));

/** The field of each place of a line, by the format of the zone that the line belongs to; one field where none is known. */
function fieldsAt(zone: readonly string[], i: number): (place: number) => number {
  for (let from = Math.max(0, i - MOST_LINES + 1); from <= i; from++) {
    for (let lines = MOST_LINES; lines > i - from; lines--) {
      const format = formatOf(zone.slice(from, from + lines));
      if (!format || format.lines !== lines) continue;
      const fields = format.fields.filter(({ at }) => at[0] === i - from);
      return (place) => {
        // Of two fields over each other, the later in the table is the whole.
        const field = fields.findLastIndex(({ at: [, start, end] }) => start <= place && place < end);
        return field < 0 ? -1 - place : field;
      };
    }
  }
  return () => 0;
}
