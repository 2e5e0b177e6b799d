import type { Version } from '../../base/versions.ts';
import { flag } from '../breakdown.ts';
import type { OutcomePatch, SubResult } from '../outcome.ts';
import type { Family } from '../types.ts';

/**
 * The trigger tables: which name (exact, by case and spaces) flags which leaf. Nothing here decides which of several
 * triggers wins; that is `precedence.ts`. Document types asked for by the last name are in `specimens/`.
 */
export interface Trigger {
  readonly name: string;
  /** `facial` means the photo reports, in v2 also video and motion. */
  readonly appliesTo: 'document' | 'facial';
  /** Known to v1 and v2 only. */
  readonly beforeV3?: true;
  readonly effect: OutcomePatch;
}

/** `last_name` that makes every report `consider`. Another case is an ordinary name. */
export const CONSIDER = 'Consider';

/** `last_name` of v1 that makes an identity report `unidentified`. */
export const UNIDENTIFIED = 'Unidentified';

const supportedDocument = flag('image_integrity', { supported_document: null }, 'rejected');
const imageQuality = flag('image_integrity', { image_quality: null }, 'rejected');
const fonts = flag('visual_authenticity', { fonts: null, other: null }, 'suspected');
const securityFeatures = flag('visual_authenticity', { security_features: null, other: null }, 'suspected');
const documentFaceDetection = flag('visual_authenticity', { face_detection: null }, 'caution');
const documentNumbers = flag('data_validation', { document_numbers: null }, 'suspected');
const documentType = flag('data_consistency', { document_type: null }, 'suspected');
const missingBack = flag(
  'image_integrity',
  { image_quality: null, conclusive_document_quality: { missing_back: 'consider' } },
  'rejected',
);
/** The property shows the mismatch; every specimen of a document type bears this last name already. */
const lastName = { ...flag('data_comparison', { last_name: null }, 'caution'), properties: { last_name: 'SPECIMEN' } };

export const spoofing = flag('visual_authenticity', { spoofing_detection: { score: 0.0512 } });
const faceMatch = flag('face_comparison', { face_match: { score: 0.1512 } });
/** Patch of a breakdown that takes `faceMatch` back. */
export const faceMatchPassed = {
  face_comparison: {
    result: 'clear',
    breakdown: { face_match: { result: 'clear', properties: { score: 0.6512 } } },
  },
} as const;
const faceDetected = flag('image_integrity', { face_detected: null });
const sourceIntegrity = flag('image_integrity', {
  source_integrity: {
    digital_tampering: 'consider',
    fake_webcam: 'clear',
    time_of_capture: 'clear',
    emulator: 'clear',
    reasons: 'image_editor',
  },
});

/** `first_name` strings. */
export const firstNameTriggers: readonly Trigger[] = [
  { name: 'Image Integrity - Supported Document', appliesTo: 'document', effect: supportedDocument },
  { name: 'Image Integrity - Image Quality', appliesTo: 'document', effect: imageQuality },
  { name: 'Visual Authenticity - Fonts', appliesTo: 'document', effect: fonts },
  { name: 'Visual Authenticity - Security Features', appliesTo: 'document', effect: securityFeatures },
  { name: 'Visual Authenticity - Face Detection', appliesTo: 'document', effect: documentFaceDetection },
  { name: 'Data Validation - Document Numbers', appliesTo: 'document', effect: documentNumbers },
  { name: 'Data Consistency - Document Type', appliesTo: 'document', effect: documentType },
  { name: 'Visual Authenticity - Spoofing Detection', appliesTo: 'facial', effect: spoofing },
  { name: 'Face Comparison - Face Match', appliesTo: 'facial', effect: faceMatch },
  { name: 'Image Integrity - Source Integrity', appliesTo: 'facial', effect: sourceIntegrity },
  { name: 'Image Integrity - Face Detected', appliesTo: 'facial', effect: faceDetected },
];

/** Sub-results of document reports, asked for by the request's `sub_result`. */
export const subResultEffects: Readonly<Record<SubResult, OutcomePatch>> = {
  clear: {},
  rejected: imageQuality,
  suspected: securityFeatures,
  caution: lastName,
};

/** `last_name` strings that ask for a sub-result. */
export const lastNameTriggers: readonly Trigger[] = [
  { name: 'clear', appliesTo: 'document', effect: subResultEffects.clear },
  { name: 'rejected', appliesTo: 'document', effect: subResultEffects.rejected },
  { name: 'suspected', appliesTo: 'document', effect: subResultEffects.suspected },
  { name: 'caution', appliesTo: 'document', effect: subResultEffects.caution },
  { name: 'FRA ID 1994 front only rejected', appliesTo: 'document', beforeV3: true, effect: missingBack },
];

/** Generic `consider`: asked for without naming a leaf. Reports of other families carry theirs themselves. */
export const documentTriggers = { consider: securityFeatures };
export const facialTriggers = { consider: faceMatch };

const photoReports: readonly string[] = ['facial_similarity_photo', 'facial_similarity_photo_fully_auto'];

/** The effect of a name on a report by one of the tables, undefined when the name is not a trigger for it. */
export function triggered(
  table: readonly Trigger[],
  name: string,
  report: { readonly name: string; readonly family: Family },
  { generation }: Version,
): OutcomePatch | undefined {
  const found = table.find((trigger) => trigger.name === name && (!trigger.beforeV3 || generation < 3));
  if (found?.appliesTo !== report.family) return undefined;
  const applies = report.family !== 'facial' || generation < 3 || photoReports.includes(report.name);
  return applies ? found.effect : undefined;
}
