import type { Finding } from '@bonafide/verification';
import { AnalysisFailed } from '../../analysis/analyser.ts';
import { type FieldErrors, invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../ctx.ts';

/** How the wire of v3 names what is wrong with a picture of a document (section 4 of the v3 document). */
const documentFaults: Readonly<Record<string, FieldErrors>> = {
  blur: { detect_blur: ['blur detected in image'] },
  cutoff: { detect_cutoff: ['cutoff document detected in image'] },
  document: { document_detection: ['no document in image'] },
};

/** Seconds after which an upload may be tried again that no analyser could look at. */
const RETRY_AFTER = 5;

/**
 * Refuses a picture of a document that is blurred, cut off, or shows none. Without analysis of live reports (the setting
 * `analysis`) nobody reads the picture, and only its sharpness counts.
 *
 * Throws `validation_error`, or `unavailable` when the analyser gave up: such a picture is never taken unseen.
 */
export async function judgeDocumentPicture({ services }: Ctx, bytes: Uint8Array): Promise<void> {
  const { analyser, settings } = services;
  const findings = await answered(analyser.run('quality', { bytes, document: settings.analysis === 'on' }));
  const faults = findings.filter(({ result }) => result === 'fail').flatMap(({ name }) => documentFaults[name] ?? []);
  if (faults.length > 0) throw invalid(Object.assign({}, ...faults));
}

/** Refuses a live photo without exactly one face. Throws as `judgeDocumentPicture` does; looks only where analysis is on. */
export async function judgeLivePhoto({ services }: Ctx, bytes: Uint8Array): Promise<void> {
  const { analyser, settings } = services;
  if (settings.analysis === 'off') return;
  const { measure: faces }: Finding = await answered(analyser.run('faces', { bytes }));
  if (faces === 1) return;
  throw invalid({ face_detection: [faces === 0 ? 'no face detected in image' : 'multiple faces detected in image'] });
}

async function answered<T>(findings: Promise<T>): Promise<T> {
  try {
    return await findings;
  } catch (error) {
    throw error instanceof AnalysisFailed ? problem('unavailable', { retryAfter: RETRY_AFTER }) : error;
  }
}
