/** Names of the fields of an address, in the order of the form. */
export const addressFields = [
  ...['flat_number', 'building_number', 'building_name', 'street', 'sub_street'],
  ...['town', 'state', 'postcode', 'country'],
] as const;

/** Types of ID number that the form offers. The service also takes a second spelling of the driving licence. */
export const idNumberTypes = [
  ...['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_licence'],
  ...['share_code', 'voter_id', 'passport', 'other'],
] as const;

/**
 * The body that creates an applicant, from the fields of the form. Empty fields are left out, and so is an address or ID number
 * without any field.
 */
export function applicantOf(values: Readonly<Record<string, string>>): object {
  const below = (name: string) => {
    const entries = Object.entries(values).flatMap(([path, value]) =>
      path.startsWith(`${name}.`) && value.trim() !== '' ? [[path.slice(name.length + 1), value]] : [],
    );
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  };
  const plainFields = Object.entries(values).filter(([name, value]) => !name.includes('.') && value.trim() !== '');
  const idNumber = below('id_numbers');
  return {
    ...Object.fromEntries(plainFields.filter(([name]) => name !== 'consent')),
    address: below('address'),
    location: below('location'),
    id_numbers: idNumber && [idNumber],
    consents: values.consent ? [{ name: 'privacy_notices_read', granted: true }] : undefined,
  };
}
