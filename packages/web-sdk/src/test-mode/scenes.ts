import type { TestMode } from '../types.ts';

/** A picture that the drawn camera shows. */
export interface Scene {
  /** `face`, `poa`, or the type of a document. */
  readonly type: string;
  readonly side: 'front' | 'back';
  readonly face: NonNullable<TestMode['face']> | null;
}

/** Pixels of the picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const titles: Readonly<Record<string, string>> = {
  passport: 'PASSPORT',
  driving_licence: 'DRIVING LICENCE',
  national_identity_card: 'IDENTITY CARD',
  residence_permit: 'RESIDENCE PERMIT',
};

/** The MRZ of a made-up person of Utopia, with its check digits: ICAO Doc 9303-4 and 9303-5. */
const passportMrz = ['P<UTOBONAFIDE<<ADA<<<<<<<<<<<<<<<<<<<<<<<<<<', 'TEST000017UTO9001310F3501313<<<<<<<<<<<<<<02'];
const cardMrz = ['I<UTOTEST000017<<<<<<<<<<<<<<<', '9001310F3501313UTO<<<<<<<<<<<2', 'BONAFIDE<<ADA<<<<<<<<<<<<<<<<<'];

/** Head and shoulders of a made-up person, in a box of 300 by 380. */
const person = (hair: string, skin: string, clothes: string): string =>
  `<path d="M10 380 Q25 292 110 280 L190 280 Q275 292 290 380 Z" fill="${clothes}"/><rect x="122" y="230" width="56" height="62" fill="${skin}"/>` +
  `<ellipse cx="150" cy="176" rx="70" ry="92" fill="${skin}"/><path d="M78 160 Q84 74 150 74 Q216 74 222 160 Q190 108 150 110 Q110 108 78 160 Z" fill="${hair}"/>` +
  `<path d="M106 150 q16 -10 32 0 M162 150 q16 -10 32 0" fill="none" stroke="${hair}" stroke-width="5"/>` +
  '<ellipse cx="122" cy="168" rx="11" ry="7" fill="#fff"/><ellipse cx="178" cy="168" rx="11" ry="7" fill="#fff"/><circle cx="122" cy="168" r="6" fill="#333"/><circle cx="178" cy="168" r="6" fill="#333"/>' +
  '<path d="M150 172 l-8 32 q8 6 16 0" fill="none" stroke="#8a5a40" stroke-width="4" opacity=".7"/><path d="M124 230 q26 14 52 0" fill="none" stroke="#a3524d" stroke-width="7"/>';

const ada = person('#4a2f20', '#e8bd9d', '#35506b');
const somebodyElse = person('#c9a24b', '#b98562', '#7a3b46');

const escaped = (text: string): string => text.replaceAll('<', '&lt;');

const line = (x: number, y: number, size: number, text: string, width?: number): string =>
  `<text x="${x}" y="${y}" font-family="monospace" font-size="${size}" fill="#22303c"${
    width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : ''
  }>${escaped(text)}</text>`;

/** Lines of an MRZ over the whole width of a document of 1020 by 680. */
const mrz = (lines: readonly string[]): string =>
  lines.map((text, i) => line(45, 650 - (lines.length - 1 - i) * 44, 34, text, 930)).join('');

/** A document in a box of 1020 by 680. */
function documentOf(type: string, side: 'front' | 'back'): string {
  const title = titles[type] ?? 'DOCUMENT';
  const paper =
    '<rect width="1020" height="680" rx="34" fill="#e9eef2"/><path d="M0 110 H1020 V34 a34 34 0 0 0 -34 -34 H34 a34 34 0 0 0 -34 34 Z" fill="#2f5d8a"/>' +
    `<text x="50" y="72" font-family="sans-serif" font-size="44" font-weight="bold" fill="#fff">UTOPIA · ${title} · TEST</text>`;
  if (side === 'back') {
    const rows = [line(60, 190, 26, 'Place of birth'), line(60, 230, 38, 'AMAUROTE'), line(60, 300, 26, 'Authority')];
    const hasMrz = type !== 'driving_licence' && type !== 'generic_document';
    return paper + rows.join('') + line(60, 340, 38, 'TEST OFFICE') + (hasMrz ? mrz(cardMrz) : '');
  }
  const rows = [
    line(430, 190, 26, 'Name'),
    line(430, 230, 38, 'BONAFIDE, ADA'),
    line(430, 285, 26, 'Date of birth'),
    line(430, 325, 38, '1990-01-31'),
    line(430, 380, 26, 'Number'),
    line(430, 420, 38, 'TEST00001'),
    line(430, 475, 26, 'Expires'),
    line(430, 515, 38, '2035-01-31'),
    line(430, 560, 26, 'Not a real document'),
  ];
  const portrait = `<g transform="translate(60 140) scale(1.05)"><rect width="300" height="380" fill="#cdd5dc"/>${ada}</g>`;
  return paper + portrait + rows.join('') + (type === 'passport' ? mrz(passportMrz) : '');
}

/** A letter in a box of 700 by 940. */
const letter =
  '<rect width="700" height="940" fill="#f5f5f0"/><text x="60" y="100" font-family="sans-serif" font-size="38" font-weight="bold" fill="#2f5d8a">UTOPIA ENERGY · TEST</text>' +
  ['ADA BONAFIDE', '1 SAMPLE STREET', 'AMAUROTE'].map((text, i) => line(60, 180 + i * 40, 28, text)).join('') +
  ['Your electricity bill', 'Account TEST00001', 'Date 2026-01-15', 'Amount due 42.00', 'This is not a real letter.']
    .map((text, i) => line(60, 380 + i * 56, 28, text))
    .join('');

/** Places a box in the middle of a picture, as large as fits within `part` of both sides. */
function centred(content: string, box: Size, { width, height }: Size, part: number): string {
  const scale = Math.min((width * part) / box.width, (height * part) / box.height);
  const [x, y] = [(width - box.width * scale) / 2, (height - box.height * scale) / 2];
  return `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;
}

/** A face that looks at the camera. `spoof` shows the face on the screen of another device. */
function faceScene(face: Scene['face'], size: Size): string {
  const wall = `<rect width="${size.width}" height="${size.height}" fill="#b9c7d3"/>`;
  const head = face === 'no_match' ? somebodyElse : ada;
  const box = { width: 300, height: 380 };
  if (face !== 'spoof') return wall + centred(head, box, size, 0.95);
  const screen =
    '<rect x="-24" y="-24" width="348" height="428" rx="22" fill="#15191d"/><rect width="300" height="380" fill="#dfe6ec"/>';
  return wall + centred(screen + head, box, size, 0.85);
}

/** Draws a scene as SVG. */
export function sceneOf({ type, side, face }: Scene, size: Size): string {
  const table = `<rect width="${size.width}" height="${size.height}" fill="#4b3a2f"/>`;
  const content =
    type === 'face'
      ? faceScene(face, size)
      : type === 'poa'
        ? table + centred(letter, { width: 700, height: 940 }, size, 0.86)
        : table + centred(documentOf(type, side), { width: 1020, height: 680 }, size, 0.8);
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}
