import sharp from 'sharp';

/** Pixels between the pictures of a sheet. */
const GAP = 12;

/** Colours of a palette: pages have few, and the drawn faces and passports need some. */
const PALETTE = { palette: true, colours: 64, effort: 10, dither: 0.3 } as const;

/** A picture with a palette of few colours, a third as large. */
export const shrunk = (picture: Buffer): Promise<Buffer> => sharp(picture).png(PALETTE).toBuffer();

/** Pictures of one size side by side, in rows. `width`: of each, in pixels. */
export async function contactSheet(pictures: readonly Buffer[], columns: number, width: number): Promise<Buffer> {
  const small = await Promise.all(pictures.map((picture) => sharp(picture).resize({ width }).png().toBuffer()));
  const { height = 0 } = await sharp(small[0]).metadata();
  const rows = Math.ceil(small.length / columns);
  return sharp({
    create: {
      width: GAP + columns * (width + GAP),
      height: GAP + rows * (height + GAP),
      channels: 3,
      background: '#8a94a3',
    },
  })
    .composite(
      small.map((input, index) => ({
        input,
        left: GAP + (index % columns) * (width + GAP),
        top: GAP + Math.floor(index / columns) * (height + GAP),
      })),
    )
    .png(PALETTE)
    .toBuffer();
}
