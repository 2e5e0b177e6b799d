import { birthDay, expiryDay } from '../text/iso-days.ts';
import { checkDigit } from './check-digit.ts';
import { type Check, type FieldName, type Format, type FormatName, formatOf, type Span } from './formats.ts';
import { isoOfState, isState } from './states.ts';

interface CheckedDigit {
  readonly name: Check['name'];
  readonly printed: string;
  readonly computed: string;
  readonly valid: boolean;
}

/** Something that a zone must not hold, though no digit says so; `illegible` comes from the reader of pictures. */
export type MrzProblem =
  | 'illegible'
  | 'character'
  | 'document_code'
  | 'issuing_state'
  | 'nationality'
  | 'date_of_birth'
  | 'date_of_expiry'
  | 'sex'
  | 'names';

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
  /** The names fill their field to its end, so that the last one may have been cut. */
  readonly namesMayBeCut: boolean;
  /** The date as printed, `YYMMDD` with fillers for unknown parts; and as a day `YYYY-MM-DD`, null when it is not one. */
  readonly dateOfBirth: { readonly printed: string; readonly day: string | null };
  readonly dateOfExpiry: { readonly printed: string; readonly day: string | null };
  readonly sex: 'M' | 'F' | 'X' | null;
  /** Fillers between words stay. In TD3 this is the personal number. */
  readonly optionalData: string;
  readonly optionalData2: string;
  readonly checks: readonly CheckedDigit[];
  /** Every check digit is right. */
  readonly digitsValid: boolean;
  readonly problems: readonly MrzProblem[];
  /** Every check digit is right and nothing else is wrong with it. */
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
  const checks = format.checks.map((check) => checked(check, lines, long));
  const { surname, givenNames } = namesOf(raw);
  const expiry = text('dateOfExpiry');
  const expires = expiryDay(expiry, today);
  const birth = raw('dateOfBirth')[0] ?? '';
  const sex = text('sex');
  const fields: Fields = {
    format: format.name,
    lines,
    documentCode: text('documentCode'),
    issuingState: text('issuingState'),
    issuingCountry: isoOfState(text('issuingState')) ?? null,
    documentNumber: long?.number ?? text('documentNumber'),
    nationality: text('nationality'),
    surname,
    givenNames,
    namesMayBeCut: [...raw('names'), ...raw('surname'), ...raw('givenNames')].some((names) => !names.endsWith('<')),
    dateOfBirth: { printed: birth, day: birthDay(birth, today, expires) },
    dateOfExpiry: { printed: expiry, day: expires },
    sex: sex === 'M' || sex === 'F' || sex === 'X' ? sex : null,
    optionalData: long?.rest ?? text('optionalData'),
    optionalData2: text('optionalData2'),
    checks,
    digitsValid: checks.every(({ valid }) => valid),
  };
  const problems = problemsOf(format, lines, fields);
  return { ...fields, problems, valid: fields.digitsValid && problems.length === 0 };
}

type Fields = Omit<Mrz, 'problems' | 'valid'>;

/** Checks rules of each field beyond its check digit. A nationality is judged by its form only: specimens invent some. */
function problemsOf(format: Format, lines: readonly string[], mrz: Fields): MrzProblem[] {
  const has = (name: FieldName) => format.fields.some((field) => field.name === name);
  const bad: [MrzProblem, boolean][] = [
    ['character', lines.some((line) => /[^A-Z0-9<]/.test(line))],
    ['document_code', !/^[A-Z][A-Z0-9]?$/.test(mrz.documentCode)],
    ['issuing_state', !isState(mrz.issuingState)],
    ['nationality', has('nationality') && !/^[A-Z]{1,3}$/.test(mrz.nationality)],
    ['date_of_birth', has('dateOfBirth') && !mrz.dateOfBirth.day && !partlyUnknown(mrz.dateOfBirth.printed)],
    // Some states write fillers where a document doesn't expire.
    ['date_of_expiry', has('dateOfExpiry') && !mrz.dateOfExpiry.day && mrz.dateOfExpiry.printed !== ''],
    ['sex', has('sex') && mrz.sex === null && sexOf(format, lines) !== '<'],
    ['names', has('names') && !/^[A-Z]/.test(mrz.surname)],
    ['names', /\d/.test(mrz.surname + mrz.givenNames)],
  ];
  return [...new Set(bad.filter(([, is]) => is).map(([problem]) => problem))];
}

const sexOf = (format: Format, lines: readonly string[]) =>
  cut(lines, format.fields.find(({ name }) => name === 'sex')!.at);

/** ICAO Doc 9303-3, 4.8: fillers stand for the parts of a birth date that nobody knows. */
const partlyUnknown = (printed: string) => /^(\d\d|<<)(\d\d|<<)<<$/.test(printed);

function checked({ name, at, over, mayBeFiller }: Check, lines: readonly string[], long?: LongNumber): CheckedDigit {
  const printed = lines[at[0]]![at[1]]!;
  const text = over.map((span) => cut(lines, span)).join('');
  const computed = String(checkDigit(text));
  if (name === 'documentNumber' && long) return { name, ...long.check };
  const empty = mayBeFiller === true && /^<*$/.test(text) && printed === '<';
  return { name, printed, computed, valid: printed === computed || empty };
}

interface LongNumber {
  readonly number: string;
  readonly rest: string;
  readonly check: Omit<CheckedDigit, 'name'>;
}

/**
 * ICAO Doc 9303-5 and -6: a number of more than nine characters continues in the optional data, followed by its check
 * digit; the digit's own place then holds a filler. States differ in whether that filler counts in the sum, so either
 * sum will do: the composite digit, which covers all of it, is not open to that doubt.
 */
function longNumber(format: Format, lines: readonly string[]): LongNumber | undefined {
  if (format.name !== 'TD1' && format.name !== 'TD2') return undefined;
  const check = format.checks.find(({ name }) => name === 'documentNumber')!;
  const optional = cut(lines, format.fields.find(({ name }) => name === 'optionalData')!.at);
  const [tail = '', rest = ''] = [/^[^<]*/.exec(optional)?.[0], optional.replace(/^[^<]*/, '')];
  if (lines[check.at[0]]![check.at[1]] !== '<' || tail.length < 2) return undefined;
  const head = cut(lines, check.over[0]!);
  const [more, printed] = [tail.slice(0, -1), tail.at(-1)!];
  const sums = [checkDigit(`${head}${more}`), checkDigit(`${head}<${more}`)].map(String);
  const computed = sums.find((sum) => sum === printed) ?? sums[0]!;
  return {
    number: trim(head) + more,
    rest: trim(rest),
    check: { printed, computed, valid: computed === printed },
  };
}

function namesOf(raw: (name: FieldName) => string[]): { surname: string; givenNames: string } {
  const [names] = raw('names');
  const words = (text = '') => text.replaceAll('<', ' ').trim().replace(/ +/g, ' ');
  if (names === undefined) return { surname: words(raw('surname')[0]), givenNames: words(raw('givenNames')[0]) };
  // A zone may hold one name only; it is then the surname.
  const [surname, ...givenNames] = names.split('<<');
  return { surname: words(surname), givenNames: words(givenNames.join('<')) };
}

const cut = (lines: readonly string[], [line, start, end]: Span) => lines[line]!.slice(start, end);

const trim = (text: string) => text.replace(/<+$/, '');
