import { addressKeys } from '../applicants/applicant.ts';
import type { ApplicantInput } from '../applicants/fields.ts';
import type { FieldErrors } from '../base/errors.ts';
import { consentNames } from '../input-rules/consent.ts';

const CONSENTS = 'consents.';

/**
 * Columns of a file: the fields of an applicant in the latest version of the API, such as `address.postcode`. A file has at most one ID
 * number for an applicant. A consent is `true` or `false`.
 */
export const importColumns: readonly string[] = [
  ...['first_name', 'last_name', 'email', 'phone_number', 'dob'],
  ...addressKeys.map((key) => `address.${key}`),
  ...['location.country_of_residence', 'location.ip_address'],
  ...['id_numbers.type', 'id_numbers.value', 'id_numbers.state_code'],
  ...consentNames.map((name) => CONSENTS + name),
];

/** Columns that every file has. */
export const requiredColumns: readonly string[] = ['first_name', 'last_name'];

/** A fault of a cell: the name of its column, and what is wrong. */
export type CellFault = readonly [column: string, message: string];

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The fields of an applicant in a row, and the cells that have no meaning. Empty cells are left out. */
export function inputOf(
  columns: readonly string[],
  cells: readonly string[],
): { readonly input: ApplicantInput; readonly faults: readonly CellFault[] } {
  const input: Record<string, unknown> = {};
  const consents: object[] = [];
  const faults: CellFault[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    const [name, key] = column.split('.') as [string, string | undefined];
    if (column.startsWith(CONSENTS)) {
      const granted = BOOLEANS[cell.toLowerCase()];
      if (granted === undefined) faults.push([column, 'must be true or false']);
      else consents.push({ name: key, granted });
    } else if (key === undefined) input[name] = cell;
    else input[name] = { ...(input[name] as object | undefined), [key]: cell };
  }
  if (input.id_numbers) input.id_numbers = [input.id_numbers];
  if (consents.length > 0) input.consents = consents;
  return { input, faults };
}

/** Faults of a row by the name of the column: of a nested field, under the names of all fields above. */
export function faultsByColumn(errors: FieldErrors, above = ''): CellFault[] {
  return Object.entries(errors).flatMap(([name, found]) =>
    [found].flat().flatMap((one): CellFault[] => {
      if (typeof one === 'string') return [[above + name, one]];
      return faultsByColumn(one as FieldErrors, `${above}${name}.`);
    }),
  );
}
