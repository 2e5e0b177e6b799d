import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** True if pictures can be converted to a camera's view. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/**
 * A made-up identity card of Utopia on a table, drawn large enough that a photo of it has more than 32 KB.
 *
 * @param place of the card, 900 by 567
 */
const card = (
  width: number,
  height: number,
  place: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <filter id="n"><feTurbulence baseFrequency=".7" numOctaves="2" seed="3"/><feColorMatrix type="saturate" values="0"/></filter>
  <rect width="100%" height="100%" fill="#3d4a52"/><rect width="100%" height="100%" filter="url(#n)" opacity=".25"/>
  <g transform="${place}">
    <rect width="900" height="567" rx="34" fill="#ccd5dc"/><rect width="900" height="92" rx="34" fill="#27567f"/>
    <rect y="58" width="900" height="34" fill="#27567f"/>
    <g font-family="DejaVu Sans" fill="#fff" font-size="42"><text x="40" y="62">UTOPIA · IDENTITY CARD</text></g>
    <rect x="48" y="132" width="236" height="302" fill="#b9c8d4"/><circle cx="166" cy="240" r="64" fill="#8a6a52"/>
    <path d="M66 434q12-112 100-112t100 112z" fill="#40566b"/>
    <g font-family="DejaVu Sans" fill="#1b2a36" font-size="34">
      <text x="330" y="180">LINDQVIST</text><text x="330" y="250">MAJA ELIN</text><text x="330" y="320">12.08.1990</text>
      <text x="330" y="390">X00000017</text></g>
    <g font-family="DejaVu Sans Mono" fill="#1b2a36" font-size="38"><text x="44" y="500">I&lt;UTOX00000017&lt;0&lt;&lt;&lt;&lt;&lt;&lt;&lt;</text></g>
  </g></svg>`;

/** A wall, and the person before it. */
const wall = (
  ...people: readonly string[]
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
  <filter id="n"><feTurbulence baseFrequency=".8" numOctaves="2" seed="8"/><feColorMatrix type="saturate" values="0"/></filter>
  <rect width="1280" height="720" fill="#b7c3c9"/><rect width="1280" height="720" filter="url(#n)" opacity=".2"/>
  ${people.join('')}</svg>`;

/**
 * A drawn person, whose features move over the head as it turns.
 *
 * @param yaw degrees to the person's own left: the nose then points to the right of the picture
 */
function person(yaw = 0, { x = 640, scale = 1 } = {}): string {
  const [sin, cos] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
  /** Projected position of a point so far to the side, and so far before the middle of the head. */
  const at = (side: number, depth: number) => (side * cos + depth * sin).toFixed(1);
  const both = (draw: (side: 1 | -1) => string) => draw(-1) + draw(1);
  const [eye, open] = [(side: number) => at(62 * side, 110), (26 * cos).toFixed(1)];
  return `<g transform="translate(${x} 360) scale(${scale}) translate(0 -360)">
    <path d="M-300 720q30-190 300-190t300 190z" fill="#35506b"/><path d="M-80 430h160v120q-80 60-160 0z" fill="#c99b7c"/>
    ${both((side) => `<ellipse cx="${at(152 * side, -10)}" cy="330" rx="22" ry="42" fill="#dcab8a"/>`)}
    <ellipse cy="320" rx="150" ry="190" fill="#e8bd9d"/>
    <path d="M-152 280q0-170 152-170t152 170q-40-90-152-90t-152 90z" fill="#4a2f20"/>
    ${both((side) => `<ellipse cx="${eye(side)}" cy="300" rx="${open}" ry="13" fill="#fff" stroke="#5a4030" stroke-width="3"/>`)}
    ${both((side) => `<circle cx="${at(62 * side, 116)}" cy="300" r="11" fill="#2c2018"/>`)}
    <g fill="none" stroke="#4a2f20" stroke-width="9">
    ${both((side) => `<path d="M${at(92 * side, 105)} 268Q${at(62 * side, 118)} 254 ${at(34 * side, 120)} 268"/>`)}</g>
    <path d="M${at(-8, 130)} 300Q${at(-14, 150)} 350 ${at(-24, 140)} 372Q${at(0, 185)} 394 ${at(24, 140)} 372"
      fill="none" stroke="#a8745a" stroke-width="8"/>
    <path d="M${at(-46, 112)} 428Q${at(0, 130)} 410 ${at(46, 112)} 428Q${at(0, 125)} 458 ${at(-46, 112)} 428z"
      fill="#a04a4a"/></g>`;
}

/** Drawn pictures by their source: one takes 0.3 seconds of a processor, and tests use the same ones. */
const drawn = new Map<string, Promise<Buffer>>();

function jpeg(svg: string, blur = 0): Promise<Buffer> {
  const key = `${blur} ${svg}`;
  const picture = drawn.get(key) ?? draw(svg, blur);
  drawn.set(key, picture);
  return picture;
}

async function draw(svg: string, blur: number): Promise<Buffer> {
  const picture = sharp(await sharp(Buffer.from(svg)).png().toBuffer());
  return (blur > 0 ? picture.blur(blur) : picture).jpeg({ quality: 92 }).toBuffer();
}

export const cardPicture = (): Promise<Buffer> => jpeg(card(1280, 720, 'translate(190 75)'));

/** Card as the camera of a phone sees it that is held upright. */
const cardOnTable = card(720, 1280, 'translate(64 450) scale(.658)');

/** The same card too far to the left: the border of the camera's picture cuts it off. */
const cardCutOff = card(720, 1280, 'translate(-220 450) scale(.658)');

/** A lamp that is mirrored in the card. */
const lamp = `<radialGradient id="l"><stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
  </radialGradient><ellipse cx="430" cy="640" rx="90" ry="66" fill="url(#l)"/></svg>`;

/** A picture, and for how many seconds the camera sees it. */
export type Shot = readonly [picture: Buffer, seconds: number];

/** A head that goes from one side to the other and back. */
export async function turning(
  picture: (yaw: number) => Promise<Buffer>,
  hold: number,
  straight = 1.3,
): Promise<Shot[]> {
  const way = [10, 20, 30];
  const shots: Shot[] = [];
  const [ahead, ...sides] = await Promise.all([0, ...way, ...way.map((yaw) => -yaw)].map(picture));
  for (const side of [sides.slice(0, 3), sides.slice(3)] as [Buffer, Buffer, Buffer][]) {
    const [near, far, there] = side;
    shots.push(
      [ahead as Buffer, straight],
      [near, hold / 4],
      [far, hold / 4],
      [there, hold],
      [far, hold / 4],
      [near, hold / 4],
    );
  }
  return shots;
}

/** Views of cameras. */
const scenes = {
  card: async () => [[await jpeg(cardOnTable), 1]],
  'cut-off card': async () => [[await jpeg(cardCutOff), 1]],
  'blurred card': async () => [[await jpeg(cardOnTable, 4), 1]],
  'card with glare': async () => [[await jpeg(cardOnTable.replace('</svg>', lamp)), 1]],
  person: async () => [[await jpeg(wall(person())), 1]],
  'two people': async () => [
    [await jpeg(wall(person(0, { x: 490, scale: 0.75 }), person(0, { x: 800, scale: 0.75 }))), 1],
  ],
  nobody: async () => [[await jpeg(wall()), 1]],
  'turning head': () => turning((yaw) => jpeg(wall(person(yaw))), 0.8),
  'hasty head': () => turning((yaw) => jpeg(wall(person(yaw))), 0.16, 0.6),
} satisfies Record<string, () => Promise<Shot[]>>;

/**
 * Pictures a second. A page with an open camera then takes 0.1 seconds of a processor for each second, instead of 0.24 at 30.
 */
const RATE = 10;

/** A scene by its name, or its pictures. */
export type Scene = keyof typeof scenes | readonly Shot[];

/** Pictures that a camera sees, one after the other and again. */
export const footageShots = async (scene: Scene): Promise<readonly Shot[]> =>
  typeof scene === 'string' ? scenes[scene]() : scene;

/** A file that Chromium plays as its camera, again and again. The caller removes `directory`. */
export async function footageOf(scene: Scene): Promise<{ file: string; directory: string }> {
  const shots = await footageShots(scene);
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-camera-'));
  const file = join(directory, 'camera.y4m');
  let count = 0;
  for (const [picture, seconds] of shots)
    for (let i = 0; i < Math.max(1, Math.round(seconds * RATE)); i++)
      writeFileSync(join(directory, `${String(count++).padStart(4, '0')}.jpg`), picture);
  const how = ['-framerate', String(RATE), '-i', join(directory, '%04d.jpg'), '-f', 'yuv4mpegpipe'];
  const { status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', ...how, '-pix_fmt', 'yuv420p', file]);
  if (status !== 0) {
    rmSync(directory, { recursive: true });
    throw new Error(`ffmpeg: ${stderr}`);
  }
  return { file, directory };
}
