import { type CheckPdfInput, checkPdf } from './check-pdf.ts';
import { type EvidencePdfInput, evidencePdf } from './evidence-pdf.ts';
import { type ReceiptPdfInput, receiptPdf } from './receipt-pdf.ts';
import { type RunPdfInput, runPdf } from './run-pdf.ts';

/** A document to be drawn, as plain data: it crosses processes. */
export type Drawing =
  | { readonly kind: 'check'; readonly input: CheckPdfInput }
  | { readonly kind: 'timeline'; readonly input: RunPdfInput }
  | { readonly kind: 'evidence'; readonly input: EvidencePdfInput }
  | { readonly kind: 'receipt'; readonly input: ReceiptPdfInput };

/** Draws a document, PDF. */
export function drawPdf(drawing: Drawing): Promise<Uint8Array> {
  switch (drawing.kind) {
    case 'check':
      return checkPdf(drawing.input);
    case 'timeline':
      return runPdf(drawing.input);
    case 'evidence':
      return evidencePdf(drawing.input);
    case 'receipt':
      return receiptPdf(drawing.input);
  }
}
