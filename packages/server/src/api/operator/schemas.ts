import Type from 'typebox';
import { invalid } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { RecordedPrincipal as Recorded } from '../../context/principal.ts';
import { environments } from '../common/schemas.ts';

// The pieces that the schemas of the operator's resources share.

/** Bound of our own on names and labels. */
const NAME_LENGTH = 200;

export const Environment = stringEnum(environments);
export const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH });
/** Principal who acted. */
export const RecordedPrincipal = Type.Unsafe<Recorded | null>({
  type: ['object', 'null'],
  description: 'The person or key that acted; null if it was not recorded',
  required: ['kind', 'id'],
  properties: {
    kind: stringEnum(['token', 'sdk', 'operator', 'member', 'system'] as const),
    id: { type: 'string', description: 'Public id of the credential' },
  },
});

export const AccountParams = Type.Object({ account: Type.String() });
export const ObjectParams = Type.Object({ account: Type.String(), id: Type.String() });

/** A record of a watchlist. */
export const RecordKey = Type.Object({
  list: Type.String({ minLength: 1 }),
  source_id: Type.String({ minLength: 1 }),
});

/** Characters of the note of a suppression, counted without blanks at its ends. */
export const SUPPRESSION_NOTE = { least: 10, most: 2000 } as const;

/** The note without blanks at its ends. Throws `validation_error` where it is too short. */
export function suppressionNote(text: string): string {
  const note = text.trim();
  if (note.length >= SUPPRESSION_NOTE.least) return note;
  throw invalid({ note: [`is too short (minimum is ${SUPPRESSION_NOTE.least} characters)`] });
}

export const SuppressionMonths = Type.Integer({
  minimum: 1,
  maximum: 36,
  default: 12,
  description: 'Months until the suppression expires',
});

/** A note that says something. Throws `validation_error`. */
export function written(note: string): string {
  if (!/[^\s\p{C}]/u.test(note)) throw invalid({ note: ["can't be blank"] });
  return note;
}
