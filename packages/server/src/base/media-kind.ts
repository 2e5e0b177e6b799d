/**
 * A signing document is one that its applicant is to sign. A signed document is what became of it, and a signature receipt says
 * how that was: the service makes both. A snapshot is what the camera saw before a live photo, and binary media are what a document may be made of: both are kept
 * for 15 minutes only, and reports don't see them. A case file is one that a member has attached to the case of the applicant.
 */
export type MediaKind =
  | 'document'
  | 'live_photo'
  | 'id_photo'
  | 'live_video'
  | 'motion_capture'
  | 'document_video'
  | 'signing_document'
  | 'signed_document'
  | 'signature_receipt'
  | 'snapshot'
  | 'binary_media'
  | 'case_file';
