import { type Applicant, currentAddress } from '../applicants/applicant.ts';
import { existingApplicant } from '../applicants/get.ts';
import { indexBeforeSearch } from '../applicants/search/pending.ts';
import { addressTerm, numberTerm, sameAddress, sameNumber, sameText, textTerm } from '../applicants/search/terms.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Report } from '../reports/records/report.ts';
import { applicantsFrom, hashesOfApplicant } from '../store/queries/address-uses.ts';
import { findDocumentNumber, reportsWithDocument } from '../store/queries/document-numbers.ts';
import { applicantsWithTerm } from '../store/queries/search.ts';

/**
 * Reasons why two applicants may be the same person or belong together. `address`: the current postal address. `device`: uploads came from
 * one camera model, browser and IP address. `network`: uploads came from one IP address, which says less.
 */
export const relationKinds = [
  'document',
  'face',
  'email',
  'phone',
  'id_number',
  'device',
  'address',
  'network',
] as const;
type RelationKind = (typeof relationKinds)[number];

/** Another applicant who may be the same person, or belong together with the applicant. */
export interface RelatedApplicant {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Sorted as `relationKinds`. */
  readonly reasons: readonly RelationKind[];
  /** The best score of a face that a report on known faces has found, 0 to 1; null for none. */
  readonly face: number | null;
}

/** Finding of a report on known faces. */
interface KnownMatch {
  readonly applicant_id: string;
  readonly score: number;
}

/** Applicants that are looked up for one value, the newest first: a shared address may have thousands. */
const MOST_OF_VALUE = 50;

/** Relations that are collected by the other applicant's id. */
class Relations {
  readonly #found = new Map<string, { reasons: Set<RelationKind>; face: number | null }>();

  add(id: string, kind: RelationKind, face: number | null = null): void {
    const known = this.#found.get(id) ?? { reasons: new Set(), face: null };
    known.reasons.add(kind);
    if (face !== null) known.face = Math.max(known.face ?? 0, face);
    this.#found.set(id, known);
  }

  /** All relations to other applicants. */
  except(id: string) {
    return [...this.#found].filter(([other]) => other !== id);
  }
}

/**
 * Other applicants of the account and environment with a document number, face, e-mail address, telephone, identity number, device, postal
 * address or network address of the applicant. Those with most reasons come first. Erased applicants and those that are scheduled for deletion are left out.
 */
export async function relatedApplicants(
  ctx: Ctx,
  applicant: Applicant,
  reports: readonly Report[],
): Promise<RelatedApplicant[]> {
  const relations = new Relations();
  await addDocuments(ctx, reports, relations);
  addFaces(reports, relations);
  await addNetworks(ctx, applicant.id, relations);
  const values = valuesOf(applicant);
  await addValues(ctx, values, relations);
  const related = await Promise.all(
    relations.except(applicant.id).map(async ([id, { reasons, face }]) => {
      const other = await existingApplicant(ctx, id);
      if (!other) return undefined;
      // Terms are cut hashes, and a value that the applicant has changed may still be among them.
      for (const { kind } of values) {
        if (!values.some((value) => value.kind === kind && value.isOf(other))) reasons.delete(kind);
      }
      const { first_name, last_name } = other;
      return { id, first_name, last_name, reasons: relationKinds.filter((kind) => reasons.has(kind)), face };
    }),
  );
  return related
    .filter((one) => one !== undefined)
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.reasons.length - a.reasons.length || (a.id < b.id ? 1 : -1));
}

async function addDocuments(ctx: Ctx, reports: readonly Report[], relations: Relations): Promise<void> {
  for (const { id } of reports) {
    const mark = await ctx.read.first(findDocumentNumber, { id });
    if (!mark) continue;
    for (const { applicant_id } of await ctx.read.all(reportsWithDocument, { hash: mark.hash })) {
      relations.add(applicant_id, 'document');
    }
  }
}

function addFaces(reports: readonly Report[], relations: Relations): void {
  for (const { name, properties } of reports) {
    if (name !== 'known_faces') continue;
    for (const { applicant_id, score } of (properties.matches ?? []) as readonly KnownMatch[]) {
      relations.add(applicant_id, 'face', score);
    }
  }
}

async function addNetworks(ctx: Ctx, applicant_id: string, relations: Relations): Promise<void> {
  for (const { hash, is_device } of await ctx.read.all(hashesOfApplicant, { applicant_id, limit: MOST_OF_VALUE })) {
    for (const other of await ctx.read.all(applicantsFrom, { hash, limit: MOST_OF_VALUE })) {
      relations.add(other.applicant_id, is_device ? 'device' : 'network');
    }
  }
}

/** A value of the applicant by which others are found. */
interface Value {
  readonly kind: RelationKind;
  readonly terms: (ctx: Ctx) => readonly number[];
  /** Returns whether another applicant has the value. */
  readonly isOf: (other: Applicant) => boolean;
}

function valuesOf({ email, phone_number, telephone, id_numbers, addresses }: Applicant): Value[] {
  const values: Value[] = [];
  if (email) {
    values.push({
      kind: 'email',
      terms: (ctx) => textTerm(ctx, email),
      isOf: (other) => sameText(email, other.email ?? ''),
    });
  }
  for (const number of new Set([phone_number, telephone])) {
    if (!number) continue;
    values.push({
      kind: 'phone',
      terms: (ctx) => numberTerm(ctx, number),
      isOf: (other) => [other.phone_number, other.telephone].some((one) => sameNumber(number, one ?? '')),
    });
  }
  for (const { value } of id_numbers) {
    values.push({
      kind: 'id_number',
      terms: (ctx) => numberTerm(ctx, value),
      isOf: (other) => other.id_numbers.some((one) => sameNumber(value, one.value)),
    });
  }
  const address = currentAddress({ addresses });
  if (address) {
    values.push({
      kind: 'address',
      terms: (ctx) => addressTerm(ctx, address),
      isOf: (other) => sameAddress(address, currentAddress(other)),
    });
  }
  return values;
}

async function addValues(ctx: Ctx, values: readonly Value[], relations: Relations): Promise<void> {
  if (values.length === 0) return;
  await indexBeforeSearch(ctx);
  for (const { kind, terms } of values) {
    for (const term of terms(ctx)) {
      for (const { applicant_id } of await ctx.read.all(applicantsWithTerm, { term, limit: MOST_OF_VALUE })) {
        relations.add(applicant_id, kind);
      }
    }
  }
}
