import { type Format, formatOfExtension, formatOfMediaType, formats } from './format.ts';
import { formatNames, refused, type UploadRules } from './rules.ts';

export interface FileType {
  readonly format: Format;
  /** Media type by the bytes, whatever spelling the client claimed: `image/jpeg`. */
  readonly mediaType: string;
  /** Extension of the file's name if it fits the format, else the format's usual one: `jpg`, `jpeg`, `png`, … */
  readonly extension: string;
}

/** Media types that claim nothing, as clients send them that don't know better. */
const NO_CLAIM = ['', 'application/octet-stream', 'binary/octet-stream'];

/**
 * The type of a file by its bytes, if the claims about it agree.
 *
 * `claimed` is the media type that came with it; without one, or with one that says nothing, the bytes decide alone.
 * The extension of `fileName` counts as a claim only when it is one of a format we know: cameras and browsers also name
 * files `blob` or `IMG_1.HEIC`. One picture that claims to be of the other format is taken for what it is: programs convert
 * pictures and keep their names. Throws `validation_error` when the rules don't allow the type or the claims contradict it.
 */
export function checkedType(
  claimed: string | undefined,
  fileName: string,
  sniffed: Format | null,
  rules: UploadRules,
): FileType {
  if (sniffed === null || !rules.formats.includes(sniffed)) {
    throw refused(rules, 'type', `must be a ${formatNames(rules)} file`);
  }
  const { mediaType, extensions } = formats[sniffed];
  const claim = (claimed ?? '').trim().toLowerCase();
  if (!NO_CLAIM.includes(claim) && !agrees(formatOfMediaType(claim), sniffed)) {
    throw refused(rules, 'type', `was sent with a content type that does not match its content (${mediaType})`);
  }
  const extension = extensionOf(fileName);
  const named = formatOfExtension(extension);
  // Only uploads that may be text know its extension.
  const format = named === 'txt' && !rules.formats.includes('txt') ? undefined : named;
  if (format !== undefined && !agrees(format, sniffed)) {
    throw refused(rules, 'type', `has a name that ends in .${extension} but its content is ${mediaType}`);
  }
  return { format: sniffed, mediaType, extension: format === sniffed ? extension : (extensions[0] as string) };
}

/** Formats of pictures. */
const PICTURES: readonly (Format | undefined)[] = ['jpg', 'png'];

function agrees(claimed: Format | undefined, sniffed: Format): boolean {
  return claimed === sniffed || (PICTURES.includes(claimed) && PICTURES.includes(sniffed));
}

/** Extension after the last dot, lower case; empty without a dot. */
function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}
