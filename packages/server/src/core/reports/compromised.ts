import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { notFound } from '../../base/errors.ts';
import type { Properties } from '../../reports/types.ts';
import {
  anyCompromised,
  deleteCompromisedSource,
  findCompromised,
  insertCompromised,
  listCompromisedSources,
} from '../../store/queries/compromised-documents.ts';
import type { Ctx } from '../ctx.ts';
import type { Services } from '../services.ts';
import { bare, readDocument } from './document-number.ts';

/** A document that a list names; without a type it means every document of that country and number. */
export interface CompromisedDocument {
  /** ISO 3166-1 alpha-3. */
  readonly issuing_country: string;
  readonly document_number: string;
  readonly document_type?: string | undefined;
}

export interface CompromisedSource {
  readonly source: string;
  readonly documents: number;
  /** Unix milliseconds. */
  readonly imported_at: number;
}

/** Documents whose marks are made, or written, before others have their turn. */
const CHUNK = 2000;

/** HMAC-SHA256 under a key of the deployment, hexadecimal: lists concern every account, and no number lies readable. */
function markOf({ master }: Services, country: string, number: string, type: string): string {
  return createHmac('sha256', master.derive('compromised-documents'))
    .update(JSON.stringify([bare(country), bare(number), bare(type)]))
    .digest('hex');
}

/**
 * Adds documents to a list, in one transaction: all of them or none. One that is there already stays once. The answer is
 * how many different documents were given.
 */
export async function importCompromised(
  services: Services,
  source: string,
  documents: readonly CompromisedDocument[],
): Promise<number> {
  const marks = await marksOf(services, documents);
  const imported_at = services.clock.now();
  await services.store.transaction(async (tx) => {
    for (let i = 0; i < marks.length; i += CHUNK) {
      await tx.run(insertCompromised, { hashes: JSON.stringify(marks.slice(i, i + CHUNK)), source, imported_at });
    }
  });
  return marks.length;
}

async function marksOf(services: Services, documents: readonly CompromisedDocument[]): Promise<string[]> {
  const marks = new Set<string>();
  for (let i = 0; i < documents.length; i += CHUNK) {
    for (const { issuing_country, document_number, document_type = '' } of documents.slice(i, i + CHUNK)) {
      marks.add(markOf(services, issuing_country, document_number, document_type));
    }
    await setImmediate();
  }
  // In the order of the index, each page of it is written once.
  return [...marks].sort();
}

/** The lists, with how many documents each has. */
export async function listCompromised({ store }: Services): Promise<CompromisedSource[]> {
  const rows = await store.system.all(listCompromisedSources, {});
  return rows.map(({ source, documents, imported_at }) => ({
    source,
    documents: Number(documents),
    imported_at: Number(imported_at),
  }));
}

/** Forgets a list. The answer is how many documents it had. Throws `resource_not_found`. */
export async function forgetCompromised({ store }: Services, source: string): Promise<number> {
  const forgotten = await store.transaction((tx) => tx.run(deleteCompromisedSource, { source }));
  if (forgotten === 0) throw notFound('CompromisedDocuments', source);
  return forgotten;
}

/** Whether a list names the document of a report's properties; null when there is no list, or no number to look for. */
export async function isCompromised({ services }: Ctx, properties: Properties): Promise<boolean | null> {
  const document = readDocument(properties);
  const { system } = services.store;
  if (!document || !(await system.first(anyCompromised, {}))) return null;
  const { type, country, number } = document;
  const one = markOf(services, country, number, type);
  const other = markOf(services, country, number, '');
  return (await system.first(findCompromised, { one, other })) !== undefined;
}
