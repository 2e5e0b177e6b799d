import type { Properties } from '../outcome.ts';

/** A document that a report has read, as it says itself. */
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
  const number = bare(numbers.find(({ type }) => type === 'document_number')?.value);
  const [type, country] = [bare(document_type), bare(issuing_country)];
  return type && country && number ? { type, country, number } : undefined;
}

/** Letters and digits alone, in capitals: readers differ in spaces and dashes. */
export function bare(value: unknown): string {
  return typeof value === 'string'
    ? value
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase()
    : '';
}
