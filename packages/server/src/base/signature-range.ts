/** Ten digits, wide enough for any file; replaced by numbers of the same width once the file is there. */
export const UNKNOWN_OFFSET = 9_999_999_999;

/** Placeholder of the signed range in a document that is to be signed, as either of our writers of PDFs prints it. */
export const UNKNOWN_RANGE = new RegExp(`/ByteRange \\[ ?0 ${[1, 2, 3].map(() => UNKNOWN_OFFSET).join(' ')} ?\\]`, 'g');
