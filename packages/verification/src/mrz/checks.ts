import { checkDigit } from './check-digit.ts';
import type { Check, Format, Span } from './formats.ts';

export interface CheckedDigit {
  readonly name: Check['name'];
  readonly printed: string;
  readonly computed: string;
  readonly valid: boolean;
}

/** Places of a check digit and of the text that it protects. */
export interface CheckPlaces {
  readonly over: readonly Span[];
  readonly digit: Span;
}

/** Places of a check in a text: a number of more than nine characters continues in the optional data. */
export function placesOfCheck(format: Format, check: Check, lines: readonly string[]): CheckPlaces {
  const long = check.name === 'documentNumber' ? longNumber(format, lines) : undefined;
  if (long) return long;
  const [line, place] = check.at;
  return { over: check.over, digit: [line, place, place + 1] };
}

/** Computes a check digit and compares it with the printed one. */
export function checked(format: Format, check: Check, lines: readonly string[]): CheckedDigit {
  const { over, digit } = placesOfCheck(format, check, lines);
  const printed = cut(lines, digit);
  const text = over.map((span) => cut(lines, span)).join('');
  const sums = [checkDigit(text)];
  // A long number has two spans. Some states count the filler between them.
  if (over !== check.over) sums.push(checkDigit(over.map((span) => cut(lines, span)).join('<')));
  const computed = String(sums.find((sum) => String(sum) === printed) ?? sums[0]);
  // The filler may stand for the digit of a field that is empty.
  const isEmpty = check.name !== 'composite' && /^<*$/.test(text) && printed === '<';
  return { name: check.name, printed, computed, valid: printed === computed || isEmpty };
}

export interface LongNumber extends CheckPlaces {
  readonly number: string;
  /** The optional data behind the number. */
  readonly rest: string;
}

/**
 * ICAO Doc 9303-5 and -6, note j: a number of more than nine characters continues in the optional data, followed by its check
 * digit. The digit's own place then holds a filler. States differ in whether that filler counts in the sum, so either sum will
 * do: the composite digit, which covers all of it, is not open to that doubt.
 */
export function longNumber(format: Format, lines: readonly string[]): LongNumber | undefined {
  if (format.name !== 'TD1' && format.name !== 'TD2') return undefined;
  const check = format.checks.find(({ name }) => name === 'documentNumber')!;
  const [line, from, to] = format.fields.find(({ name }) => name === 'optionalData')!.at;
  const optional = cut(lines, [line, from, to]);
  const { length } = /^[^<]*/.exec(optional)![0];
  const head = cut(lines, check.over[0]!);
  if (lines[check.at[0]]![check.at[1]] !== '<' || head.includes('<') || length < 2) return undefined;
  return {
    number: head + optional.slice(0, length - 1),
    rest: optional.slice(length).replace(/^<|<+$/g, ''),
    over: [check.over[0]!, [line, from, from + length - 1]],
    digit: [line, from + length - 1, from + length],
  };
}

export const cut = (lines: readonly string[], [line, start, end]: Span) => lines[line]!.slice(start, end);
