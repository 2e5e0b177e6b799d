/**
 * A snapshot is what the camera saw before a live photo, and binary media are what a document may be made of: both are kept
 * for 15 minutes only, and reports don't see them.
 */
export type MediaKind =
  | 'document'
  | 'live_photo'
  | 'id_photo'
  | 'live_video'
  | 'motion_capture'
  | 'document_video'
  | 'snapshot'
  | 'binary_media';
