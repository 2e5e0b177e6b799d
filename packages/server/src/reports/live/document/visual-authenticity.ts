import { FACE_THRESHOLDS, type Finding } from '@bonafide/verification';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, doubtfulPicture, unassessed } from '../assessment.ts';
import { portraitBesideChip } from './chip.ts';
import { faceOfCredential, isCredentialAlone, portraitBesideCredential, portraitOfCredential } from './credential.ts';
import { leastAcross } from './evidence/ghost.ts';
import { changed } from './evidence/pixels.ts';
import { type OriginalOptions, originalDocument } from './original-document.ts';
import { bestOf, type DocumentReading, figureOf, forensicsOf, worst } from './reading.ts';

/** `visual_authenticity`: what the pictures themselves show. Leaves that no program here can judge say so. */
export function visualAuthenticity(reading: DocumentReading, known: OriginalOptions): LeafFindings {
  return {
    'visual_authenticity.fonts': fonts(reading),
    'visual_authenticity.picture_face_integrity': pictureFaceIntegrity(reading),
    'visual_authenticity.template': template(reading),
    'visual_authenticity.security_features': unassessed('A still image does not show holograms or relief'),
    'visual_authenticity.original_document_present': originalDocument(reading, known),
    'visual_authenticity.digital_tampering': digitalTampering(reading),
    // Repeats leaves beside it once they are settled: see `outcomeOf`.
    'visual_authenticity.other': unassessed('Summarises the other points of this group'),
    'visual_authenticity.face_detection': faceDetection(reading),
  };
}

/**
 * Most misfit of a zone that is set in OCR-B beyond doubt. The reader knows OCR-B alone: zones of 38 documents, blurred and
 * misprinted ones among them, have 0.013 at most, lines in other type from 0.1.
 */
const OCR_B_MISFIT = 0.03;

/** Findings on letters of the zone that were not printed with the others. */
const FOREIGN_LETTERS = ['zone_glyphs', 'zone_clones'];

function fonts({ analysis: { mrz }, sides }: DocumentReading): LeafFinding {
  for (const name of FOREIGN_LETTERS) {
    const foreign = forensicsOf(sides, name).find(({ result }) => result === 'fail');
    if (foreign) return doubtfulPicture(foreign.reason, figureOf(foreign));
  }
  if (!mrz) return unassessed('Only the font of an MRZ is checked, and this document has none');
  const figure = { measure: mrz.misfit, threshold: OCR_B_MISFIT };
  const misfit = `measured deviation from OCR-B: ${mrz.misfit.toFixed(3)}, maximum ${OCR_B_MISFIT}`;
  return mrz.misfit <= OCR_B_MISFIT
    ? clear(`Font consistency: high (${misfit})`, figure)
    : doubtfulPicture(
        `Font consistency: low (${misfit}). The MRZ does not look like OCR-B. It may be poor print or another font`,
        figure,
      );
}

/** Another version than those that are known is not held against it: only print that is recognised can contradict its layout. */
function template({ sides }: DocumentReading): LeafFinding {
  const found = forensicsOf(sides, 'layout').filter(({ able }) => able);
  const [first] = found.toSorted((a, b) => b.measure - a.measure);
  if (!first) return unassessed('No reference layout exists for this kind and version of document');
  return (first.result === 'fail' ? doubtfulPicture : clear)(first.reason, figureOf(first));
}

function pictureFaceIntegrity(reading: DocumentReading): LeafFinding {
  const { sides, credential } = reading;
  if (credential && isCredentialAlone(reading)) return portraitOfCredential(credential);
  const besideSigned = [portraitBesideChip(reading), portraitBesideCredential(reading)].filter((one) => one !== null);
  const differs = besideSigned.find(({ result }) => result !== 'clear');
  if (differs) return differs;
  const found = sides.map(({ portrait }) => portrait?.agree).filter((agree): agree is Finding => agree != null);
  const across = leastAcross(sides);
  const pixels = changed(sides, ['portrait', 'ghost']);
  if (found.length > 0) {
    const least = found.reduce((a, b) => (b.measure < a.measure ? b : a));
    // Ghosts that are printed in lines may score as strangers do.
    if (least.result === 'fail') return doubtfulPicture(least.reason, figureOf(least));
    if (across === null && !pixels) return clear(least.reason, figureOf(least));
  }
  if (pixels) return doubtfulPicture(pixels.reason, figureOf(pixels));
  if (across === null) {
    return (
      besideSigned[0] ?? unassessed('The document shows only one portrait, so there is nothing to compare it with')
    );
  }
  const figure = { measure: across, threshold: FACE_THRESHOLDS.ghost };
  return across < figure.threshold
    ? doubtful(
        'The portraits on the two sides may show different people. The sides may belong to different documents',
        figure,
      )
    : clear('The portraits on both sides show the same person', figure);
}

/** Findings on pictures and PDFs that were changed after they were made. */
const CHANGES = ['editing_traces', 'text_laid_over', 'text_boxes', 'incremental_updates', 'modified_later'];

function digitalTampering({ sides }: DocumentReading): LeafFinding {
  for (const name of ['generated_marks', 'foreign_data']) {
    const finding = worst(sides, name);
    if (finding?.result === 'fail') return consider(finding.reason, figureOf(finding));
  }
  // Cropping in a gallery leaves the same trace as a forgery, and so does turning pages of a PDF.
  for (const name of CHANGES) {
    const finding = worst(sides, name);
    if (finding?.result === 'fail')
      return doubtfulPicture(`${finding.reason}. What was changed is unknown`, figureOf(finding));
  }
  const drawn = forensicsOf(sides, 'drawn_marks').find(({ result }) => result === 'fail');
  if (drawn) return doubtfulPicture(`${drawn.reason}. The image was changed after it was taken`, figureOf(drawn));
  const pixels = changed(sides, ['zone', 'print']);
  if (pixels) return doubtfulPicture(pixels.reason, figureOf(pixels));
  const edited = worst(sides, 'editing_traces');
  if (!edited) return unassessed('No image was uploaded');
  return clear('No trace of an image editor, an image generator or foreign data', figureOf(edited));
}

function faceDetection(reading: DocumentReading): LeafFinding {
  const { sides } = reading;
  if (reading.credential && isCredentialAlone(reading)) return faceOfCredential(reading.credential);
  if (sides.length === 0) return unassessed('No image was uploaded');
  const faces = sides.reduce((sum, { portrait }) => sum + (portrait ? 1 + portrait.others.length : 0), 0);
  const figure = { measure: faces, threshold: 1 };
  if (faces > 0) return clear(faces === 1 ? 'The document shows 1 face' : `The document shows ${faces} faces`, figure);
  if (bestOf(reading, 'documentType')?.value === 'visa') return unassessed('Not every visa has a portrait', figure);
  return consider('The document shows no face', figure);
}
