import sharp from 'sharp';
import { between, pick, type Random } from '../forgeries/random.ts';
import { developed, GROUNDS } from './grounds.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Longer side of the picture of a phone, in pixels. */
const SIDE = 900;

/**
 * A photograph of a telephone that shows a portrait: its frame is dark or white, wholly or partly in the picture, its corners are
 * round, it is held at an angle, on some by a hand. Returns JPEG and the face's box in it.
 *
 * @param face box of the face in pixels of the upright portrait
 */
export async function onPhone(portrait: Buffer, face: Box, random: Random): Promise<{ bytes: Buffer; box: Box }> {
  const upright = await sharp(portrait)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const { width: w = 1, height: h = 1 } = await sharp(upright).metadata();
  const [width, height] = pick(random, [
    [SIDE, 1.33 * SIDE],
    [SIDE, SIDE],
    [1.33 * SIDE, SIDE],
  ] as const);
  const screen = between(random, 0.4, 0.8) * Math.min(width, height);
  const tall = screen * between(random, 1.4, 2.1);
  const bezel = screen * between(random, 0.025, 0.08);
  const bar = bezel * pick(random, [1, 1, 1.3, 3]);
  const colour = pick(random, ['#0b0b0d', '#18191c', '#050505', '#2a2b2f', '#f2f2f0', '#e6e7e9']);
  const rounded = screen * between(random, 0.02, 0.12);
  // The portrait fills the screen's width or its height.
  const scale = Math.max(screen / w, random() < 0.5 ? tall / h : 0);
  const shown = await sharp(upright)
    .resize(Math.max(1, Math.round(scale * w)), Math.max(1, Math.round(scale * h)))
    .png()
    .toBuffer();
  const clipped = await clip(shown, { face, scale, width: screen, height: tall });
  const [pw, ph] = [Math.round(screen + 2 * bezel), Math.round(tall + 2 * bar)];
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${pw}" height="${ph}"><rect width="${pw}" height="${ph}" rx="${rounded + bezel}" fill="${colour}"/>
    <rect x="${bezel}" y="${bar}" width="${screen}" height="${tall}" rx="${rounded}" fill="#111"/></svg>`;
  const phone = await sharp(Buffer.from(body))
    .composite([{ input: clipped.bytes, left: Math.round(bezel), top: Math.round(bar + clipped.top) }])
    .png()
    .toBuffer();
  const angle = between(random, -12, 12);
  const turned = await sharp(phone).rotate(angle, { background: '#0000' }).png().toBuffer({ resolveWithObject: true });
  // Middle of the face, on the phone, then on the turned phone, then in the picture.
  const [fx, fy] = [bezel + clipped.x - pw / 2, bar + clipped.top + clipped.y - ph / 2];
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [rx, ry] = [fx * cos - fy * sin, fx * sin + fy * cos];
  const partly = random() < 0.4;
  const middle = {
    x: width / 2 + (partly ? between(random, -0.2, 0.2) * width : 0),
    y: height / 2 - ry + between(random, -0.08, 0.08) * height,
  };
  const left = Math.round(middle.x - turned.info.width / 2);
  const top = Math.round(middle.y - turned.info.height / 2);
  const frame = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    right: Math.min(turned.info.width, Math.floor(width) - left),
    bottom: Math.min(turned.info.height, Math.floor(height) - top),
  };
  const visible = await sharp(turned.data)
    .extract({ left: frame.left, top: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top })
    .png()
    .toBuffer();
  const ground = pick(random, ['wood', 'plain and grey', 'plain and light', 'cloth', 'desk'] as const);
  const size = { width: Math.floor(width), height: Math.floor(height) };
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${inner}</svg>`);
  const scene = await sharp(svg(GROUNDS[ground](size.width, size.height, random)))
    .composite([
      { input: visible, left: Math.max(0, left), top: Math.max(0, top) },
      ...(random() < 0.5 ? [{ input: svg(hand(middle, pw, ph, angle, random)) }] : []),
    ])
    .removeAlpha()
    .png()
    .toBuffer();
  const box = {
    left: middle.x + rx - (face.width * scale) / 2,
    top: middle.y + ry - (face.height * scale) / 2,
    width: face.width * scale,
    height: face.height * scale,
  };
  return { bytes: await developed(sharp(scene), size, random), box };
}

/** The part of the portrait that the screen shows, with the face in the middle of its width. `x` and `y`: middle of the face in it. */
async function clip(
  bytes: Buffer,
  { face, scale, width, height }: { face: Box; scale: number; width: number; height: number },
) {
  const { width: w = 1, height: h = 1 } = await sharp(bytes).metadata();
  const [cx, cy] = [(face.left + face.width / 2) * scale, (face.top + face.height / 2) * scale];
  const [cw, ch] = [Math.min(w, Math.round(width)), Math.min(h, Math.round(height))];
  const left = Math.round(Math.min(w - cw, Math.max(0, cx - cw / 2)));
  const top = Math.round(Math.min(h - ch, Math.max(0, cy - ch / 2)));
  const shown = await sharp(bytes).extract({ left, top, width: cw, height: ch }).png().toBuffer();
  return { bytes: shown, x: cx - left, y: cy - top, top: Math.max(0, (height - ch) / 2) };
}

/** Fingers over one side of the phone, and a thumb over the other. */
function hand(middle: { x: number; y: number }, pw: number, ph: number, angle: number, random: Random): string {
  const skin = pick(random, ['#c99a7b', '#8d5a3c', '#e2b999', '#5c3a28']);
  const fingers = Array.from({ length: 4 }, (_, i) => {
    const y = middle.y + ph * (0.12 + 0.09 * i);
    return `<ellipse cx="${middle.x + pw / 2 + pw * 0.03}" cy="${y}" rx="${pw * 0.12}" ry="${ph * 0.035}"/>`;
  });
  const thumb = `<ellipse cx="${middle.x - pw / 2}" cy="${middle.y + ph * 0.2}" rx="${pw * 0.1}" ry="${ph * 0.12}"/>`;
  return `<g fill="${skin}" transform="rotate(${angle} ${middle.x} ${middle.y})">${fingers.join('')}${thumb}</g>`;
}
