import type { Finding } from '../finding.ts';
import { blur } from '../image/blur.ts';
import { damage } from '../image/damage.ts';
import { decode } from '../image/decode.ts';
import { contrast, darkness } from '../image/exposure.ts';
import { glare } from '../image/glare.ts';
import { perceptualHash } from '../image/hash.ts';
import type { PictureOrigin } from '../tamper/metadata.ts';
import { judgeOrigin, seePicture } from './picture.ts';

/** Assessment of a live photo, apart from the face in it. */
export interface PhotoAssessment {
  /** Pixels of the picture as a viewer shows it. */
  readonly width: number;
  readonly height: number;
  /** Findings on the picture itself: `blur`, `glare`, `darkness`, `contrast`, `damage`. */
  readonly quality: readonly Finding[];
  /** Findings on its origin: `screenshot`, `photo_of_screen`, `editing_traces`, `generated_marks`, `foreign_data`. */
  readonly origin: readonly Finding[];
  /** Time and device of the picture, by its own metadata. */
  readonly metadata: PictureOrigin;
  /** See `perceptualHash`. */
  readonly hash: string;
}

/**
 * Assesses a live photo, a JPEG or PNG, with the thresholds of `assessDocument`, without the findings that only documents have.
 * Throws `UnreadableImage`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { assessPhoto } from '@bonafide/verification';
 *
 * const { quality, origin } = await assessPhoto(await readFile('selfie.jpg'));
 * console.log([...quality, ...origin].filter(({ result }) => result === 'fail'));
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
