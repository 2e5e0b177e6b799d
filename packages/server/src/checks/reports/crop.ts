import { buffer } from 'node:stream/consumers';
import { recordAudit } from '../../audit/record.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { forClient, laneOf } from '../../media/for-client.ts';
import { getMedia, mediaBytes } from '../../media/get.ts';
import { storedWeight } from '../../media-files/decode-weight.ts';
import type { PictureFormat } from '../../media-files/picture-header.ts';
import { getReport } from '../../reports/records/get.ts';

/** Margin around a part, in shares of the longer side of its box: a heat map is whole, letters need their line. */
const MARGIN: Readonly<Record<string, number>> = { portrait: 0.5, ghost: 0.5, zone: 0.03, barcode: 0.05, field: 0.15 };

/** Pictures whose header says how much memory they take. */
export const pictureFormats: Readonly<Record<string, PictureFormat>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/**
 * A part of an uploaded picture of a report as PNG (see `PicturePart`). The audit records who opened it before the picture is
 * sent. Throws `resource_not_found` for a report or part that isn't there, `gone` with its applicant, and `unavailable` when
 * no process could cut it.
 */
export async function reportCrop(ctx: Ctx, reportId: string, partId: string): Promise<Buffer> {
  const report = await getReport(ctx, reportId);
  const part = report.assessment?.parts?.find(({ id }) => id === partId);
  if (!part) throw notFound('Crop', partId);
  const media = await getMedia(ctx, 'document', part.media_id, report.applicant_id);
  const heat = part.heat && { ...part.heat, values: new Uint8Array(Buffer.from(part.heat.values, 'base64')) };
  const order = async () => ({
    bytes: new Uint8Array(await buffer(await mediaBytes(ctx, media))),
    mediaType: media.media_type,
    page: part.page,
    box: part.box,
    margin: MARGIN[part.kind] ?? 0,
    ...(heat && { heat }),
  });
  const format = pictureFormats[media.media_type];
  const weight = format ? await storedWeight(format, await mediaBytes(ctx, media)) : 0;
  const turn = { lane: laneOf(ctx, report.applicant_id), weight };
  const crop = await forClient(ctx.services.decoder.run('pictureCrop', order, turn));
  await recordAudit(ctx, { action: 'crop_opened', object_id: report.id, details: { part: part.id } });
  return Buffer.from(crop);
}
