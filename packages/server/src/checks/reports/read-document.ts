import { lettersAndDigits } from '../../base/letters-and-digits.ts';
import type { Properties } from '../../reports/outcome.ts';

/** A document that a report has read: type, issuing country and number, in letters and digits only. */
export interface ReadDocument {
  readonly type: string;
  readonly country: string;
  readonly number: string;
}

/** The document of a report's properties; undefined when type, issuing country or number wasn't read. */
export function readDocument({
  document_type,
  issuing_country,
  document_numbers,
}: Properties): ReadDocument | undefined {
  const numbers = (document_numbers ?? []) as readonly { readonly type: string; readonly value: unknown }[];
  const number = lettersAndDigits(numbers.find(({ type }) => type === 'document_number')?.value);
  const [type, country] = [lettersAndDigits(document_type), lettersAndDigits(issuing_country)];
  return type && country && number ? { type, country, number } : undefined;
}
