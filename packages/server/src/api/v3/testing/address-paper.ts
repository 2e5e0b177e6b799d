import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** Lines of an electricity bill of Jane Ann Doe. */
export const BILL = [
  'Northern Lights Energy plc',
  'PO Box 12, Leeds, LS1 4AP',
  '',
  'Ms Jane Ann Doe',
  '1 Sample Street',
  'London',
  'SW4 6EH',
  '',
  'Your electricity bill',
  'Account number: 8841 2207 31',
  'Bill date: 20 December 2025',
  'Billing period: 18 September 2025 to 17 December 2025',
  '',
  'Electricity used this period: 812 kWh',
  'Standing charge: 91 days at 45.2p',
  'VAT at 5%: £11.04',
  'Total electricity charges: £231.88',
];

/** Lines of an electricity bill of France. */
export const FRENCH_BILL = [
  'Lumière du Nord SA',
  '12 rue de la Gare, 59000 Lille',
  '',
  'Madame Jeanne Martin',
  '7 place des Spécimens',
  '57000 Metz',
  '',
  "Votre facture d'électricité",
  'Numéro de client : 8841 2207 31',
  'Date de facture : 20 décembre 2025',
  'Consommation : 812 kWh',
  'Montant total TTC : 231,88 €',
];

/** A PDF with these lines on its first page, above the least size of an upload. @param pages of the PDF @param symbol picture of a barcode */
export async function paper(
  lines: readonly string[],
  info: object = {},
  { pages = 1, symbol }: { pages?: number; symbol?: Buffer } = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', compress: false, info });
  for (const line of lines) document.fontSize(11).text(line || ' ');
  // Light grey, below the text: a page without it is smaller than any that people send.
  for (let i = 0; i < 900; i += 1) document.rect((i % 30) * 6 + 60, 620 + Math.floor(i / 30) * 4, 2, 2).fill('#eeeeee');
  // 24 mm wide.
  if (symbol) document.image(symbol, 420, 60, { width: 68 });
  for (let page = 1; page < pages; page += 1) document.addPage().fontSize(11).text('Terms of the contract');
  document.end();
  return buffer(document);
}
