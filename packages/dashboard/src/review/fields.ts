/** Fields of a picture's parts by the names of properties and leaves. */
const fields: Readonly<Record<string, string>> = {
  first_name: 'givenNames',
  last_name: 'surname',
  date_of_birth: 'dateOfBirth',
  date_of_expiry: 'dateOfExpiry',
  expiry_date: 'dateOfExpiry',
  document_expiration: 'dateOfExpiry',
  document_numbers: 'documentNumber',
  gender: 'sex',
  nationality: 'nationality',
  issuing_country: 'issuingState',
};

/** The field that a property or the path of a leaf is about; null where no single one is. */
export const fieldOf = (path: string): string | null => fields[path.split('.').at(-1) as string] ?? null;
