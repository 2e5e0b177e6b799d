import { documentTriggers } from '../sandbox/triggers.ts';
import { clearBreakdown } from './breakdown.ts';
import { type DocumentVariant, processDocument } from './live/document/process.ts';
import { documentVideo, identityDocument, someDocument } from './needs.ts';
import type { BreakdownTree, Properties, ReportApplicant, ReportType } from './types.ts';

export const documentTree = {
  data_comparison: [
    'issuing_country',
    'gender',
    'date_of_expiry',
    'last_name',
    'document_type',
    'document_numbers',
    'first_name',
    'date_of_birth',
  ],
  data_validation: [
    'gender',
    'date_of_birth',
    'document_numbers',
    'document_expiration',
    'expiry_date',
    'mrz',
    'barcode',
  ],
  image_integrity: ['image_quality', 'conclusive_document_quality', 'supported_document', 'colour_picture'],
  visual_authenticity: [
    'fonts',
    'picture_face_integrity',
    'template',
    'security_features',
    'original_document_present',
    'digital_tampering',
    'other',
    'face_detection',
  ],
  data_consistency: [
    'date_of_expiry',
    'document_numbers',
    'issuing_country',
    'document_type',
    'date_of_birth',
    'gender',
    'multiple_data_sources_present',
    'first_name',
    'last_name',
    'nationality',
  ],
  police_record: [],
  compromised_document: ['document_database', 'repeat_attempts'],
  age_validation: ['minimum_accepted_age'],
  issuing_authority: ['nfc_active_authentication', 'nfc_passive_authentication'],
} as const satisfies BreakdownTree;

/** What the sandbox reads from a document when no document type is asked for. */
export function sandboxProperties({ first_name, last_name }: ReportApplicant): Properties {
  return {
    date_of_birth: '1990-01-01',
    date_of_expiry: '2031-05-28',
    document_numbers: [{ type: 'document_number', value: '999999999' }],
    document_type: 'passport',
    first_name,
    gender: null,
    issuing_country: 'GBR',
    last_name,
    nationality: null,
  };
}

function addressInformation({ first_name, last_name }: ReportApplicant): Properties {
  return {
    address_lines: {
      street_address: '1 SAMPLE STREET',
      city: 'LONDON',
      state: '',
      postal_code: 'SW4 6EH',
      country: 'United Kingdom',
      country_code: 'GBR',
    },
    barcode: [
      {
        first_name,
        last_name,
        document_type: 'driving_licence',
        date_of_birth: '1990-01-01',
        date_of_expiry: '2031-05-28',
        issuing_country: 'GBR',
        document_number: '999999999',
      },
    ],
  };
}

const validity = { obtainment_date: '2010-01-01', expiry_date: '2031-05-28' };

function drivingLicenceInformation(): Properties {
  return { driving_licence_information: [{ category: 'B', ...validity, codes: '01' }] };
}

function driverVerification(): Properties {
  return {
    drivers_licence: true,
    restricted_licence: false,
    raw_licence_category: 'Driver license',
    raw_vehicle_classes: 'B',
    manual_transmission_restriction: false,
    vehicle_class_details: [{ category: 'B', codes: '01', ...validity }],
    passenger_vehicle: { is_qualified: true, ...validity },
  };
}

interface Variant extends DocumentVariant {
  /** Sandbox properties beside those of the plain report. */
  extra?(applicant: ReportApplicant): Properties;
}

function documentReport<Name extends string>(name: Name, variant: Variant = {}): ReportType<Name> {
  return {
    name,
    family: 'document',
    acceptsDocumentIds: true,
    uses: { documents: 'identity' },
    needs: variant.video ? [someDocument, identityDocument, documentVideo] : [someDocument, identityDocument],
    tree: documentTree,
    sandbox: {
      clear({ applicant }, reading) {
        const absent = ['issuing_authority', ...(reading?.barcodeRead ? [] : ['data_validation.barcode'])];
        const breakdown = clearBreakdown(documentTree, { absent });
        if (reading === undefined) {
          return { breakdown, properties: { ...sandboxProperties(applicant), ...variant.extra?.(applicant) } };
        }
        breakdown.data_validation!.breakdown!.mrz!.result = reading.mrz;
        const address_lines = variant.address && reading.addressLines;
        return { breakdown, properties: { ...reading.properties, ...(address_lines && { address_lines }) } };
      },
      consider: () => documentTriggers.consider,
    },
    process: (subject, tools) => processDocument({ family: 'document', tree: documentTree }, variant, subject, tools),
  };
}

export const documentReports = [
  documentReport('document'),
  documentReport('document_with_address_information', { address: true, extra: addressInformation }),
  documentReport('document_with_driving_licence_information', { licence: true, extra: drivingLicenceInformation }),
  documentReport('document_with_driver_verification', { driver: true, extra: driverVerification }),
  documentReport('document_video', { video: true }),
  documentReport('document_video_with_address_information', { video: true, address: true, extra: addressInformation }),
] as const;
