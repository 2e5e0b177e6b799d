import type { Finding } from '../finding.ts';
import { addressProofGroup } from './countries.ts';
import type { AddressProofKind } from './kinds.ts';

/** Papers that come once a year, or once for all: the last one is seldom younger than a few months. */
const YEARLY: ReadonlySet<AddressProofKind> = new Set<AddressProofKind>([
  'council_tax',
  'benefit_letters',
  'mortgage_statement',
  'insurance_statement',
  'pension_property_statement_letter',
  'accommodation_tenancy_certificate',
]);

/** Months that a yearly paper may be old. The published rule names bank statements and bills only; this is our decision. */
const YEAR = 12;

/**
 * Largest accepted age of a proof of address, in months: 3 in countries of group A, 6 in groups B and C. These limits are
 * published for bank statements and utility bills. Bonafide applies them to bills for telephone and internet, certificates of
 * address and letters too, because people can get a new one at any time. Papers that come once a year may be a year old. A
 * country of no group is treated as A, the strictest. The result is null for a card that bears an address, since it has a day of
 * expiry instead.
 *
 * @example
 * import { monthsOfAddressProof } from '@bonafide/verification';
 *
 * monthsOfAddressProof('GBR', 'bank_building_society_statement'); // 3
 */
export function monthsOfAddressProof(country: string, kind: AddressProofKind): number | null {
  if (kind === 'identity_document_with_address') return null;
  if (YEARLY.has(kind)) return YEAR;
  const group = addressProofGroup(country);
  return group === 'B' || group === 'C' ? 6 : 3;
}

/**
 * Returns whether a proof of address is too old, or dated after today. The last day of the last month still counts.
 * @param issueDate `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 * @param country ISO 3166-1 alpha-3 of the country of issue
 *
 * @example
 * import { addressProofTooOld } from '@bonafide/verification';
 *
 * addressProofTooOld('2026-01-10', '2026-03-01', 'GBR', 'bank_building_society_statement'); // false
 */
export function addressProofTooOld(issueDate: string, today: string, country: string, kind: AddressProofKind): boolean {
  const months = monthsOfAddressProof(country, kind);
  return issueDate > today || (months !== null && issueDate < monthsBefore(today, months));
}

/**
 * Days of a proof of address since its issue, against the most that are allowed.
 * @param issueDate `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 * @param country ISO 3166-1 alpha-3 of the country of issue
 *
 * @example
 * import { addressProofAge } from '@bonafide/verification';
 *
 * addressProofAge('2026-01-10', '2026-03-01', 'GBR', 'bank_building_society_statement').measure; // 50
 */
export function addressProofAge(issueDate: string, today: string, country: string, kind: AddressProofKind): Finding {
  const months = monthsOfAddressProof(country, kind);
  const days = (day: string) => Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  const fails = addressProofTooOld(issueDate, today, country, kind);
  const limit = months === null ? 'any age is accepted' : `maximum age ${months} months`;
  return {
    name: 'document_date',
    measure: days(issueDate),
    threshold: months === null ? days('0001-01-01') : days(monthsBefore(today, months)),
    result: fails ? 'fail' : 'pass',
    reason:
      issueDate > today
        ? `The issue date (${issueDate}) is in the future (today is ${today})`
        : `The document was issued on ${issueDate}, ${days(issueDate)} days ago (${limit})`,
  };
}

/** The same day so many months earlier; the last of its month where that has no such day. */
function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}
