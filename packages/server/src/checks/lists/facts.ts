import { toApplicant } from '../../applicants/applicant.ts';
import type { Ctx } from '../../context/ctx.ts';
import { uploadsOf } from '../../media/media.ts';
import type { Properties } from '../../reports/outcome.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import type { Check } from '../check.ts';
import { type SentValue, valueIfAny } from './checked-value.ts';
import { type ListedValue, linesOf } from './values.ts';

const known = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];

/**
 * Reads the values of a check that lists can have: of the applicant, as the check has it and as it is now, and of the uploads. An
 * applicant that was erased meanwhile has no more values than the check.
 */
export async function factsOf(ctx: Ctx, { applicant_id, applicant: then }: Pick<Check, 'applicant_id' | 'applicant'>) {
  const row = await ctx.read.first(findApplicant, { id: applicant_id });
  const now = row && toApplicant(ctx, row);
  const { senders, location } = await uploadsOf(ctx, ctx.read, applicant_id);
  return {
    emails: known([now?.email]),
    phones: known([then.phone_number, now?.phone_number, now?.telephone]),
    addresses: known([then.address, ...(then.addresses ?? []), ...(now?.addresses ?? [])]),
    networkAddresses: known([
      ...senders.map(({ address }) => address),
      location?.ip_address,
      now?.location?.ip_address,
    ]),
  };
}

export type Facts = Awaited<ReturnType<typeof factsOf>>;

/** The document numbers of a report's properties, with the issuing state; null where the state was not read. */
export function documentsOf({ document_numbers, issuing_country }: Properties) {
  const numbers = (document_numbers ?? []) as readonly { readonly type: string; readonly value: unknown }[];
  const country = typeof issuing_country === 'string' && issuing_country !== '' ? issuing_country : null;
  return numbers
    .filter(({ type, value }) => type === 'document_number' && typeof value === 'string' && value !== '')
    .map(({ value }) => ({ number: value as string, country }));
}

/** The values that can be listed, in the form in which lists show them. Values that no list takes are left out. */
export function listableValues(facts: Facts, properties: Properties): ListedValue[] {
  const sent: SentValue[] = [
    ...documentsOf(properties).map(
      ({ number, country }) => ({ kind: 'document_number', value: number, country }) as const,
    ),
    ...facts.emails.map((value) => ({ kind: 'email', value }) as const),
    ...facts.phones.map((value) => ({ kind: 'phone', value }) as const),
    ...facts.networkAddresses.map((value) => ({ kind: 'ip_range', value }) as const),
    ...facts.addresses.map((one) => ({ kind: 'address', value: linesOf(one), ...one }) as const),
  ];
  const listed = sent.flatMap((value) => valueIfAny(value) ?? []);
  return [...new Map(listed.map(({ listed: value, key }) => [JSON.stringify(key), value])).values()];
}
