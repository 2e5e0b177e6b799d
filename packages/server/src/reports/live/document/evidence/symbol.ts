import { authenticSeal } from '../issuer-data.ts';
import { bestOf, type DocumentReading, hasBarcode } from '../reading.ts';
import type { SymbolPlace } from './evidence.ts';

/** States of the USA that sign the barcode of their cards. Elsewhere in the USA and in Canada a close-up would prove nothing. */
const SIGNING_STATES: readonly string[] = ['CA'];

/** Issuers whose identity cards bear the signed code on the back: Austria since 2021, and the card of the Philippines. */
const ON_BACK: readonly string[] = ['AUT', 'PHL'];

/**
 * The place of a barcode that the issuer may have signed, and that was seen but not read: a close-up may read it. Null without one, and where
 * another signed barcode is authentic already.
 */
export function unreadSymbol(reading: DocumentReading): SymbolPlace | null {
  if (authenticSeal(reading.seals) || !reading.sides.some(({ barcodeUnread }) => barcodeUnread)) return null;
  const type = bestOf(reading, 'documentType')?.value ?? null;
  const country = bestOf(reading, 'issuingCountry')?.value ?? null;
  if (hasBarcode(type, country)) {
    const { issuingState } = reading.analysis.classification;
    return SIGNING_STATES.includes(issuingState ?? '') ? 'bars_on_back' : null;
  }
  return type === 'national_identity_card' && ON_BACK.includes(country ?? '') ? 'square_on_back' : 'square';
}
