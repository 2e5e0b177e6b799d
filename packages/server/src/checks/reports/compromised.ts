import { setImmediate } from 'node:timers/promises';
import { recordChange } from '../../audit/record.ts';
import { notFound } from '../../base/errors.ts';
import { lettersAndDigits } from '../../base/letters-and-digits.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import type { Properties } from '../../reports/outcome.ts';
import {
  anyCompromised,
  deleteCompromisedSource,
  findCompromised,
  insertCompromised,
  listCompromisedSources,
} from '../../store/queries/compromised-documents.ts';
import { readDocument } from './read-document.ts';

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

/** HMAC-SHA256 under a key of the deployment, hexadecimal: lists concern every account, and no number is stored readable. */
function markOf({ master }: Services, country: string, number: string, type: string): string {
  return master.hash(
    'compromised-documents',
    JSON.stringify([lettersAndDigits(country), lettersAndDigits(number), lettersAndDigits(type)]),
  );
}

/** Rows of one transaction: some 10 ms on SQLite, where other requests wait meanwhile. */
const ROWS = 1000;

/**
 * Adds documents to a list, in many short transactions: an import that was cut off has added a part of them, and adds the rest
 * when it is sent again. One that is there already stays once. The answer is how many different documents were given.
 */
export async function importCompromised(
  services: Services,
  source: string,
  documents: readonly CompromisedDocument[],
  principal: Principal,
): Promise<number> {
  const marks = await marksOf(services, documents);
  const imported_at = services.clock.now();
  for (let i = 0; i < marks.length; i += ROWS) {
    const hashes = JSON.stringify(marks.slice(i, i + ROWS));
    await services.store.transaction((tx) => tx.run(insertCompromised, { hashes, source, imported_at }));
    await setImmediate();
  }
  const entry = {
    action: 'compromised_documents_imported',
    object_id: source,
    details: { count: marks.length },
  } as const;
  await services.store.transaction(async (tx) => recordChange(services, tx, { ...entry, principal }));
  return marks.length;
}

/** The marks of documents, each once, in the order of the index: so each page of it is written once. */
async function marksOf(services: Services, documents: readonly CompromisedDocument[]): Promise<string[]> {
  // By their first byte: to sort half a million at once would stop all other requests.
  const parts = new Map<string, Set<string>>();
  for (let i = 0; i < documents.length; i += CHUNK) {
    for (const { issuing_country, document_number, document_type = '' } of documents.slice(i, i + CHUNK)) {
      const mark = markOf(services, issuing_country, document_number, document_type);
      const part = parts.get(mark.slice(0, 2)) ?? new Set();
      parts.set(mark.slice(0, 2), part.add(mark));
    }
    await setImmediate();
  }
  const marks: string[] = [];
  for (const first of [...parts.keys()].sort()) {
    marks.push(...[...(parts.get(first) ?? [])].sort());
    await setImmediate();
  }
  return marks;
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
export async function forgetCompromised(services: Services, source: string, principal: Principal): Promise<number> {
  return services.store.transaction(async (tx) => {
    const count = await tx.run(deleteCompromisedSource, { source });
    if (count === 0) throw notFound('CompromisedDocuments', source);
    const entry = { action: 'compromised_documents_removed', object_id: source, details: { count } } as const;
    recordChange(services, tx, { ...entry, principal });
    return count;
  });
}

/** Returns whether a list names the document of a report's properties; null without a list, or without a number to look for. */
export async function isCompromised({ services }: Ctx, properties: Properties): Promise<boolean | null> {
  const document = readDocument(properties);
  const { system } = services.store;
  if (!document || !(await system.first(anyCompromised, {}))) return null;
  const { type, country, number } = document;
  const mark = markOf(services, country, number, type);
  const other = markOf(services, country, number, '');
  return (await system.first(findCompromised, { one: mark, other })) !== undefined;
}
