import { writeMrz } from '../../mrz/generate.ts';
import { latinOf, type Person, pickOf, plainOf } from './person.ts';

type Random = () => number;

/** Formats whose names field has its own width. */
export const ZONES = { TD1: 30, TD2: 31, TD3: 39 } as const;
export type Zone = keyof typeof ZONES;

const filled = (name: string) => name.replaceAll(' ', '<');

/**
 * The names field of a zone, cut as ICAO Doc 9303-3, 4.6 allows: at the width of the line, or given names as initials until the
 * names fit. A holder with one name has it as the surname, or on some issuers' documents as the given name.
 */
export function namesField(person: Person, zone: Zone, random: Random): string {
  const width = ZONES[zone];
  const suffix = person.suffix && random() < 0.3 ? ` ${latinOf(person.suffix.replace('3rd', 'III'))}` : '';
  const { surname, givenNames } = person.latin;
  if (givenNames === '') return (random() < 0.25 ? `<<${filled(surname)}` : filled(surname)).slice(0, width);
  const whole = `${filled(surname)}<<${filled(givenNames + suffix)}`;
  // The surname leaves room for at least one letter of the given names.
  const hasRoom = surname.length + 2 < width;
  if (whole.length <= width || (hasRoom && random() < 0.5)) return whole.slice(0, width);
  const family = filled(surname)
    .slice(0, width - 3)
    .replace(/<+$/, '');
  const words = givenNames.split(' ');
  const initials = words.map((word, i) => (i === 0 ? word : word[0]!)).join('<');
  const short = `${family}<<${initials}`.slice(0, width);
  // A shortened name ends in the last position: more letters of its last word fill the line.
  const filledUp = words.length > 1 ? (short + words.at(-1)!.slice(1)).slice(0, width) : '';
  return filledUp.length === width && !filledUp.endsWith('<') ? filledUp : whole.slice(0, width);
}

/** A valid zone with these names. Days are `YYMMDD`. */
export function zoneWith(
  names: string,
  zone: Zone,
  { birth = '880914', expiry = '340716', state = 'UTO', optionalData = '' } = {},
): string[] {
  return writeMrz(zone, {
    documentCode: zone === 'TD3' ? 'P' : 'I',
    issuingState: state,
    nationality: state,
    names,
    documentNumber: 'X1234567',
    dateOfBirth: birth,
    dateOfExpiry: expiry,
    sex: 'F',
    optionalData,
  });
}

/** Elements in which the versions of the AAMVA standard write names. */
export const CARD_STYLES = ['DAA', 'DAB', 'DCT', 'DCS'] as const;
type CardStyle = (typeof CARD_STYLES)[number];

/** Elements of the names in one style, for `aamvaText`. `width`: letters from which the issuer cuts a name and says so. */
export function cardNames(
  { latin: { surname, givenNames }, suffix }: Person,
  style: CardStyle,
  width = 40,
): Record<string, string | undefined> {
  const [first = '', ...middle] = givenNames.split(' ');
  const suffixes = suffix ? suffix.toUpperCase() : undefined;
  const rest = middle.join(' ');
  const none = { DCS: undefined, DAC: undefined, DAD: undefined, DDE: undefined, DDF: undefined, DDG: undefined };
  if (style === 'DAA')
    return { ...none, DAA: [surname, first, rest, suffixes].filter((part) => part !== undefined).join(',') };
  if (style === 'DAB') {
    return { ...none, DAB: surname, DAC: first || 'NONE', DAD: [rest, suffixes].filter(Boolean).join(' ') || 'NONE' };
  }
  if (style === 'DCT') {
    return { ...none, DCS: surname, DCT: [first, ...middle].join(',') || 'NONE', DCU: suffixes };
  }
  const cut = (name: string) => (name.length > width ? 'T' : 'N');
  return {
    DCS: surname.slice(0, width).trim(),
    DDE: cut(surname),
    DAC: first.slice(0, width) || 'NONE',
    DDF: cut(first),
    DAD: rest.slice(0, width).trim() || 'NONE',
    DDG: cut(rest),
    DCU: suffixes,
  };
}

/** Printed names under their labels: in the person's letters or in A to Z. */
export function printedNames(person: Person, random: Random): { surname?: string; givenNames?: string } {
  const latin = /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(person.surname) || random() < 0.3;
  const surname = latin ? person.latin.surname : person.printedSurname.toUpperCase();
  const givenNames = latin ? person.latin.givenNames : person.givenNames.toUpperCase();
  const suffix = person.suffix && random() < 0.5 ? ` ${person.suffix.toUpperCase()}` : '';
  if (givenNames === '')
    return pickOf(random, [{ surname }, { givenNames: surname }, { surname, givenNames: surname }]);
  return { surname: surname + suffix, givenNames };
}

/** The names as an applicant gives them: another order, spelling, case, or without middle names; always the same person. */
export function applicantNames(person: Person, random: Random): { first_name: string; last_name: string } {
  const spell = pickOf(random, [
    (name: string) => name,
    (name: string) => plainOf(name),
    (name: string) => latinOf(name),
    (name: string) => latinOf(name, 1),
    (name: string) => name.toLowerCase(),
    (name: string) => name.replaceAll('-', ' '),
    (name: string) => name.replaceAll("'", ''),
  ]);
  const native = /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(person.surname);
  const [surname, given] = (
    native && random() < 0.5 ? [person.latin.surname, person.latin.givenNames] : [person.surname, person.givenNames]
  ).map(native ? (name) => name : spell) as [string, string];
  if (given === '')
    return pickOf(
      random,
      [
        [surname, surname],
        ['-', surname],
        [surname, '.'],
      ].map(([first_name, last_name]) => ({ first_name: first_name!, last_name: last_name! })),
    );
  // One syllable of a Korean name is not a name.
  const first = random() < 0.3 && !/^.\s/u.test(given) ? given.split(' ')[0]! : given;
  const suffix = person.suffix && random() < 0.5 ? pickOf(random, [` ${person.suffix}`, `, ${person.suffix}`]) : '';
  const names = random() < 0.7 ? [first, surname + suffix] : [first + suffix, surname];
  const [first_name, last_name] = random() < 0.08 ? names.toReversed() : names;
  return { first_name: first_name!, last_name: last_name! };
}
