import type { LeafFindings, Properties } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import type { LikeUpload, OtherUse, Tools } from '../tools.ts';
import { bestOf, type DocumentReading } from './reading.ts';

/** What is known of a document beside itself. */
export interface DocumentRecord {
  /** Its number, type and country were read, so that it can be known again. */
  readonly known: boolean;
  /** Null where no list says anything. */
  readonly compromised: boolean | null;
  readonly otherUses: readonly OtherUse[];
  /** Names and date of birth were read for certain, so that those who are named differently are other people. */
  readonly sure: boolean;
  /** Pictures of other applicants that look the same. */
  readonly looks: readonly LikeUpload[];
}

export type RecordTools = Tools<'sameLook' | 'keepLook' | 'isCompromised' | 'otherUses'>;

/** Looks the document up, and remembers its pictures. */
export async function lookUp(
  reading: DocumentReading,
  properties: Properties,
  tools: RecordTools,
): Promise<DocumentRecord> {
  const looks: LikeUpload[] = [];
  for (const { id, hash } of reading.sides) {
    looks.push(...(await tools.sameLook(hash)));
    await tools.keepLook({ id, type: 'documents' }, hash);
  }
  const { document_type, issuing_country, document_numbers } = properties;
  const named = (['givenNames', 'surname', 'dateOfBirth'] as const).map((field) => bestOf(reading, field)?.certainty);
  return {
    sure: named.every((certainty) => certainty === 'sure' || certainty === 'likely'),
    known: Boolean(document_type && issuing_country && (document_numbers as unknown[] | undefined)?.length),
    compromised: await tools.isCompromised(properties),
    otherUses: await tools.otherUses(properties),
    looks,
  };
}

/** `compromised_document` and `police_record`. */
export function compromisedDocument({ known, sure, compromised, otherUses, looks }: DocumentRecord): LeafFindings {
  const others = otherUses.filter(({ names, date_of_birth }) => names === 'mismatch' || date_of_birth === 'mismatch');
  const figure = { measure: others.length, threshold: 0 };
  const hint =
    looks.length > 0 ? `; ${looks.length} pictures of other applicants look alike, as those of one kind may` : '';
  const unknown = unassessed('Without type, country and number the document can not be known again');
  return {
    'compromised_document.document_database': !known
      ? unknown
      : compromised === null
        ? unassessed('No list of compromised documents was imported')
        : compromised
          ? consider('A list of compromised documents names it')
          : clear('No list of compromised documents names it'),
    'compromised_document.repeat_attempts': !known
      ? { ...unknown, reason: `${unknown.reason}${hint}` }
      : others.length > 0
        ? (sure ? consider : doubtful)(`Used ${others.length} times with another name or date of birth${hint}`, figure)
        : clear(`Used ${otherUses.length} times before, never with another name or date of birth${hint}`, figure),
    police_record: unassessed('No source of police records is configured'),
  };
}
