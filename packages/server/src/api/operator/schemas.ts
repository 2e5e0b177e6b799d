import Type from 'typebox';
import { stringEnum } from '../common/schemas.ts';

// The pieces that the schemas of the operator's resources share.

/** Bound of our own on names and labels. */
export const NAME_LENGTH = 200;

export const Environment = stringEnum(['sandbox', 'live'] as const);
export const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH });
export const AccountParams = Type.Object({ account: Type.String() });
export const ObjectParams = Type.Object({ account: Type.String(), id: Type.String() });
