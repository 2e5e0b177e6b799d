import type { Country } from './places.ts';

/**
 * Contents of one kind of paper in one country. `{0}` to `{9}` in its text stand for days before its own date, in figures: `{0}`
 * is the date itself, each next one is nine days earlier; `{+}` is a fortnight later.
 */
export interface Paper {
  /** A document type of reports, or `not_accepted`. */
  readonly kind: string;
  readonly country: Country;
  readonly issuer: string;
  /** Address of the issuer, in one line, parts between commas. */
  readonly from: string;
  readonly title: string;
  /** Label before the date; empty if the date is alone, null if only the period is given. */
  readonly dated: string | null;
  /** Labels before the first and the last day of the period. */
  readonly period?: readonly [string, string];
  readonly body: readonly (string | readonly string[])[];
}

/** Papers by their kind, in the order in which they are made. */
export type PapersByKind = Readonly<Record<string, readonly Omit<Paper, 'kind'>[]>>;
