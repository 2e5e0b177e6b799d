import type { Ctx } from '../../context/ctx.ts';
import {
  deleteSearchTermsOf,
  deleteSearchTermsOfApplicant,
  insertSearchTerms,
  takePendingOf,
} from '../../store/queries/search.ts';
import type { SearchTermRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type ApplicantData, currentAddress } from '../applicant.ts';
import { addressTerm, nameTerms, numberTerm, textTerm } from './terms.ts';

/**
 * Terms are written in the transaction of their object, except the terms of a new applicant: `pending.ts` writes these a moment
 * later, since they take as long as the rest of a creation.
 */

type Of = Pick<SearchTermRow, 'applicant_id' | 'object_type' | 'object_id'>;

async function add(tx: ScopedTx, of: Of, terms: readonly number[]): Promise<void> {
  if (terms.length === 0) return;
  await tx.run(insertSearchTerms, { ...of, terms: JSON.stringify([...new Set(terms)]) });
}

/** Keeps what an applicant is found by: names, birth date, e-mail address, telephones, identity numbers, current address. */
export async function keepApplicantTerms(ctx: Ctx, tx: ScopedTx, id: string, data: ApplicantData): Promise<void> {
  const names = [data.first_name, data.middle_name, data.last_name, data.previous_last_name];
  const terms = [
    ...names.flatMap((name) => nameTerms(ctx, name)),
    ...[data.email, data.dob].flatMap((text) => textTerm(ctx, text)),
    ...[data.phone_number, data.telephone].flatMap((number) => numberTerm(ctx, number)),
    ...data.id_numbers.flatMap(({ value }) => numberTerm(ctx, value)),
    ...addressTerm(ctx, currentAddress(data)),
  ];
  await add(tx, { applicant_id: id, object_type: 'applicant', object_id: id }, terms);
}

/** Keeps what a changed applicant is found by, and nothing of before. */
export async function replaceApplicantTerms(ctx: Ctx, tx: ScopedTx, id: string, data: ApplicantData): Promise<void> {
  await tx.run(takePendingOf, { applicant_id: id });
  await tx.run(deleteSearchTermsOf, { applicant_id: id, object_id: id });
  await keepApplicantTerms(ctx, tx, id, data);
}

interface Tagged {
  readonly id: string;
  readonly applicant_id: string;
  readonly tags: readonly string[];
}

/** Keeps the tags of a check. */
export async function keepCheckTerms(ctx: Ctx, tx: ScopedTx, { id, applicant_id, tags }: Tagged): Promise<void> {
  const terms = tags.flatMap((tag) => textTerm(ctx, tag));
  await add(tx, { applicant_id, object_type: 'check', object_id: id }, terms);
}

/** Stores the tags of a workflow run, and the client's id of its user, as search terms. */
export async function keepRunTerms(
  ctx: Ctx,
  tx: ScopedTx,
  { id, applicant_id, tags, customer_user_id }: Tagged & { readonly customer_user_id: string | null },
): Promise<void> {
  const terms = [...tags, customer_user_id].flatMap((text) => textTerm(ctx, text));
  await add(tx, { applicant_id, object_type: 'workflow_run', object_id: id }, terms);
}

/** Keeps the number of the document that a live report has read. */
export async function keepReportTerms(
  ctx: Ctx,
  tx: ScopedTx,
  { id, applicant_id }: { readonly id: string; readonly applicant_id: string },
  documentNumber: string,
): Promise<void> {
  await tx.run(deleteSearchTermsOf, { applicant_id, object_id: id });
  await add(tx, { applicant_id, object_type: 'report', object_id: id }, numberTerm(ctx, documentNumber));
}

/** Deletes the terms of an applicant and of all that it has, before they are kept again. */
export async function dropTermsOfApplicant(tx: ScopedTx, applicant_id: string): Promise<void> {
  await tx.run(takePendingOf, { applicant_id });
  await tx.run(deleteSearchTermsOfApplicant, { applicant_id });
}
