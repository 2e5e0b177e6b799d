import type { Finding } from '../finding.ts';
import { blur } from './blur.ts';
import { colour } from './colour.ts';
import { cutOff } from './cut-off.ts';
import { damage } from './damage.ts';
import { type DecodedImage, decode } from './decode.ts';
import { contrast, darkness, resolution } from './exposure.ts';
import { glare } from './glare.ts';
import { perceptualHash } from './hash.ts';
import { type Outline, outlineOf } from './outline.ts';
import { judgeOrigin, type SeenPicture, seePicture } from './picture.ts';
import { documentPresence, type Evidence, type Sight } from './presence.ts';
import { textRows } from './text-rows.ts';
import { severalDocuments } from './two-documents.ts';

/** A picture of a document, looked at once; what others find in it can be added as evidence. */
export interface SeenDocument extends SeenPicture {
  readonly image: DecodedImage;
  readonly sight: Sight;
}

/** Assessment of a picture of a document, apart from its contents. */
export interface DocumentAssessment {
  /** Findings on the picture itself: `document`, `cutoff`, `two_documents`, `blur`, `glare`, `darkness` … */
  readonly quality: readonly Finding[];
  /** Findings on its origin: `screenshot`, `photo_of_screen`, `editing_traces`, `generated_marks`, `foreign_data`. */
  readonly origin: readonly Finding[];
  readonly outline: Outline | undefined;
  /** See `perceptualHash`. */
  readonly hash: string;
}

/** Decodes a JPEG or PNG and looks for print and outlines. Throws `UnreadableImage`. */
export async function seeDocument(bytes: Uint8Array): Promise<SeenDocument> {
  // Beside each other, on two threads of libvips.
  const seeing = Promise.allSettled([seePicture(bytes)]);
  const image = await decode(bytes);
  const [seen] = await seeing;
  if (seen.status === 'rejected') throw seen.reason;
  return { ...seen.value, image, sight: sightOf(image) };
}

function sightOf({ grey, rgb }: DecodedImage): Sight {
  return { width: grey.width, height: grey.height, rows: textRows(grey), outline: outlineOf(rgb) };
}

/** Asks every detector. Nothing is decoded again, so this can be done anew when more evidence is there. */
export function assessDocument(seen: SeenDocument, evidence: Evidence = {}): DocumentAssessment {
  const { image, sight } = seen;
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
      damage(image, seen.container),
    ],
    origin: judgeOrigin(image, seen),
    outline: sight.outline,
    hash: perceptualHash(image.grey),
  };
}
