import type { FieldErrors } from '../base/errors.ts';
import { identityDocumentTypes } from './document-types.ts';
import type { CheckSubject, Need } from './types.ts';

export const BLANK: readonly string[] = ["can't be blank"];

/** A document of any type: content and type have no influence in sandbox. */
export const someDocument: Need = {
  error: 'missing_documents',
  formCollects: true,
  asks: 'identity_document',
  missing: ({ media }) => media.documents.length === 0,
};

export const identityDocument: Need = {
  error: 'missing_documents',
  liveOnly: true,
  formCollects: true,
  asks: 'identity_document',
  missing: ({ media }) =>
    !media.documentIds?.length && !media.documents.some(({ type }) => identityDocumentTypes.has(type)),
};

/** Need for a document of any type. The form asks for one that proves the address. */
export const someProofOfAddress: Need = { ...someDocument, asks: 'address_proof' };

export const documentVideo: Need = {
  error: 'missing_documents',
  liveOnly: true,
  missing: ({ media }) => !media.documents.some(({ hasVideo }) => hasVideo),
};

/** Need for at least one photo, video or motion capture of the applicant. */
export function capture(kind: 'livePhotos' | 'liveVideos' | 'motionCaptures', words: string): Need {
  return {
    error: 'failed_check_requirements',
    formCollects: true,
    ...(kind === 'livePhotos' && { asks: 'live_photo' }),
    missing: ({ media }) => media[kind].length === 0 && { applicant: [`must have ${words}`] },
  };
}

/** A photo that the form asks for, but no check is refused without. */
export const photoIfAsked: Need = { error: 'failed_check_requirements', asks: 'live_photo', missing: () => false };

/** Need for the applicant's location: a network address or a country of residence. */
export const location: Need = {
  error: 'missing_applicant_location',
  formCollects: true,
  asks: 'residence',
  missing: ({ applicant }) => !applicant.location?.ip_address && !applicant.location?.country_of_residence,
};

/** A granted consent, demanded when `when` says that it applies. */
export function consent(name: string, when: (subject: CheckSubject) => boolean = () => true): Need {
  return {
    error: 'missing_applicant_provided_consents',
    asks: 'consent',
    names: [name],
    missing: (subject) => when(subject) && subject.applicant.consents[name] !== true,
  };
}

export const dateOfBirth: Need = {
  error: 'failed_check_requirements',
  liveOnly: true,
  formCollects: true,
  asks: 'date_of_birth',
  missing: ({ applicant }) => !applicant.dob && { applicant: [{ dob: BLANK }] },
};

/** An address with postcode and country, in the US also with state. */
export const address: Need = {
  error: 'failed_check_requirements',
  liveOnly: true,
  formCollects: true,
  asks: 'address',
  missing({ applicant: { address } }) {
    if (!address) return { applicant: [{ address: BLANK }] };
    const parts = address.country === 'USA' ? ['postcode', 'country', 'state'] : ['postcode', 'country'];
    const blank = parts.filter((part) => !address[part as keyof typeof address]);
    return blank.length > 0 && { applicant: [{ address: [blankFields(blank)] }] };
  },
};

export const phoneNumber: Need = {
  error: 'failed_check_requirements',
  formCollects: true,
  asks: 'phone_number',
  missing: ({ applicant }) => !applicant.phone_number && { applicant: [{ phone_number: BLANK }] },
};

/** Need in live for an ID number of one of these types, if `when` says that it applies. */
export function idNumber(types: readonly string[], when: (subject: CheckSubject) => boolean = () => true): Need {
  return {
    error: 'missing_id_numbers',
    liveOnly: true,
    asks: 'id_number',
    names: types,
    missing: (subject) => when(subject) && !subject.applicant.id_numbers.some(({ type }) => types.includes(type)),
  };
}

/** A non-blank object of the request with its required fields. */
export const usDrivingLicence: Need = {
  error: 'validation_error',
  missing({ usDrivingLicence: licence }) {
    if (!licence) return { us_driving_licence: BLANK };
    const blank = ['id_number', 'issue_state'].filter((field) => !licence[field]);
    return blank.length > 0 && { us_driving_licence: [blankFields(blank)] };
  },
};

function blankFields(names: readonly string[]): FieldErrors {
  return Object.fromEntries(names.map((name) => [name, BLANK]));
}
