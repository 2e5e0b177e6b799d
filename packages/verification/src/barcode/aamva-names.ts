import { splitSuffix, suffixForm } from '../comparison/suffix.ts';

type Elements = ReadonlyMap<string, string>;

/** Names of the holder; absent where the card has none. */
export interface CardNames {
  readonly first_name?: string | undefined;
  readonly middle_name?: string | undefined;
  readonly last_name?: string | undefined;
  /** JR, SR, II and so on, as the card writes it, separate from the other names. */
  readonly name_suffix?: string | undefined;
}

/**
 * Placeholders in the elements of given names and suffixes. The standard (annex D) defines NONE for a holder without the name, and
 * `unavl` for a name that the issuer doesn't know; issuers also write the others. `NA` is a Korean name.
 */
const NO_GIVEN_NAME = /^(?:none|no ?name|nfn|nmn|unavl|unavail|unavailable|n\/a|[-.]+)?$/i;
/** Placeholders in the elements of the family name, which every holder has: `None` and `Null` are family names. */
const NO_FAMILY_NAME = /^(?:unavl|unavail|unavailable|[-.]+)?$/i;

const WHOLE_SEPARATORS = /[,$@]/;

/**
 * The names of every version: elements of their own since 2000, all in `DAA` as the standard of 2000 also allows, given names in
 * `DCT` in 2003 and 2005. Names in one element are separated by commas, by some issuers by `$` or blanks. The suffix is in `DCU`,
 * in 2000 in `DAE`, and on older cards at the end of another name.
 */
export function namesOfCard(elements: Elements): CardNames {
  const family = familyName(elements.get('DCS')) ?? familyName(elements.get('DAB'));
  const given = givenName(elements.get('DAC'));
  const middle = givenName(elements.get('DAD'));
  const whole = elements.get('DAA');
  const own = [elements.get('DCU'), elements.get('DAE')]
    .map(givenName)
    .find((text) => text && suffixForm(text) !== null);
  if (whole && !family) return withSuffix(takenApart(whole), own);
  const [first, ...others] = (elements.get('DCT') ?? '').split(/[,$]/).map((part) => part.trim());
  return withSuffix(
    {
      first_name: given ?? givenName(first),
      middle_name: middle ?? (given ? undefined : givenName(others.join(' ').trim())),
      last_name: family,
    },
    own,
  );
}

/** Most characters of a name in the versions that have no flags: `DAA` and `DAB` of 2000. */
const WIDTH_OF_2000 = 35;

/**
 * Returns which names the issuer has cut: elements DDE (family name), DDF (first name) and DDG (middle names), `T` for truncated
 * (annex D). Cards of the standard of 2000 have no flags, so that a name that fills its element may be cut.
 *
 * @example
 * import { cutNamesOfCard } from '@bonafide/verification';
 *
 * cutNamesOfCard(new Map([['DDE', 'T']])); // { surname: true, givenNames: false }
 */
export function cutNamesOfCard(elements: Elements): { readonly surname: boolean; readonly givenNames: boolean } {
  const is = (id: string) => elements.get(id)?.toUpperCase() === 'T';
  const fills = (id: string) => (elements.get(id)?.length ?? 0) >= WIDTH_OF_2000;
  return {
    surname: is('DDE') || fills('DAB'),
    givenNames: is('DDF') || is('DDG') || fills('DAA'),
  };
}

const familyName = (text: string | undefined) => (text === undefined || NO_FAMILY_NAME.test(text) ? undefined : text);

const givenName = (text: string | undefined) => (text === undefined || NO_GIVEN_NAME.test(text) ? undefined : text);

/** Takes `DOE,JOHN,QUINCY,JR` and `JOHN QUINCY DOE JR` apart, the second as Pennsylvania wrote names. */
function takenApart(whole: string): CardNames {
  if (!WHOLE_SEPARATORS.test(whole)) return givenFirst(whole);
  const parts = whole.split(WHOLE_SEPARATORS).map((part) => part.trim());
  const last = parts.length > 2 ? parts.at(-1)! : '';
  const name_suffix = suffixForm(last) === null ? undefined : last;
  const [family, first, ...others] = name_suffix ? parts.slice(0, -1) : parts;
  return {
    first_name: givenName(first),
    middle_name: givenName(others.join(' ').trim()),
    last_name: familyName(family),
    name_suffix,
  };
}

function givenFirst(whole: string): CardNames {
  const { name, suffix } = splitSuffix(whole.trim());
  const words = name.split(/\s+/);
  return {
    first_name: words.length > 1 ? givenName(words[0]) : undefined,
    middle_name: givenName(words.slice(1, -1).join(' ')),
    last_name: familyName(words.at(-1)),
    name_suffix: suffix === null ? undefined : lastWord(whole),
  };
}

/** Takes the suffix out of the names if it has no element of its own. `Junior` and `Senior` are family names in Brazil. */
function withSuffix(names: CardNames, own: string | undefined): CardNames {
  const found = { ...names };
  let name_suffix = own ?? names.name_suffix;
  for (const key of ['last_name', 'middle_name', 'first_name'] as const) {
    const text = found[key];
    const { name, suffix } = splitSuffix(text ?? '');
    if (!text || suffix === null || /(?:JUNIOR|SENIOR)$/i.test(text)) continue;
    found[key] = name;
    name_suffix ??= lastWord(text);
  }
  // A middle name that is only a suffix.
  if (
    found.middle_name &&
    found.middle_name.length > 1 &&
    suffixForm(found.middle_name) !== null &&
    MIDDLE.test(found.middle_name)
  ) {
    name_suffix ??= found.middle_name;
    found.middle_name = undefined;
  }
  return { ...found, name_suffix };
}

/** Suffixes that can't be middle names: `Vi` is a Vietnamese name, `V` and `I` are initials. */
const MIDDLE = /^(?:[JS]N?R\.?|I{2,3}|IV|\d(?:ST|ND|RD|TH))$/i;

const lastWord = (text: string) => /[\p{L}\d]+(?=\P{L}*$)/u.exec(text)?.[0];
