import type { CredentialType } from '@bonafide/verification';

/** Elements that a document needs, by the name in each family of types. */
const MDOC = [
  ...['family_name', 'given_name', 'birth_date', 'issue_date', 'expiry_date', 'issuing_country'],
  ...['document_number', 'portrait'],
];
const CLAIMS: Readonly<Record<string, readonly string[]>> = {
  'eu.europa.ec.eudi.pid.1': ['family_name', 'given_name', 'birth_date', 'expiry_date', 'issuing_country', 'portrait'],
  'urn:eudi:pid:1': ['family_name', 'given_name', 'birthdate', 'date_of_expiry', 'issuing_country', 'picture'],
};

/**
 * The paths of the elements or claims of a type (`docType`, `vct`) that are asked for.
 *
 * @param ageOver the age, for a question about nothing else
 */
export function pathsOf(
  type: string,
  { format }: Pick<CredentialType, 'format'>,
  ageOver: number | undefined,
): readonly (readonly [string, ...string[]])[] {
  if (ageOver === undefined) return (CLAIMS[type] ?? MDOC).map((claim) => [claim]);
  return format === 'mso_mdoc'
    ? [[`age_over_${String(ageOver).padStart(2, '0')}`]]
    : [['age_equal_or_over', String(ageOver)]];
}
