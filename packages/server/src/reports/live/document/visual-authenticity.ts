import { FACE_THRESHOLDS, type Finding } from '@bonafide/verification';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { portraitBesideChip } from './chip.ts';
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
    'visual_authenticity.security_features': unassessed('One still picture does not show holograms or relief'),
    'visual_authenticity.original_document_present': originalDocument(reading, known),
    'visual_authenticity.digital_tampering': digitalTampering(reading),
    // Repeats leaves beside it once they are settled: see `outcomeOf`.
    'visual_authenticity.other': unassessed('Repeats the leaves beside it'),
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
    if (foreign) return doubtful(foreign.reason, figureOf(foreign));
  }
  if (!mrz) return unassessed('Only the type of a machine readable zone is judged, and there is none');
  const figure = { measure: mrz.misfit, threshold: OCR_B_MISFIT };
  return mrz.misfit <= OCR_B_MISFIT
    ? clear('The zone reads as OCR-B, and no letter of it stands out; other type is not judged', figure)
    : doubtful('The zone reads badly as OCR-B: poor print, or another type', figure);
}

/** Another version than those that are known is no accusation: only print that is recognised can contradict its layout. */
function template({ sides }: DocumentReading): LeafFinding {
  const found = forensicsOf(sides, 'layout').filter(({ able }) => able);
  const [first] = found.toSorted((a, b) => b.measure - a.measure);
  if (!first) return unassessed('No layout of documents of this kind and version is known here');
  return (first.result === 'fail' ? doubtful : clear)(first.reason, figureOf(first));
}

function pictureFaceIntegrity(reading: DocumentReading): LeafFinding {
  const { sides } = reading;
  const besideChip = portraitBesideChip(reading);
  if (besideChip && besideChip.result !== 'clear') return besideChip;
  const found = sides.map(({ portrait }) => portrait?.agree).filter((agree): agree is Finding => agree != null);
  const across = leastAcross(sides);
  const pixels = changed(sides, ['portrait', 'ghost']);
  if (found.length > 0) {
    const least = found.reduce((a, b) => (b.measure < a.measure ? b : a));
    // Ghosts that are printed in lines may score as strangers do.
    if (least.result === 'fail') return doubtful(least.reason, figureOf(least));
    if (across === null && !pixels) return clear(least.reason, figureOf(least));
  }
  if (pixels) return doubtful(pixels.reason, figureOf(pixels));
  if (across === null) {
    return besideChip ?? unassessed('One portrait only: there is no second one to compare it with');
  }
  const figure = { measure: across, threshold: FACE_THRESHOLDS.ghost };
  return across < figure.threshold
    ? doubtful('The portraits on two sides may show two people, as if the sides were of two documents', figure)
    : clear('The portraits on two sides show one person', figure);
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
    if (finding?.result === 'fail') return doubtful(`${finding.reason}: changed in an unknown way`, figureOf(finding));
  }
  const drawn = forensicsOf(sides, 'drawn_marks').find(({ result }) => result === 'fail');
  if (drawn) return doubtful(`${drawn.reason}: it was changed after it was taken`, figureOf(drawn));
  const pixels = changed(sides, ['zone', 'print']);
  if (pixels) return doubtful(pixels.reason, figureOf(pixels));
  const edited = worst(sides, 'editing_traces');
  if (!edited) return unassessed('No picture was uploaded');
  return clear('No trace of an editor, of a generator of pictures or of foreign data', figureOf(edited));
}

function faceDetection(reading: DocumentReading): LeafFinding {
  const { sides } = reading;
  if (sides.length === 0) return unassessed('No picture was uploaded');
  const faces = sides.reduce((sum, { portrait }) => sum + (portrait ? 1 + portrait.others.length : 0), 0);
  const figure = { measure: faces, threshold: 1 };
  if (faces > 0)
    return clear(`${faces === 1 ? 'One portrait' : `A portrait and ${faces - 1} more`} on the document`, figure);
  if (bestOf(reading, 'documentType')?.value === 'visa') return unassessed('Not every visa bears a portrait', figure);
  return consider('No human face on the document', figure);
}
