import { UNKNOWN_OFFSET } from '../base/signature-range.ts';

/** Note of a document about its signature. */
export interface SignatureNote {
  readonly reason: string;
  readonly at: Date;
  /** Bytes that the signature may have, with its certificates. */
  readonly room: number;
}

/**
 * Gives a document an invisible signature field (ISO 32000-1, 12.8; PAdES baseline, ETSI EN 319 142-1) with room for the
 * signature that `signFile` writes.
 */
export function placeSignature(doc: PDFKit.PDFDocument, { reason, at, room }: SignatureNote): void {
  // The library writes strings as names, and as text when they are objects.
  const text = (value: string) => Object(value) as string;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET],
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
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    // Printed and locked, as fields of signatures are.
    F: 132,
    T: text('Signature'),
    V: signature,
    P: page.dictionary,
  });
  page.annotations.push(field);
  const form = catalogue.data.AcroForm.data;
  form.Fields.push(field);
  // There are signatures, and a change of the file must be appended to it.
  form.SigFlags = 3;
  // Else readers draw the field again, which changes what was signed.
  delete form.NeedAppearances;
  for (const object of [signature, field]) object.end(null);
}
