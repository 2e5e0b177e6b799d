import type { Choice } from '../flow/plan.ts';
import { issuerNames, withoutDocuments } from './issuer-names.ts';

/** The name that an issuer gives a document. */
export interface IssuerName {
  readonly name: string;
  /** BCP 47; undefined where the name has several languages. */
  readonly language: string | undefined;
}

/** Columns of the table after code and language. Passports are called after nobody: they name their issuer. */
const COLUMNS = ['national_identity_card', 'driving_licence', 'residence_permit'];

/** Marks a document that an issuer doesn't have. */
const NONE = '-';

const rows = new Map(
  issuerNames
    .trim()
    .split('\n')
    .map((line) => {
      const [code, ...cells] = line.split('|') as [string, ...string[]];
      return [code, cells] as const;
    }),
);

const withoutAny = new Set(withoutDocuments.split(' '));

/** The text that the table has for a document of an issuer; empty where it has none. */
const cellOf = (type: string, country: string): string => {
  const column = COLUMNS.indexOf(type);
  return column === -1 ? '' : (rows.get(country)?.[column + 1] ?? '');
};

/** Returns whether a country issues identity documents to people. */
export const issues = (country: string): boolean => !withoutAny.has(country);

/**
 * Returns whether an applicant may choose a document with this country as its issuer. Passports and the page's own documents go with
 * every country.
 */
export const offers = (choice: Choice, country: string | null): boolean =>
  !choice.asksCountry || (country !== null && cellOf(choice.type, country) !== NONE);

/** The issuer's own name for a document; undefined where the table has none. */
export function ownName(type: string, country: string): IssuerName | undefined {
  const name = cellOf(type, country);
  if (!name || name === NONE) return undefined;
  return { name, language: rows.get(country)?.[0] || undefined };
}
