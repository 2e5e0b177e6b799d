/** Pixels that a logo has at most either way as it is shown; it is sent with twice as many, for screens that have them. */
const SIDE = 144;

/** Characters of a logo at most: a message has a megabyte. */
const LONGEST = 300_000;

/**
 * A page's logo as the data of a picture, so that a phone shows it without a request: its page may ask no server but
 * the service. Undefined where the picture can't be loaded, or may not be read.
 */
export async function logoFrom(address: string | undefined): Promise<string | undefined> {
  if (!address) return undefined;
  try {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = address;
    await image.decode();
    // Drawings without a size of their own have none here.
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image;
    const scale = Math.min(1, (2 * SIDE) / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return goodLogo(canvas.toDataURL('image/png'));
  } catch {
    return undefined;
  }
}

/** Returns the claimed logo if it is a valid one. */
export const goodLogo = (said: unknown): string | undefined =>
  typeof said === 'string' && said.length < LONGEST && /^data:image\/png;base64,[\w+/=]+$/.test(said)
    ? said
    : undefined;
