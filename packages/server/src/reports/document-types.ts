/**
 * Every type of uploaded document, with its uses: `identity` identifies a person, `address` is supported by
 * proof of address reports (contract 9.7). A document of type `unknown` is classified later.
 */
const table = {
  passport: 'identity',
  driving_licence: 'identity',
  national_identity_card: 'identity',
  residence_permit: 'identity',
  passport_card: 'identity',
  tax_id: 'identity',
  visa: 'identity',
  voter_id: 'identity',
  residence_status_document: 'identity',
  postal_identity_card: 'identity',
  social_security_card: 'identity',
  work_permit: 'identity',
  asylum_registration_card: 'identity',
  national_health_insurance_card: 'identity',
  municipality_identity_card: 'identity',
  private_operators_card: 'identity',
  proof_of_citizenship: 'identity',
  service_id_card: 'identity',
  immigration_status_document: 'identity',
  indigenous_card: 'identity',
  vehicle_registration_card: 'other',
  certificate_of_naturalisation: 'identity',
  professional_qualification_card: 'identity',
  consular_id: 'identity',
  international_driving_licence: 'identity',
  home_office_letter: 'other',
  birth_certificate: 'other',
  vehicle_registration_certificate: 'other',
  form_for_affixing_the_visa: 'other',
  identification_number_document: 'identity',
  adoption_certificate: 'other',
  bank_building_society_statement: 'address',
  bank_statement: 'other',
  benefit_letters: 'address',
  cbt: 'other',
  certificate_of_sponsorship: 'other',
  character_reference: 'other',
  civil_partnership_certificate: 'other',
  council_tax: 'address',
  credit_card_statement: 'other',
  deed_poll: 'other',
  divorce_absolute_decree: 'other',
  educational_statement: 'other',
  electricity_bill: 'address',
  gas_bill: 'address',
  government_letter: 'other',
  internet_bill: 'address',
  marriage_certificate: 'other',
  motorcycle_insurance: 'other',
  national_insurance_card: 'identity',
  naturalisation_certificate: 'identity',
  non_uk_driving_licence: 'identity',
  p45_p60: 'other',
  payslip: 'other',
  phone_bill: 'address',
  professional_identification_card: 'identity',
  right_to_work_share_code_result: 'other',
  statement_fact: 'other',
  t4_student_university_term_dates_evidence: 'other',
  uk_biometric_residence_permit: 'identity',
  uk_driving_licence: 'identity',
  unknown: 'identity',
  utility_bill: 'address',
  utility_bill_electric: 'other',
  utility_bill_gas: 'other',
  utility_bill_other: 'other',
  water_bill: 'address',
  address_certificate: 'address',
  general_letter: 'address',
  insurance_statement: 'address',
  pension_property_statement_letter: 'address',
  mortgage_statement: 'address',
  mobile_phone_bill: 'address',
  identity_document_with_address: 'address',
  exchange_house_statement: 'address',
  accommodation_tenancy_certificate: 'address',
  diplomatic_id: 'identity',
  travel_document: 'identity',
} as const satisfies Record<string, 'identity' | 'address' | 'other'>;

export type DocumentType = keyof typeof table;

/** The types in the order of the API description. */
export const documentTypes = Object.keys(table) as DocumentType[];

const typesOf = (use: 'identity' | 'address'): ReadonlySet<string> =>
  new Set(documentTypes.filter((type) => table[type] === use));

/** The types that identify a person. */
export const identityDocumentTypes = typesOf('identity');

/** The types that a proof of address report supports. */
export const addressProofTypes = typesOf('address');
