import { createHash } from 'node:crypto';

/** What a document says of its signature. */
export interface SignatureNote {
  readonly reason: string;
  readonly at: Date;
  /** Bytes that the signature may have, with its certificates. */
  readonly room: number;
}

/** Ten digits, wide enough for any file; replaced by numbers of the same width once the file is there. */
const UNKNOWN = 9_999_999_999;
const RANGE = `/ByteRange [0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;

/**
 * Gives a document an invisible signature field (ISO 32000-1, 12.8; PAdES baseline, ETSI EN 319 142-1) with room for what
 * `signFile` writes into it.
 */
export function placeSignature(doc: PDFKit.PDFDocument, { reason, at, room }: SignatureNote): void {
  // The library writes strings as names, and as text when they are objects.
  const text = (value: string) => Object(value) as string;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: Buffer.alloc(room),
    M: at,
    Reason: text(reason),
  });
  // The library makes fields that people fill in; what makes one a signature goes past its public side.
  doc.initForm();
  const { page, _root: catalogue } = doc as unknown as {
    page: { dictionary: PDFKit.PDFKitReference; annotations: unknown[] };
    _root: { data: { AcroForm: { data: { Fields: unknown[]; NeedAppearances?: boolean; SigFlags?: number } } } };
  };
  const field = doc.ref({
    ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0] },
    // Printed and locked, as fields of signatures are.
    ...{ F: 132, T: text('Signature'), V: signature, P: page.dictionary },
  });
  page.annotations.push(field);
  const form = catalogue.data.AcroForm.data;
  form.Fields.push(field);
  // There are signatures, and a change of the file must be appended to it.
  form.SigFlags = 3;
  // Else readers draw the field anew, which changes what was signed.
  delete form.NeedAppearances;
  for (const one of [signature, field]) one.end(null);
}

/**
 * Signs a file that has a place for it: everything but the signature itself is covered. `sign` gets the SHA-256 of that and
 * answers a detached CMS signature. Throws when it finds no room.
 */
export function signFile(file: Uint8Array, sign: (digest: Buffer) => Buffer): Buffer {
  const signed = Buffer.from(file);
  // Text of others is never written so: it is drawn as glyphs, or kept as UTF-16.
  const range = signed.lastIndexOf(RANGE, 'latin1');
  const start = signed.indexOf('<', range, 'latin1');
  const end = signed.indexOf('>', start, 'latin1') + 1;
  if (range < 0 || start < 0 || end <= 0) throw new Error('The document has no place for a signature');
  const found = `/ByteRange [0 ${start} ${end} ${signed.length - end}]`;
  signed.write(found.padEnd(RANGE.length), range, 'latin1');
  const digest = createHash('sha256').update(signed.subarray(0, start)).update(signed.subarray(end)).digest();
  const value = sign(digest).toString('hex');
  if (value.length > end - start - 2) throw new Error('The signature has no room in the document');
  signed.write(value, start + 1, 'latin1');
  return signed;
}
