import { buffer } from 'node:stream/consumers';
import { isoDate } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { parseChip } from '../../media-files/chip.ts';
import { type Extraction, extractionOf } from '../../reports/extraction.ts';
import { readChip } from '../../reports/live/document/chip.ts';
import { imageIntegrity, isRefused } from '../../reports/live/document/image-integrity.ts';
import { analyseDocument } from '../../reports/live/document/process.ts';
import { documentProperties } from '../../reports/live/document/properties.ts';
import type { DocumentReading } from '../../reports/live/document/reading.ts';
import type { DocumentRef, Properties } from '../../reports/types.ts';
import { sandboxOutcome } from '../../sandbox/outcome.ts';
import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../ctx.ts';
import { getMedia, mediaBytes } from './get.ts';
import { documentRef, type Media } from './media.ts';

/**
 * What a document says. In sandbox that is what its document report would tell, whatever was uploaded. Throws
 * `resource_not_found`, `gone`, `extraction_failed` for a document that can't be read, `unavailable`.
 */
export async function extractDocument(ctx: Ctx, documentId: string): Promise<Extraction> {
  const document = await getMedia(ctx, 'document', documentId);
  return extractionOf(ctx.sandbox ? await sandboxProperties(ctx, document) : await readProperties(ctx, document));
}

async function sandboxProperties(ctx: Ctx, document: Media): Promise<Properties> {
  const outcome = sandboxOutcome({
    report: 'document_with_address_information',
    generation: '3.6',
    applicant: await getApplicant(ctx, document.applicant_id),
    media: { documents: [documentRef(document)], livePhotos: [], liveVideos: [], motionCaptures: [], idPhotos: [] },
    checkCreatedAt: ctx.now(),
  });
  return outcome.properties;
}

async function readProperties(ctx: Ctx, document: Media): Promise<Properties> {
  const { settings } = ctx.services;
  if (settings.analysis === 'off') throw problem('extraction_failed');
  const reading = await readOne(ctx, document, documentRef(document));
  const integrity = imageIntegrity(reading, settings.sanctionedCountries);
  if (isRefused(integrity['image_integrity.image_quality'], integrity['image_integrity.supported_document'])) {
    throw problem('extraction_failed');
  }
  return documentProperties(reading);
}

async function readOne(ctx: Ctx, document: Media, ref: DocumentRef): Promise<DocumentReading> {
  const today = isoDate(ctx.now());
  const bytes = await buffer(await mediaBytes(ctx, document));
  const data = document.extension === 'json' ? parseChip(bytes) : null;
  const files = data ? [] : [{ id: document.id, bytes, mediaType: document.media_type }];
  const analysis = await analyseDocument(ctx.services.analyser, files, today);
  const sides = analysis.sides.filter((side) => side.unreadable === undefined);
  return { analysis, sides, uploads: [ref], chip: data && readChip(data, today), today };
}
