import type { Finding } from '../finding.ts';
import { type Container, containerOf } from '../tamper/container.ts';
import { foreignData } from '../tamper/foreign.ts';
import { editingTraces, generatedMarks, originOf, type PictureOrigin } from '../tamper/metadata.ts';
import { screenGrid } from '../tamper/screen.ts';
import { screenshot } from '../tamper/screenshot.ts';
import { blur } from './blur.ts';
import { colour } from './colour.ts';
import { cutOff } from './cut-off.ts';
import { damage } from './damage.ts';
import { ANALYSIS_SIDE, type DecodedImage, decode, decodeRgb, type RgbRaster } from './decode.ts';
import { contrast, darkness, resolution } from './exposure.ts';
import { glare } from './glare.ts';
import { perceptualHash } from './hash.ts';
import { type Outline, outlineOf } from './outline.ts';
import { documentPresence, type Evidence, type Sight } from './presence.ts';
import { textRows } from './text-rows.ts';
import { severalDocuments } from './two-documents.ts';

/** A picture of a document, looked at once; what others find in it can be added as evidence. */
export interface SeenDocument {
  readonly image: DecodedImage;
  readonly sight: Sight;
  readonly container: Container;
  readonly origin: PictureOrigin;
  /** A part of the picture in all its pixels. */
  readonly detail: RgbRaster;
}

/** What a picture of a document is like, apart from what it says. */
export interface DocumentAssessment {
  /** Of the picture itself: `document`, `cutoff`, `two_documents`, `blur`, `glare`, `darkness` … */
  readonly quality: readonly Finding[];
  /** Of where it comes from: `screenshot`, `photo_of_screen`, `editing_traces`, `generated_marks`, `foreign_data`. */
  readonly origin: readonly Finding[];
  readonly outline: Outline | undefined;
  /** See `perceptualHash`. */
  readonly hash: string;
}

/** Side, in pixels, of the middle of a picture that is looked at in full detail. */
const DETAIL_SIDE = 768;

/** Decodes a JPEG or PNG and looks for print and outlines. Throws `UnreadableImage`. */
export async function seeDocument(bytes: Uint8Array): Promise<SeenDocument> {
  const image = await decode(bytes);
  // Only a JPEG or PNG can be decoded.
  const container = containerOf(bytes)!;
  const { width, height } = image.grey;
  return {
    image,
    sight: { width, height, rows: textRows(image.grey), outline: outlineOf(image.rgb) },
    container,
    origin: await originOf(bytes, container),
    detail: await detailOf(bytes, image),
  };
}

/** Asks every detector. Nothing is decoded again, so this can be done anew when more evidence is there. */
export function assessDocument(seen: SeenDocument, evidence: Evidence = {}): DocumentAssessment {
  const { image, sight, container, origin } = seen;
  return {
    quality: [
      documentPresence(sight, evidence),
      cutOff(sight, evidence),
      severalDocuments(image, sight, evidence),
      blur(image.grey),
      glare(image),
      darkness(image),
      contrast(image),
      resolution(image),
      colour(image),
      damage(image, container),
    ],
    origin: [
      screenshot(image, origin, container.format),
      screenGrid(seen.detail),
      editingTraces(origin),
      generatedMarks(origin),
      foreignData(container),
    ],
    outline: sight.outline,
    hash: perceptualHash(image.grey),
  };
}

async function detailOf(bytes: Uint8Array, image: DecodedImage): Promise<RgbRaster> {
  const { width, height } = image;
  if (Math.max(width, height) <= ANALYSIS_SIDE) return image.rgb;
  const region = {
    width: Math.min(DETAIL_SIDE, width),
    height: Math.min(DETAIL_SIDE, height),
    left: Math.max(0, (width - DETAIL_SIDE) >> 1),
    top: Math.max(0, (height - DETAIL_SIDE) >> 1),
  };
  return (await decodeRgb(bytes, { side: DETAIL_SIDE, region })).rgb;
}
