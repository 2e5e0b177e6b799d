import type { AddressBlock } from '../addresses/block.ts';
import { isLabel } from '../addresses/label-values.ts';
import { isNative } from '../addresses/native-names.ts';
import { bottom, folded, type PageBox, type PageLine, type PageText, squeezed } from '../text/page.ts';

/*
 * Nothing on a paper confirms a name or an address as a check digit does. These rules tell readings that may be incomplete or wrong,
 * which nobody is accused by.
 */

/**
 * Least confidence in a line whose letters can be relied on. Of 200 lines of drawn holders and addresses, wrong ones had up to 0.87 but
 * for letters that the reader doesn't know; right ones had 0.89 or more (`npm run eval -- --only papers`). Right lines in Arabic and
 * Hindi have as little as wrong ones.
 */
const LEAST_CONFIDENCE = 0.875;

const UNMEASURED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Largest distance of a neighbour from a line of a block, in heights of that line: more is another part of the page. */
const NEAR = 0.9;

/** Returns whether boxes begin in one column and the second stands right below or above the first, or in its row. */
export function areNeighbours(box: PageBox, other: PageBox): boolean {
  const gap = Math.max(other.top - box.top - box.height, box.top - other.top - other.height);
  return gap < NEAR * box.height && Math.abs(other.left - box.left) < 2 * box.height;
}

/**
 * Countries whose words of companies, streets and titles are known here. On papers of others, a company may be taken for the holder, and
 * a district for a second one.
 */
const KNOWN: ReadonlySet<string> = new Set([
  ...['GBR', 'IRL', 'USA', 'CAN', 'AUS', 'NZL', 'SGP', 'ZAF', 'DEU', 'AUT', 'CHE', 'LUX', 'BEL', 'FRA', 'MCO', 'ESP'],
  ...['ITA', 'SMR', 'NLD', 'POL', 'GRC', 'UKR', 'RUS', 'JPN', 'KOR', 'CHN', 'TWN', 'IND', 'SAU', 'ARE', 'GIB', 'IMN'],
  ...['JEY', 'AND'],
]);

/** Countries whose addresses end with a postcode that no other country has. */
const OWN_POSTCODES: ReadonlySet<string> = new Set(['USA', 'CAN', 'GBR', 'AUS', 'IRL', 'NLD', 'SGP', 'POL']);

/** A part of an address with one letter or none: reading has lost the rest. */
const LOST_PART = /(?:^|,)[^\p{L}\p{M}\d,]*[\p{L}\p{M}]?[^\p{L}\p{M}\d,]*(?:,|$)/u;

/**
 * Returns whether a block is the holder's whole address: every line was read, none stands beside the block that may belong to it, and it
 * isn't only a place that is supplied.
 */
export function isWhollyRead(block: AddressBlock, pages: readonly PageText[], country: string | undefined): boolean {
  if (block.isSupplied && block.people.length === 0) return false;
  // Four digits before a word are a postcode elsewhere: the line with the true one is missing.
  if (block.country === null && OWN_POSTCODES.has(country ?? '')) return false;
  // What stands before a colon is a label that was not understood.
  if (/[:：]/.test(block.address) || LOST_PART.test(block.address) || (country !== undefined && !KNOWN.has(country)))
    return false;
  const page = pages.find(({ lines }) => block.lines.some((line) => lines.includes(line)));
  const { unread = [], lines = [] } = page ?? {};
  if (unread.some((box) => block.lines.some((line) => areNeighbours(line.box, box)))) return false;
  const isClear = ({ text, confidence = 1, isConfirmed }: PageLine) =>
    isConfirmed ?? (UNMEASURED.test(text) || confidence >= LEAST_CONFIDENCE);
  // The sender's line may stand above the first name.
  const first = block.lines.findIndex(({ text }) => block.people.some((name) => text.includes(name)));
  const address = squeezed(block.address);
  const own = block.lines.filter(({ text }, i) => i >= first || address.includes(squeezed(text)));
  return own.every(isClear) && !hasRemainder(block, lines);
}

/** Returns whether a line follows the name that ends an address in Eastern order: another holder whose courtesy was misread. */
function hasRemainder({ lines: own, people }: AddressBlock, lines: readonly PageLine[]): boolean {
  const last = own.at(-1);
  if (!last || people.length === 0 || !isNative(last.text) || !last.text.includes(people.at(-1)!)) return false;
  return lines.some((line) => {
    const gap = line.box.top - bottom(last);
    const isBelow = gap > -last.box.height / 2 && line.box.top > last.box.top && areNeighbours(last.box, line.box);
    return isBelow && !own.includes(line) && !isLabel(line.text) && !/\d/.test(line.text);
  });
}

/**
 * Letters that the reader lacks, and the letter it takes for them, by country: ł for t between other letters (`Kotodziejczak`), and ß
 * at the end of a word for s or b (`Weis`, `Weib`). No other reading tells whether the name has one or the other.
 */
const LOST_LETTERS: Readonly<Record<string, RegExp>> = {
  POL: /(?<=\p{L})t(?=[aeoyuigknswm])|(?<=[aeiouy])t(?!\p{L})|(?<!\p{L})t(?=u)/u,
  DEU: /(?:ei|au|ie|eu)[bs](?!\p{L})/u,
  AUT: /(?:ei|au|ie|eu)[bs](?!\p{L})/u,
};

/** Polish groups of letters with a true t, and given names that have one, folded. */
const TRUE_T =
  /[sr]t(?!aw)|t(?:rz|r)|(?<!\p{L})(?:agata|aneta|anita|beata|danuta|dorota|edyta|judyta|mateusz|otylia|renata|wioletta|zaneta|żaneta)(?!\p{L})/gu;

/** A capital within a word, as reading takes ß for B, but for names such as MacLeod and DeWitt. */
const CAPITAL_WITHIN = /\p{Ll}(?<!(?<!\p{L})(?:Ma?c|De|Di|Da|La|Le|Lo|Van|Von|Fitz|O))\p{Lu}/u;

/** Japanese names of three, or of five and more characters without the blank: nothing tells where the surname ends. */
const JOINED_JAPANESE = /^[\p{Script=Han}々]{3}$|^[\p{Script=Han}々]{5,}$/u;

/** A letter alone at the end of a name in Greek or Cyrillic, where initials have dots: a mark beside the line. */
const LETTER_AT_END = / [\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** The reader of Russian takes Щ for Ш, in every view of a line. */
const CYRILLIC_SHA = /ш/iu;

/** Returns whether no letter of a name may stand for another one, and whether first names and last name can be told apart. */
export const isSureName = (name: string, country: string | null, isConfirmed: boolean): boolean =>
  !(country === 'JPN' && JOINED_JAPANESE.test(name)) &&
  !CAPITAL_WITHIN.test(name) &&
  !LETTER_AT_END.test(name) &&
  !(country === 'RUS' && CYRILLIC_SHA.test(name)) &&
  (isConfirmed ||
    !LOST_LETTERS[country ?? '']?.test(country === 'POL' ? folded(name).replace(TRUE_T, '') : folded(name)));
