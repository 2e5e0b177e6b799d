import type { Finding } from '../finding.ts';
import { type Container, containerOf } from '../image/container.ts';
import { type DecodedImage, decodeMiddle, type RgbRaster } from '../image/decode.ts';
import { UnreadableImage } from '../image/unreadable.ts';
import { foreignData } from '../tamper/foreign.ts';
import { editingTraces, generatedMarks, originOf, type PictureOrigin } from '../tamper/metadata.ts';
import { screenGrid } from '../tamper/screen.ts';
import { screenshot } from '../tamper/screenshot.ts';

/** Origin of a picture: facts of its file apart from its image. */
export interface SeenPicture {
  readonly container: Container;
  readonly origin: PictureOrigin;
  /** The middle of the picture in all its pixels. */
  readonly detail: RgbRaster;
}

/** Side, in pixels, of the middle of a picture that is looked at in full detail. */
const DETAIL_SIDE = 768;

/** Takes the file of a picture apart; libvips works beside. Throws as `decode` does. */
export async function seePicture(bytes: Uint8Array): Promise<SeenPicture> {
  const container = containerOf(bytes);
  if (!container) throw new UnreadableImage('unsupported', 'The file is not a JPEG or PNG image');
  const [detail, origin] = await Promise.all([decodeMiddle(bytes, DETAIL_SIDE), originOf(container)]);
  return { container, origin, detail };
}

/** `screenshot`, `photo_of_screen`, `editing_traces`, `generated_marks` and `foreign_data`, in this order. */
export function judgeOrigin(image: DecodedImage, { container, origin, detail }: SeenPicture): Finding[] {
  return [
    screenshot(image, origin, container.format),
    screenGrid(detail),
    editingTraces(origin),
    generatedMarks(origin),
    foreignData(container),
  ];
}
