import { AnalysisFailed } from '../../analysis/analyser.ts';
import { type FieldErrors, invalid, problem } from '../../base/errors.ts';
import { makeSlots, type Slots } from '../../media-files/decode-slots.ts';
import type { Ctx } from '../ctx.ts';
import type { Services } from '../services.ts';

/** Reads the bytes of a picture, once it is its turn: those that wait take no memory. */
type Picture = () => Promise<Uint8Array>;

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
export async function judgeDocumentPicture({ services }: Ctx, picture: Picture): Promise<void> {
  const { analyser, settings } = services;
  const document = settings.analysis === 'on';
  const findings = await inTurn(services, async () => analyser.run('quality', { bytes: await picture(), document }));
  const faults = findings.filter(({ result }) => result === 'fail').flatMap(({ name }) => documentFaults[name] ?? []);
  if (faults.length > 0) throw invalid(Object.assign({}, ...faults));
}

/** Refuses a live photo without exactly one face. Throws as `judgeDocumentPicture` does; looks only where analysis is on. */
export async function judgeLivePhoto({ services }: Ctx, picture: Picture): Promise<void> {
  const { analyser, settings } = services;
  if (settings.analysis === 'off') return;
  const { measure: faces } = await inTurn(services, async () => analyser.run('faces', { bytes: await picture() }));
  if (faces === 1) return;
  throw invalid({ face_detection: [faces === 0 ? 'no face detected in image' : 'multiple faces detected in image'] });
}

/** Pictures of uploads that are in memory for an analyser, as many at once as there are analysers. */
const turns = new WeakMap<Services, Slots>();

async function inTurn<T>(services: Services, analyse: () => Promise<T>): Promise<T> {
  const slots = turns.get(services) ?? makeSlots(services.settings.analysers);
  turns.set(services, slots);
  try {
    return await slots.run(analyse);
  } catch (error) {
    throw error instanceof AnalysisFailed ? problem('unavailable', { retryAfter: RETRY_AFTER }) : error;
  }
}
