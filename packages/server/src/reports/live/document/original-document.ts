import { type KnownSpecimen, knownSpecimen, SPECIMEN_BEYOND_DOUBT, WINDOW_BEYOND_DOUBT } from '@bonafide/verification';
import type { LeafFinding } from '../../outcome.ts';
import { clear, consider, doubtful, doubtfulPicture, unassessed } from '../assessment.ts';
import { bestOf, type DocumentReading, figureOf, forensicsOf, worst } from './reading.ts';

/** Findings on the origin of a picture, and the reason keys that they lead to (contract 5.1). */
const COPIES = { screenshot: 'screenshot', photo_of_screen: 'photo_of_screen' } as const;

/**
 * Findings on images that show something else than an original document: the reason key, if the contract has one, and the measure
 * from which no review is needed.
 */
const NOT_ORIGINAL: readonly { name: string; key?: string; beyondDoubt?: number }[] = [
  { name: 'specimen_words', beyondDoubt: SPECIMEN_BEYOND_DOUBT },
  { name: 'software_window', key: 'screenshot', beyondDoubt: WINDOW_BEYOND_DOUBT },
  { name: 'printed_copy' },
  { name: 'screen_copy' },
  { name: 'grey_copy' },
];

/** Findings on pixels that show a copy. The others are about the document itself. */
const COPYING: readonly string[] = ['printed_copy', 'screen_copy', 'grey_copy'];

export interface OriginalOptions {
  /** A video of the document was ordered. */
  readonly video: boolean;
  readonly specimens?: readonly KnownSpecimen[];
}

/**
 * `original_document_present`: whether the pictures show a document that a state issued, and neither a specimen nor a copy.
 * The contract has no other leaf that leads to `suspected` for a copy or specimen: `supported_document` leads to `rejected`.
 */
export function originalDocument(reading: DocumentReading, { video, specimens = [] }: OriginalOptions): LeafFinding {
  const { sides } = reading;
  for (const [name, key] of Object.entries(COPIES)) {
    const finding = worst(sides, name);
    if (finding?.result !== 'fail') continue;
    return consider(finding.reason, { ...figureOf(finding), properties: { [key]: 'consider' } });
  }
  const failed = NOT_ORIGINAL.flatMap((kind) =>
    forensicsOf(sides, kind.name)
      .filter(({ result }) => result === 'fail')
      .map((finding) => ({ ...kind, finding })),
  );
  const specimen = publishedAs(reading, specimens);
  const words = failed.find(({ name }) => name === 'specimen_words');
  const sure = failed.find(({ finding, beyondDoubt = Infinity }) => finding.measure >= beyondDoubt);
  if (sure) {
    const properties = sure.key ? { properties: { [sure.key]: 'consider' } } : {};
    return consider(sure.finding.reason, { ...figureOf(sure.finding), ...properties });
  }
  // A reading may give the number of a specimen by one letter, so it never accuses by itself.
  if (specimen)
    return doubtful([specimen, words?.finding.reason].filter(Boolean).join('. '), words && figureOf(words.finding));
  const [first] = failed;
  if (first) {
    const doubts = failed.every(({ name }) => COPYING.includes(name)) ? doubtfulPicture : doubtful;
    return doubts(failed.map(({ finding }) => finding.reason).join('; '), figureOf(first.finding));
  }
  if (sides.length === 0) return unassessed('No image was uploaded');
  if (video) return doubtful('The images show no screen. Watch the video of the document');
  const finding = worst(sides, 'photo_of_screen');
  return clear(
    'The image shows no sign of a specimen, a screenshot, a paper copy, a screen or a greyscale copy',
    finding && figureOf(finding),
  );
}

/** The published specimen that the document shows; null for any other document. */
function publishedAs(reading: DocumentReading, specimens: readonly KnownSpecimen[]): string | null {
  const value = (field: 'documentNumber' | 'surname' | 'givenNames') => bestOf(reading, field)?.value ?? null;
  const query = { documentNumber: value('documentNumber'), surname: value('surname'), givenNames: value('givenNames') };
  // Only the MRZ has codes for issuers that are not states.
  const country = bestOf(reading, 'issuingCountry')?.value ?? reading.analysis.mrz?.mrz.issuingState ?? null;
  const found = knownSpecimen({ country, ...query }, specimens);
  if (!found) return null;
  const what = found.documentNumber ? `number ${found.documentNumber}` : `holder ${found.surname}, ${found.givenNames}`;
  return `${found.country} has published this document as a specimen (${what}, source: ${found.source})`;
}
