import { buffer } from 'node:stream/consumers';
import { getApplicant } from '../applicants/get.ts';
import { isoDate } from '../base/clock.ts';
import { problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { type Extraction, extractionOf } from '../reports/extraction.ts';
import { withCenturies } from '../reports/live/document/centuries.ts';
import { contentsOfChip } from '../reports/live/document/chip.ts';
import { imageIntegrity, isRefused } from '../reports/live/document/image-integrity.ts';
import { analyseDocument } from '../reports/live/document/process.ts';
import { documentProperties } from '../reports/live/document/properties.ts';
import type { DocumentReading } from '../reports/live/document/reading.ts';
import type { Properties } from '../reports/outcome.ts';
import { sandboxExtraction } from '../reports/sandbox/extraction.ts';
import { sandboxOutcome } from '../reports/sandbox/outcome.ts';
import { documentReading } from '../reports/sandbox/specimens/index.ts';
import type { DocumentRef } from '../reports/types.ts';
import { forClient, laneOf } from './for-client.ts';
import { getMedia, mediaBytes } from './get.ts';
import { documentRef, type Media } from './media.ts';

/**
 * The data that are read from a document. In sandbox that is one driving licence, whatever was uploaded, unless the applicant's last name asks
 * for a document type. Throws `resource_not_found`, `gone`, `extraction_failed` for a document that can't be read,
 * `unavailable`.
 */
export async function extractDocument(ctx: Ctx, documentId: string): Promise<Extraction> {
  const document = await getMedia(ctx, 'document', documentId);
  return ctx.sandbox ? inSandbox(ctx, document) : extractionOf(await readProperties(ctx, document));
}

/** Extraction in sandbox. The document type that the applicant's last name requests takes precedence over the uploaded type. */
async function inSandbox(ctx: Ctx, document: Media): Promise<Extraction> {
  const applicant = await getApplicant(ctx, document.applicant_id);
  const version = ctx.services.versions.latest;
  if (!documentReading(applicant.last_name, version)) return sandboxExtraction();
  const { properties } = sandboxOutcome({
    report: 'document_with_address_information',
    version,
    applicant,
    media: { documents: [documentRef(document)], livePhotos: [], liveVideos: [], motionCaptures: [], idPhotos: [] },
    checkCreatedAt: ctx.now(),
    region: ctx.services.settings.region,
  });
  return extractionOf(properties);
}

async function readProperties(ctx: Ctx, document: Media): Promise<Properties> {
  const { settings } = ctx.services;
  if (settings.analysis !== 'on') throw problem('extraction_failed');
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
  const lane = laneOf(ctx, document.applicant_id);
  const isChip = document.extension === 'json';
  const data = isChip ? await forClient(ctx.services.decoder.run('chip', { bytes }, { lane })) : null;
  const files = data ? [] : [{ id: document.id, bytes, mediaType: document.media_type }];
  const analysis = await forClient(analyseDocument(ctx.services.analyser, files, { today, lane }));
  const sides = analysis.sides.filter((side) => side.unreadable === undefined);
  const chip = data && contentsOfChip(data, today);
  return withCenturies({ analysis, sides, uploads: [ref], chip, today, westernToday: today }, null);
}
