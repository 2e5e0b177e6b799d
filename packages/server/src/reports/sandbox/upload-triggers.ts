import type { FieldErrors } from '../../base/errors.ts';

interface UploadTrigger {
  /** Part of the file's name, in any case. */
  readonly inFileName: string;
  readonly kind: 'document' | 'live_photo';
  readonly fields: FieldErrors;
}

/**
 * Names of files that ask for a failure in sandbox, where content has no influence, so that clients can test their
 * error paths. An addition of ours. They count only when the upload asks for the validation that would fail:
 * `validate_image_quality` and `sdk_validations` of documents, `advanced_validation` of live photos.
 */
const uploadTriggers: readonly UploadTrigger[] = [
  { inFileName: 'blur', kind: 'document', fields: { detect_blur: ['blur detected in image'] } },
  { inFileName: 'cutoff', kind: 'document', fields: { detect_cutoff: ['cutoff document detected in image'] } },
  { inFileName: 'glare', kind: 'document', fields: { detect_glare: ['glare detected in image'] } },
  { inFileName: 'no_document', kind: 'document', fields: { document_detection: ['no document in image'] } },
  { inFileName: 'no_face', kind: 'live_photo', fields: { face_detection: ['no face detected in image'] } },
  { inFileName: 'two_faces', kind: 'live_photo', fields: { face_detection: ['Multiple faces detected in image'] } },
];

/** The failures that a file's name asks for; empty when it asks for none. */
export function requestedUploadFailure(kind: UploadTrigger['kind'], fileName: string): FieldErrors {
  const name = fileName.toLowerCase();
  const triggers = uploadTriggers.filter((trigger) => trigger.kind === kind && name.includes(trigger.inFileName));
  return Object.assign({}, ...triggers.map(({ fields }) => fields));
}
