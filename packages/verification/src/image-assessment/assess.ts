import type { Finding } from '../finding.ts';
import { blur } from '../image/blur.ts';
import { colour } from '../image/colour.ts';
import { cutOff } from '../image/cut-off.ts';
import { damage } from '../image/damage.ts';
import { type DecodedImage, decode } from '../image/decode.ts';
import { contrast, darkness, resolution } from '../image/exposure.ts';
import { glare } from '../image/glare.ts';
import { perceptualHash } from '../image/hash.ts';
import { type Outline, outlineOf } from '../image/outline.ts';
import { documentPresence, type Evidence, type Sight } from '../image/presence.ts';
import { textRows } from '../image/text-rows.ts';
import { severalDocuments } from '../image/two-documents.ts';
import { judgeOrigin, type SeenPicture, seePicture } from './picture.ts';

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

/**
 * Decodes a JPEG or PNG and looks for print and outlines. Throws `UnreadableImage`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { assessDocument, seeDocument } from '@bonafide/verification';
 *
 * const seen = await seeDocument(await readFile('passport.jpg'));
 * console.log(assessDocument(seen).quality);
 */
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

/**
 * Asks every detector. Nothing is decoded again, so this can be done again when more evidence is there.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { assessDocument, seeDocument } from '@bonafide/verification';
 *
 * const { quality } = assessDocument(await seeDocument(await readFile('passport.jpg')));
 * console.log(quality.filter(({ result }) => result === 'fail').map(({ reason }) => reason));
 */
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
