import { birthDays, expiryDays } from '../text/iso-days.ts';
import { type CheckedDigit, checked, cut, longNumber } from './checks.ts';
import { type FieldName, type Format, type FormatName, formatOf } from './formats.ts';
import { isoOfState, isState } from './states.ts';

/**
 * Something that a zone must not hold, though no digit says so. `illegible` and `unconfirmed` come from the reader of pictures:
 * `unconfirmed` says that the zone is too small, or that two readers read its names, or a number whose check digit fits several of
 * the readings, differently. `check_digits` says that the zone has fillers in place of every check digit.
 */
export type MrzProblem =
  | 'illegible'
  | 'unconfirmed'
  | 'check_digits'
  | 'character'
  | 'document_code'
  | 'issuing_state'
  | 'nationality'
  | 'date_of_birth'
  | 'date_of_expiry'
  | 'sex'
  | 'names';

/** A date with a year of two digits. */
interface MrzDay {
  /** The printed characters: `YYMMDD` with fillers for unknown parts. */
  readonly printed: string;
  /** The likeliest day by the MRZ alone, `YYYY-MM-DD`; null when it is not a day. */
  readonly day: string | null;
  /** The same day in each century that it may lie in, the likeliest first. */
  readonly days: readonly string[];
}

export interface Mrz {
  readonly format: FormatName;
  readonly lines: readonly string[];
  readonly documentCode: string;
  /** The code as printed, without fillers; `issuingCountry` is its ISO 3166-1 alpha-3 code, where it has one. */
  readonly issuingState: string;
  readonly issuingCountry: string | null;
  /** Empty where the format has none. */
  readonly documentNumber: string;
  readonly nationality: string;
  readonly surname: string;
  readonly givenNames: string;
  /** Identifiers that may be cut, since the names fill their field to its last position (ICAO Doc 9303-3, 4.6). */
  readonly cutNames: { readonly surname: boolean; readonly givenNames: boolean };
  readonly dateOfBirth: MrzDay;
  readonly dateOfExpiry: MrzDay;
  /** X for unspecified, which the zone writes as a filler and print as X (ICAO Doc 9303-4, 4.1.1.1). */
  readonly sex: 'M' | 'F' | 'X' | null;
  /** Fillers between words stay. In TD3 this is the personal number. */
  readonly optionalData: string;
  readonly optionalData2: string;
  readonly checks: readonly CheckedDigit[];
  /** The zone has check digits, and every one is right. */
  readonly digitsValid: boolean;
  readonly problems: readonly MrzProblem[];
  /** No check digit is wrong, and nothing else is wrong with it. Some formats have no check digits. */
  readonly valid: boolean;
}

/**
 * Reads and checks a machine readable zone. Never mends anything.
 *
 * @param lines full lines, fillers included
 * @param today `YYYY-MM-DD`, for the century of dates
 * @returns null when number, length or beginning of the lines fit no format
 *
 * @example
 * import { parseMrz } from '@bonafide/verification';
 *
 * const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
 * const mrz = parseMrz(lines, '2026-01-15');
 * mrz?.surname; // 'ERIKSSON'
 * mrz?.dateOfBirth.day; // '1974-08-12'
 */
export function parseMrz(lines: readonly string[], today: string): Mrz | null {
  const format = formatOf(lines);
  if (!format) return null;
  const raw = (name: FieldName) => format.fields.filter((field) => field.name === name).map(({ at }) => cut(lines, at));
  const text = (name: FieldName) => trim(raw(name)[0] ?? '');
  const long = longNumber(format, lines);
  const checks = digitsOf(format, lines);
  const { surname, givenNames } = namesOf(raw);
  const expiry = text('dateOfExpiry');
  const expiries = expiryDays(expiry, today);
  const expires = expiries[0] ?? null;
  const birth = raw('dateOfBirth')[0] ?? '';
  const births = birthDays(birth, today, expires);
  const sex = text('sex');
  const issuingState = format.issuer ?? text('issuingState');
  const fields: Fields = {
    format: format.name,
    lines,
    documentCode: text('documentCode'),
    issuingState,
    issuingCountry: isoOfState(issuingState) ?? null,
    documentNumber: long?.number ?? text('documentNumber'),
    nationality: text('nationality'),
    surname,
    givenNames,
    cutNames: cutNamesOf(format, raw),
    dateOfBirth: { printed: birth, day: births[0] ?? null, days: births },
    dateOfExpiry: { printed: expiry, day: expires, days: expiries },
    sex: sex === 'M' || sex === 'F' ? sex : sex === 'X' || raw('sex')[0] === '<' ? 'X' : null,
    optionalData: long?.rest ?? text('optionalData'),
    optionalData2: text('optionalData2'),
    checks,
    digitsValid: checks.length > 0 && checks.every(({ valid }) => valid),
  };
  const problems = problemsOf(format, lines, fields);
  return { ...fields, problems, valid: checks.every(({ valid }) => valid) && problems.length === 0 };
}

/** Check digits of a zone; none where fillers take the place of all. */
function digitsOf(format: Format, lines: readonly string[]): CheckedDigit[] {
  const all = format.checks.map((check) => checked(format, check, lines));
  return all.every(({ printed }) => printed === '<') ? [] : all;
}

type Fields = Omit<Mrz, 'problems' | 'valid'>;

/** Checks rules of each field beyond its check digit. A nationality is judged by its form only: specimens invent some. */
function problemsOf(format: Format, lines: readonly string[], mrz: Fields): MrzProblem[] {
  const has = (name: FieldName) => format.fields.some((field) => field.name === name);
  const bad: [MrzProblem, boolean][] = [
    ['character', lines.some((line) => /[^A-Z0-9<]/.test(line))],
    ['check_digits', mrz.checks.length < format.checks.length],
    ['document_code', !/^[A-Z][A-Z0-9]?$/.test(mrz.documentCode)],
    ['issuing_state', !isState(mrz.issuingState)],
    ['nationality', has('nationality') && !/^[A-Z]{1,3}$/.test(mrz.nationality)],
    ['date_of_birth', has('dateOfBirth') && !mrz.dateOfBirth.day && !partlyUnknown(mrz.dateOfBirth.printed)],
    // Some states write fillers where a document doesn't expire.
    ['date_of_expiry', has('dateOfExpiry') && !mrz.dateOfExpiry.day && mrz.dateOfExpiry.printed !== ''],
    ['sex', has('sex') && mrz.sex === null],
    // Either identifier may be blank (ICAO Doc 9303-3, 4.6).
    ['names', has('names') && !/^[A-Z]/.test(mrz.surname || mrz.givenNames)],
    ['names', /\d/.test(mrz.surname + mrz.givenNames)],
  ];
  return [...new Set(bad.filter(([, is]) => is).map(([problem]) => problem))];
}

/** ICAO Doc 9303-3, 4.8: fillers stand for the parts of a birth date that nobody knows. */
const partlyUnknown = (printed: string) => /^(\d\d|<<)(\d\d|<<)<<$/.test(printed);

function namesOf(raw: (name: FieldName) => string[]): { surname: string; givenNames: string } {
  const [names] = raw('names');
  const words = (text = '') => text.replaceAll('<', ' ').trim().replace(/ +/g, ' ');
  if (names === undefined) return { surname: words(raw('surname')[0]), givenNames: words(raw('givenNames')[0]) };
  // A zone may hold one name only; it is then the surname.
  const [surname, ...givenNames] = names.split('<<');
  return { surname: words(surname), givenNames: words(givenNames.join('<')) };
}

/** The line of a licence has room for the first letters of a surname only. */
function cutNamesOf({ name }: Format, raw: (name: FieldName) => string[]): Mrz['cutNames'] {
  const fills = (field: FieldName) => raw(field).some((text) => !text.endsWith('<'));
  return {
    surname: name === 'DL1' || fills('names') || fills('surname'),
    givenNames: fills('names') || fills('givenNames'),
  };
}

const trim = (text: string) => text.replace(/<+$/, '');
