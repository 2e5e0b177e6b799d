import type { Finding } from '../finding.ts';
import type { PictureOrigin } from '../tamper/metadata.ts';
import { blur } from './blur.ts';
import { damage } from './damage.ts';
import { decode } from './decode.ts';
import { contrast, darkness } from './exposure.ts';
import { glare } from './glare.ts';
import { perceptualHash } from './hash.ts';
import { judgeOrigin, seePicture } from './picture.ts';

/** What a live photo is like, apart from the face in it. */
export interface PhotoAssessment {
  /** Pixels of the picture as a viewer shows it. */
  readonly width: number;
  readonly height: number;
  /** Of the picture itself: `blur`, `glare`, `darkness`, `contrast`, `damage`. */
  readonly quality: readonly Finding[];
  /** Of where it comes from: `screenshot`, `photo_of_screen`, `editing_traces`, `generated_marks`, `foreign_data`. */
  readonly origin: readonly Finding[];
  /** When and with what the picture was taken, by its own account. */
  readonly metadata: PictureOrigin;
  /** See `perceptualHash`. */
  readonly hash: string;
}

/**
 * Looks at a live photo, a JPEG or PNG, as `assessDocument` does at a picture of a document, with the same thresholds, but
 * for what only documents have. Throws `UnreadableImage`.
 */
export async function assessPhoto(bytes: Uint8Array): Promise<PhotoAssessment> {
  const image = await decode(bytes);
  const seen = await seePicture(bytes);
  return {
    width: image.width,
    height: image.height,
    quality: [blur(image.grey), glare(image), darkness(image), contrast(image), damage(image, seen.container)],
    origin: judgeOrigin(image, seen),
    metadata: seen.origin,
    hash: perceptualHash(image.grey),
  };
}
