import type { RunOptions } from '../analysis/analyser.ts';
import { type FieldErrors, invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import type { UploadRules } from '../media-files/rules.ts';
import { decodable } from './examine.ts';
import { forClient, laneOf } from './for-client.ts';

/** A picture that an applicant uploads. */
export interface Picture {
  readonly applicantId: string;
  /** Bytes of memory that decoding it takes. */
  readonly weight?: number;
  /** Rules that its upload must keep to. */
  readonly rules: UploadRules;
  /** Reads its bytes, in its turn: pictures that wait take no memory. */
  read(): Promise<Uint8Array>;
}

/** Checks that an upload of a document can request, as capture SDKs name them. */
export const pictureChecks = ['detect_document', 'detect_cutoff', 'detect_glare', 'detect_blur'] as const;
type PictureCheck = (typeof pictureChecks)[number];

/** Requested checks: `error` refuses the picture, `warn` takes it and reports the fault. */
export type PictureChecks = { readonly [C in PictureCheck]?: 'error' | 'warn' | undefined };

/** Findings of checks that only warn. */
export type PictureWarnings = { [C in PictureCheck]?: { valid: boolean } };

/** Checks that `validate_image_quality` requests (contract 6.3). */
export const imageQuality: PictureChecks = { detect_document: 'error', detect_cutoff: 'error', detect_blur: 'error' };

/** Names of the detectors' findings on the wire (contract 6.3 and 14.2). */
const documentFaults: Readonly<Record<string, FieldErrors>> = {
  blur: { detect_blur: ['blur detected in image'] },
  cutoff: { detect_cutoff: ['cutoff document detected in image'] },
  glare: { detect_glare: ['glare detected in image'] },
  document: { document_detection: ['no document in image'] },
};

const fieldOf = (check: PictureCheck) => (check === 'detect_document' ? 'document_detection' : check);

/**
 * Faults of a picture of a document: blur, glare, a document that is cut off, or none. Without analysis of live reports (the
 * setting `analysis`) nobody reads the picture, and only its sharpness is known.
 *
 * Throws `validation_error` for a picture that can't be decoded, and `unavailable` when no process could analyse it: such a
 * picture is never accepted unseen.
 */
export async function faultsOfDocument(ctx: Ctx, picture: Picture): Promise<FieldErrors> {
  const { analyser, decoder, settings } = ctx.services;
  const document = settings.analysis !== 'off';
  const read = async () => ({ bytes: await picture.read(), document });
  // Blur needs no nets.
  const pool = document ? analyser : decoder;
  const findings = await forClient(decodable(picture.rules, pool.run('quality', read, turnOf(ctx, picture))));
  const faults = findings.filter(({ result }) => result === 'fail').flatMap(({ name }) => documentFaults[name] ?? []);
  return Object.assign({}, ...faults);
}

/** Weighs the faults by the requested checks. Throws `validation_error` for checks that refuse. */
export function weigh(faults: FieldErrors, checks: PictureChecks): PictureWarnings {
  const refused: FieldErrors = {};
  const warnings: PictureWarnings = {};
  for (const check of pictureChecks) {
    const fault = faults[fieldOf(check)];
    if (checks[check] === 'warn') warnings[check] = { valid: fault === undefined };
    else if (checks[check] === 'error' && fault !== undefined) refused[fieldOf(check)] = fault;
  }
  if (Object.keys(refused).length > 0) throw invalid(refused, 'quality');
  return warnings;
}

/** Refuses a live photo without exactly one face; throws as `faultsOfDocument` does. For where analysis is on. */
export async function judgeLivePhoto(ctx: Ctx, picture: Picture): Promise<void> {
  const { analyser } = ctx.services;
  const read = async () => ({ bytes: await picture.read() });
  const found = decodable(picture.rules, analyser.run('faces', read, turnOf(ctx, picture)));
  const { measure: faces } = await forClient(found);
  if (faces === 1) return;
  // Capture SDKs distinguish the second from the first by `Multiple faces`, capital and all.
  const message = faces === 0 ? 'no face detected in image' : 'Multiple faces detected in image';
  throw invalid({ face_detection: [message] }, 'quality');
}

function turnOf(ctx: Ctx, { applicantId, weight = 0 }: Picture): RunOptions {
  return { lane: laneOf(ctx, applicantId), weight };
}
