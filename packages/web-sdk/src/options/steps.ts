import { alpha3 } from '../countries.ts';
import type { AddressDocument } from '../names.ts';
import { SdkProblem, wrong } from '../problems.ts';
import type { Step, StepType } from '../types.ts';
import { anObject, flag, isRecord, listOf, oneOf, type Rule, shape, text } from './rules.ts';

/** Documents that an applicant may be asked to photograph, in the order of the choice. */
export const identityDocuments = ['passport', 'driving_licence', 'national_identity_card', 'residence_permit'] as const;

/** Documents that a wallet can hold. */
export const credentialDocuments = ['driving_licence', 'national_identity_card', 'passport'] as const;

/** Proofs of address, in the order in which they are offered. Only these five are offered where nothing is configured. */
export const commonProofs = [
  'bank_building_society_statement',
  'utility_bill',
  'council_tax',
  'benefit_letters',
  'government_letter',
] as const;

export const addressDocuments: readonly AddressDocument[] = [
  ...commonProofs,
  'accommodation_tenancy_certificate',
  'address_certificate',
  'electricity_bill',
  'exchange_house_statement',
  'gas_bill',
  'general_letter',
  'identity_document_with_address',
  'insurance_statement',
  'internet_bill',
  'mobile_phone_bill',
  'mortgage_statement',
  'pension_property_statement_letter',
  'phone_bill',
  'water_bill',
];

/** Fields that an applicant may be asked to fill in, in order. */
export const profileFields = [
  'first_name',
  'last_name',
  'dob',
  'nationality',
  'email',
  'phone_number',
  'phone_number_consent_granted',
  'country_residence',
  'address',
] as const;

const country: Rule = (value, path) => {
  if (typeof value !== 'string' || !alpha3(value)) throw wrong(path, 'an ISO 3166-1 alpha-3 country code', value);
};

/** `{type: true | {country}}` of known types. */
const choices =
  (known: readonly string[]): Rule =>
  (value, path) => {
    if (!isRecord(value)) throw wrong(path, 'an object', value);
    for (const [type, choice] of Object.entries(value)) {
      if (!known.includes(type)) throw wrong(`${path}.${type}`, `one of ${known.join(', ')}`, type);
      if (typeof choice === 'boolean' || choice === undefined || choice === null) continue;
      shape({ country, id: text })(choice, `${path}.${type}`);
    }
  };

const generic: Rule = (value, path) => {
  shape({ id: text, title: text, subTitle: text, country, pages: oneOf(1, 2) })(value, path);
  const { id, title } = value as Record<string, unknown>;
  if (!id) throw wrong(`${path}.id`, 'a string', id);
  if (!title) throw wrong(`${path}.title`, 'a string', title);
};

const flags = (...names: string[]): Record<string, Rule> => Object.fromEntries(names.map((name) => [name, flag]));

const age: Rule = (value, path) => {
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > 99) {
    throw wrong(path, 'a whole number from 1 to 99', value);
  }
};

const words = { title: text, descriptions: listOf(text), nextButton: text };

const optionRules: Readonly<Record<StepType, Rule>> = {
  welcome: shape(words),
  consent: shape({ ...words, policyUrl: text }),
  userConsent: shape({ ...words, policyUrl: text }),
  document: shape({
    documentTypes: choices([...identityDocuments, 'generic_document']),
    genericDocumentTypes: listOf(generic),
    requestedVariant: oneOf('standard', 'video'),
    ...flags('hideCountrySelection', 'forceCrossDevice', 'useLiveDocumentCapture', 'uploadFallback', 'useWebcam'),
    ...flags('showCountrySelection'),
    digitalCredentials: shape({
      types: listOf(oneOf(...credentialDocuments)),
      links: listOf(oneOf('same_device', 'cross_device')),
      ageOver: age,
      ...flags('fallback', 'isoMdoc'),
    }),
  }),
  poa: shape({ documentTypes: choices(addressDocuments), country }),
  face: shape({
    requestedVariant: oneOf('standard', 'video', 'motion'),
    ...flags('showIntro', 'useMultipleSelfieCapture', 'photoCaptureFallback', 'recordMotionAudio', 'uploadFallback'),
    ...flags('useUploader', 'forceCrossDevice'),
  }),
  data: shape({
    first_name: text,
    last_name: text,
    dob: text,
    email: text,
    phone_number: text,
    ssn: text,
    nationality: country,
    country_residence: country,
    ...flags('phone_number_consent_granted', 'ssn_enabled'),
    address: shape({ country, line1: text, line2: text, line3: text, town: text, state: text, postcode: text }),
    required: listOf(oneOf(...profileFields)),
    optional: listOf(oneOf(...profileFields)),
  }),
  stepUp: shape({}),
  complete: shape({ message: text, submessage: text }),
};

/** Types of earlier builds that no build of today does. */
const UNSUPPORTED = ['auth', 'crossDevice'];

/** Steps in which the applicant gives something. */
const CAPTURING: readonly StepType[] = ['document', 'face', 'poa', 'data', 'stepUp'];

const defaults: readonly Step[] = [{ type: 'welcome' }, { type: 'document' }, { type: 'face' }, { type: 'complete' }];

/** Steps before and after the tasks of a workflow run. */
export const aroundRun: readonly Step[] = [{ type: 'welcome' }, { type: 'complete' }];

/** The steps in their long form. Throws `invalid_sdk_parameter` or `unsupported_feature`. */
export function readSteps(input: unknown): readonly Step[] {
  if (input === undefined || input === null) return defaults;
  if (!Array.isArray(input)) throw wrong('steps', 'an array', input);
  const steps = input.map((step: unknown, i): Step => {
    const path = `steps[${i}]`;
    const { type, options } = (typeof step === 'string' ? { type: step } : step) as Record<string, unknown>;
    if (typeof type === 'string' && UNSUPPORTED.includes(type))
      throw new SdkProblem('unsupported_feature', `${path}: the step ${type} is not supported`);
    if (typeof type !== 'string' || !Object.hasOwn(optionRules, type))
      throw wrong(`${path}.type`, `one of ${Object.keys(optionRules).join(', ')}`, type);
    if (options !== undefined && options !== null) {
      anObject(options, `${path}.options`);
      optionRules[type as StepType](options, `${path}.options`);
    }
    return { type, ...(options ? { options } : {}) } as Step;
  });
  if (!steps.some(({ type }) => CAPTURING.includes(type)))
    throw new SdkProblem('invalid_sdk_parameter', 'steps must hold a step that captures something, such as document');
  return steps;
}
