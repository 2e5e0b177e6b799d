import { createHmac } from 'node:crypto';
import type { Properties } from '../../reports/types.ts';
import {
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

/** HMAC-SHA256 under a key of the deployment, hexadecimal: lists concern every account, and no number lies readable. */
function markOf({ master }: Services, country: string, number: string, type: string): string {
  return createHmac('sha256', master.derive('compromised-documents'))
    .update(JSON.stringify([bare(country), bare(number), bare(type)]))
    .digest('hex');
}

/** Adds documents to a list; one that is there already stays once. In one transaction: all of them or none. */
export async function importCompromised(
  services: Services,
  source: string,
  documents: readonly CompromisedDocument[],
): Promise<void> {
  const imported_at = services.clock.now();
  await services.store.transaction(async (tx) => {
    for (const { issuing_country, document_number, document_type = '' } of documents) {
      const hash = markOf(services, issuing_country, document_number, document_type);
      await tx.run(insertCompromised, { hash, source, imported_at });
    }
  });
}

/** The lists, with how many documents each has. */
export function listCompromised({ store }: Services): Promise<CompromisedSource[]> {
  return store.system.all(listCompromisedSources, {}) as Promise<CompromisedSource[]>;
}

/** Forgets a list. The answer is how many documents it had. */
export function forgetCompromised({ store }: Services, source: string): Promise<number> {
  return store.transaction((tx) => tx.run(deleteCompromisedSource, { source }));
}

/** Whether a list names the document of a report's properties. */
export async function isCompromised({ services }: Ctx, properties: Properties): Promise<boolean> {
  const document = readDocument(properties);
  if (!document) return false;
  const { type, country, number } = document;
  const one = markOf(services, country, number, type);
  const other = markOf(services, country, number, '');
  return (await services.store.system.first(findCompromised, { one, other })) !== undefined;
}
