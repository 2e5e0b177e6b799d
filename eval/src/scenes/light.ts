import sharp from 'sharp';
import { between, pick, type Random } from '../forgeries/random.ts';

/** A sheet of paper, PNG: blank or with rows of marks. */
export async function paperSheet(random: Random, blank: boolean): Promise<Buffer> {
  const [width, height] = random() < 0.4 ? [1000, 707] : [707, 1000];
  const rows = Array.from(
    { length: blank ? 0 : 20 },
    (_, i) =>
      `<path d="M${0.1 * width} ${height * (0.1 + 0.04 * i)}h${width * between(random, 0.4, 0.8)}" stroke="#222" stroke-width="${0.012 * height}" stroke-dasharray="7 4 11 5 4 4"/>`,
  );
  const paper = pick(random, ['#ffffff', '#fcfcfa', '#f6f4ee']);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${rows.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The picture under more light, which falls off from a place in it by up to a share `fall`; JPEG. */
export async function underFlash(
  bytes: Buffer,
  random: Random,
  light: { readonly least: number; readonly most: number; readonly fall: number },
): Promise<Buffer> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [most, fall] = [between(random, light.least, light.most), between(random, 0, light.fall)];
  const [cx, cy, spread] = [between(random, 0.3, 0.7), between(random, 0.3, 0.7), between(random, 0.1, 0.4)];
  const lit = new Uint8ClampedArray(data.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const far = (x / width - cx) ** 2 + (((y / height - cy) * height) / width) ** 2;
      const share = most * (1 - fall + fall * Math.exp(-far / (2 * spread ** 2)));
      const grain = 6 * (random() - 0.5);
      for (let k = 0; k < 3; k++) lit[i + k] = data[i + k]! * share + grain;
    }
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(Buffer.from(lit.buffer), { raw })
    .jpeg({ quality: Math.round(between(random, 60, 92)) })
    .toBuffer();
}

/** A lamp that the laminate mirrors near the middle: a white ellipse at any angle; JPEG. */
export async function lampOver(bytes: Buffer, random: Random, soft: boolean): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(bytes).metadata();
  const radius = Math.sqrt((between(random, 0.005, 0.03) * width * height) / Math.PI) * (soft ? 2 : 1);
  const longer = Math.sqrt(between(random, 1, 1.8));
  const [x, y] = [width * between(random, 0.35, 0.65), height * between(random, 0.4, 0.6)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g">
    <stop offset="0" stop-color="#fff"/><stop offset="${soft ? 0.5 : 0.97}" stop-color="#fff"/>
    <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${x}" cy="${y}" rx="${radius * longer}" ry="${radius / longer}" fill="url(#g)" transform="rotate(${between(random, 0, 180)} ${x} ${y})"/></svg>`;
  return sharp(bytes)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
