import Type from 'typebox';
import type { RecordedPrincipal as Recorded } from '../../core/principal.ts';
import { environments, stringEnum } from '../common/schemas.ts';

// The pieces that the schemas of the operator's resources share.

/** Bound of our own on names and labels. */
const NAME_LENGTH = 200;

export const Environment = stringEnum(environments);
export const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH });
/** Who acted. */
export const RecordedPrincipal = Type.Unsafe<Recorded | null>({
  type: ['object', 'null'],
  description: 'Who did it; null where that was not recorded',
  properties: {
    kind: stringEnum(['token', 'sdk', 'operator', 'member', 'system'] as const),
    id: { type: 'string', description: 'Public id of the credential' },
  },
});

export const AccountParams = Type.Object({ account: Type.String() });
export const ObjectParams = Type.Object({ account: Type.String(), id: Type.String() });
