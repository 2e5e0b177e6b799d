import { UNKNOWN_OFFSET, UNKNOWN_RANGE } from '../base/signature-range.ts';
import type { SignatureNote } from './signature.ts';
import { hazardIn } from './signing-hazards.ts';

/** A PDF that is to be signed. */
export interface SignableOrder extends SignatureNote {
  readonly bytes: Uint8Array;
}

/**
 * Appends a place for a signature to a PDF of another party, as an incremental update (ISO 32000-1, 7.5.6): not one byte before
 * it changes, so that what a reader sees is what the applicant has read, and earlier signatures still hold.
 *
 * @returns `refused`, in words that follow "the document", where that can't be done
 */
export async function signable({ bytes, reason, at, room }: SignableOrder) {
  // Costs a quarter of a second to load.
  const library = await import('@cantoo/pdf-lib');
  const { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } = library;
  try {
    const document = await PDFDocument.load(bytes, {
      forIncrementalUpdate: true,
      updateMetadata: false,
      ignoreEncryption: true,
    });
    if (document.isEncrypted) return { refused: 'is encrypted' };
    if (document.getPageCount() === 0) return { refused: 'has no pages' };
    const hazard = hazardIn(library, bytes);
    if (hazard !== undefined) return { refused: hazard };
    const { context, catalog } = document;
    const form = catalog.getOrCreateAcroForm();
    const signature = context.register(
      context.obj({
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        SubFilter: 'ETSI.CAdES.detached',
        ByteRange: [0, UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET],
        Contents: PDFHexString.of('00'.repeat(room)),
        M: PDFString.fromDate(at),
        Reason: PDFHexString.fromText(reason),
      }),
    );
    const page = document.getPage(0);
    // A field needs a unique name in the document: the number of an object is one.
    const name = PDFString.of(`Signature${signature.objectNumber}`);
    const field = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        Rect: [0, 0, 0, 0],
        F: 132,
        T: name,
        V: signature,
        P: page.ref,
      }),
    );
    page.node.addAnnot(field);
    form.addField(field);
    form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3));
    const file = await document.save({ useObjectStreams: false, updateFieldAppearances: false, addDefaultPage: false });
    const kept = Buffer.from(file.buffer, file.byteOffset, bytes.length).equals(bytes);
    // What is appended repeats parts of the document: none may pass for the place of our signature.
    const places = Buffer.from(file.subarray(bytes.length)).toString('latin1').match(UNKNOWN_RANGE);
    return kept && places?.length === 1 ? { file } : { refused: 'cannot be added to' };
  } catch {
    return { refused: 'is damaged' };
  }
}
