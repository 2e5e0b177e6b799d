import { type FieldErrors, invalid } from '../base/errors.ts';
import { errorsOf, object, oneOf, optional } from '../input-rules/rule.ts';
import { type PictureChecks, pictureChecks } from './judge-picture.ts';

const severity = optional(oneOf(['error', 'warn']));
const validations = optional(object(() => Object.fromEntries(pictureChecks.map((check) => [check, severity]))));

/**
 * The checks that a capture SDK requested in the field `sdk_validations` of an upload: JSON text, which the reader of
 * the form has parsed. Undefined when the field is absent; checks that this version doesn't know are ignored.
 * Throws `validation_error`.
 */
export function wantedChecks(sdk_validations: unknown): PictureChecks | undefined {
  const wrong: FieldErrors | null = errorsOf({ sdk_validations }, { sdk_validations: validations });
  if (wrong) throw invalid(wrong);
  if (typeof sdk_validations !== 'object' || sdk_validations === null) return undefined;
  const checks = sdk_validations as PictureChecks;
  return Object.fromEntries(pictureChecks.flatMap((check) => (checks[check] ? [[check, checks[check]]] : [])));
}
