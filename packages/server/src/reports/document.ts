import { type DocumentVariant, processDocument } from './live/document/process.ts';
import { documentVideo, identityDocument, someDocument } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

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

function documentReport<Name extends string>(name: Name, variant: DocumentVariant = {}): ReportType<Name> {
  return {
    name,
    family: 'document',
    acceptsDocumentIds: true,
    uses: { documents: 'identity' },
    needs: variant.video ? [someDocument, identityDocument, documentVideo] : [someDocument, identityDocument],
    tree: documentTree,
    process: (subject, tools) => processDocument({ family: 'document', tree: documentTree }, variant, subject, tools),
  };
}

export const documentReports = [
  documentReport('document'),
  documentReport('document_with_address_information', { address: true }),
  documentReport('document_with_driving_licence_information', { licence: true }),
  documentReport('document_with_driver_verification', { driver: true }),
  documentReport('document_video', { video: true }),
  documentReport('document_video_with_address_information', { video: true, address: true }),
] as const;
