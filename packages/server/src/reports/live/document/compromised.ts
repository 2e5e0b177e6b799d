import type { LeafFinding, LeafFindings, Properties } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import type { LikeUpload, OtherUse, Tools } from '../tools.ts';
import { bestOf, type DocumentReading, lacks } from './reading.ts';

/** Facts about a document from outside it. */
export interface DocumentRecord {
  /** True if number, type and country were read, so that the document can be recognised later. */
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
  const certainties = (['givenNames', 'surname', 'dateOfBirth'] as const)
    .filter((field) => !lacks(reading, field))
    .map((field) => bestOf(reading, field)?.certainty);
  return {
    sure: certainties.every((certainty) => certainty === 'sure' || certainty === 'likely'),
    known: Boolean(document_type && issuing_country && (document_numbers as unknown[] | undefined)?.length),
    compromised: await tools.isCompromised(properties),
    otherUses: await tools.otherUses(properties),
    looks,
  };
}

/** `compromised_document` and `police_record`. */
export function compromisedDocument(record: DocumentRecord): LeafFindings {
  const { known, compromised } = record;
  const unknown = unassessed("The document can't be looked up without its type, country and number");
  return {
    'compromised_document.document_database': !known
      ? unknown
      : compromised === null
        ? unassessed('No list of compromised documents is loaded')
        : compromised
          ? consider('The document is on a list of compromised documents')
          : clear('The document is on no list of compromised documents'),
    'compromised_document.repeat_attempts': known
      ? repeatAttempts(record)
      : { ...unknown, reason: `${unknown.reason}${hintOf(record)}` },
    police_record: unassessed('No source of police records is configured'),
  };
}

const hintOf = ({ looks }: DocumentRecord) =>
  looks.length > 0
    ? `. ${looks.length} images of other applicants look similar. This is common for documents of one kind`
    : '';

/**
 * Judges whether the document was used under other names. That it never was is said only if names and birth dates of all other
 * reports were compared. Data that a client gave in place of an unreadable document accuses nobody.
 */
function repeatAttempts(record: DocumentRecord): LeafFinding {
  const { sure, otherUses } = record;
  const differs = ({ names, date_of_birth }: OtherUse) => names === 'mismatch' || date_of_birth === 'mismatch';
  const others = otherUses.filter(differs);
  const figure = { measure: others.length, threshold: 0 };
  const used = usedWords(otherUses);
  const hint = hintOf(record);
  if (others.length > 0) {
    const makeFinding = sure && others.some(({ claimed }) => !claimed) ? consider : doubtful;
    const claimed = others.every((other) => other.claimed) ? ' in the data that clients sent' : '';
    const have = others.length === 1 ? 'has' : 'have';
    return makeFinding(
      `${used}. ${others.length} of them ${have} a different name or date of birth${claimed}${hint}`,
      figure,
    );
  }
  const unread = otherUses.filter(({ names, date_of_birth }) => names === 'unknown' || date_of_birth === 'unknown');
  if (unread.length === 0) {
    const never = otherUses.length > 0 ? ', always with the same name and date of birth' : '';
    return clear(`${used}${never}${hint}`, figure);
  }
  const what = [
    ...(unread.some(({ names }) => names === 'unknown') ? ['the names'] : []),
    ...(unread.some(({ date_of_birth }) => date_of_birth === 'unknown') ? ['the dates of birth'] : []),
  ];
  const reason = `${used}. In ${unread.length} of them, ${what.join(' and ')} could not be compared${hint}`;
  return unread.every(({ sameApplicant }) => sameApplicant)
    ? clear(`${reason}. They belong to the same applicant`, figure)
    : doubtful(reason, figure);
}

function usedWords(uses: readonly OtherUse[]): string {
  if (uses.length === 0) return 'The document was used in no other report';
  const count = (stage: OtherUse['stage']) => uses.filter((use) => use.stage === stage).length;
  const open = [
    ...(count('waiting') > 0 ? [`${count('waiting')} awaiting review`] : []),
    ...(count('processed') > 0 ? [`${count('processed')} in progress`] : []),
  ];
  const word = uses.length === 1 ? 'report' : 'reports';
  return `The document was used in ${uses.length} other ${word}${open.length > 0 ? ` (${open.join(', ')})` : ''}`;
}
