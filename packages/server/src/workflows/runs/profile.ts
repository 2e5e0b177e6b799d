import { type ApplicantData, addressKeys, currentAddress, dataOf } from '../../applicants/applicant.ts';
import { applicantErrors, currentFields, withFields } from '../../applicants/fields.ts';
import { getApplicant } from '../../applicants/get.ts';
import { writeApplicant } from '../../applicants/write.ts';
import { type FieldErrors, invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { country } from '../../input-rules/countries.ts';
import { BLANK, boolean, optional } from '../../input-rules/rule.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { ProfileField, ProfileStep } from '../workflow.ts';

export interface Profile {
  readonly applicantId: string;
  readonly step: ProfileStep;
  /** Data as the client sent it. */
  readonly data: unknown;
}

type Given = Partial<Record<ProfileField, unknown>>;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Picks only these keys: an applicant can't add keys of its own to the stored task. */
const picked = (fields: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Applies a profile to the applicant, under the rules that applicants of v3.6 keep to. What the step doesn't ask for is ignored.
 * The transaction has locked the applicant, so that no other changes it between the read and the write. Throws `validation_error`
 * with the fields of the profile under `data`.
 * @returns the applied fields
 */
export async function saveProfile(ctx: Ctx, tx: ScopedTx, { applicantId, step, data }: Profile): Promise<Given> {
  if (!isObject(data)) throw invalid({ data: ['must be an object'] });
  const fields = [...step.required, ...step.optional];
  const values: Given = picked(data, fields);
  if (isObject(values.address)) values.address = picked(values.address, addressKeys);
  const missing = step.required.filter((field) => isBlank(values[field])).map((field) => [field, [BLANK]] as const);

  const before = dataOf(await getApplicant(ctx, applicantId, tx));
  const input = toInput(values, before);
  const errors = { ...wrongIn(values, input, ctx.now()), ...Object.fromEntries(missing) };
  if (Object.keys(errors).length > 0) throw invalid({ data: [errors] });

  const isKnown = !isBlank(values.address) && isSameAddress(values.address as object, before);
  const changes = { ...input, ...(isKnown && { address: undefined }) };
  const after = withFields(before, changes, currentFields.update, ctx.now());
  if (!isBlank(values.nationality)) after.nationality = String(values.nationality);
  await writeApplicant(ctx, tx, applicantId, after);
  return values;
}

/** The profile as clients send an applicant. An address is sent whole. */
function toInput(
  { country_residence, phone_number_consent_granted, nationality: _, ...same }: Given,
  before: ApplicantData,
) {
  const { ip_address = null } = before.location ?? {};
  return {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => !isBlank(value))),
    ...(!isBlank(country_residence) && { location: { ip_address, country_of_residence: country_residence } }),
    ...(typeof phone_number_consent_granted === 'boolean' && {
      consents: [{ name: 'phone_number_verification', granted: phone_number_consent_granted }],
    }),
  };
}

/** Returns whether an address says nothing new: then it stays unchanged, with its dates. */
function isSameAddress(address: object, before: ApplicantData): boolean {
  const known: Readonly<Record<string, unknown>> | null = currentAddress(before);
  return known !== null && Object.entries(address).every(([key, value]) => (known[key] ?? '') === (value ?? ''));
}

function wrongIn(values: Given, input: Readonly<Record<string, unknown>>, now: number): FieldErrors {
  const { location, ...wrong } = applicantErrors(input, currentFields.update, now) ?? {};
  const nationality = optional(country)(values.nationality === '' ? null : values.nationality);
  const consent = optional(boolean)(values.phone_number_consent_granted);
  return {
    ...wrong,
    ...(location !== undefined && { country_residence: ['is not included in the list'] }),
    ...(nationality.length > 0 && { nationality }),
    ...(consent.length > 0 && { phone_number_consent_granted: consent }),
  };
}
