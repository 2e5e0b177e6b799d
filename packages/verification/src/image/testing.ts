import sharp from 'sharp';

/** Letters of 7 rows, drawn without a font, since none may be installed: `#` is ink. */
const LETTERS = [
  '####|#...|#...|###.|#...|#...|####',
  '#..#|#..#|#..#|####|#..#|#..#|#..#',
  '#....|#....|#....|#....|#....|#....|#####',
  '#|#|#|#|#|#|#',
  '#...#|##..#|#.#.#|#.#.#|#.#.#|#..##|#...#',
  '.###.|#...#|#...#|#...#|#...#|#...#|.###.',
  '#####|..#..|..#..|..#..|..#..|..#..|..#..',
].map((letter) => letter.split('|'));

interface RowOfPrint {
  readonly x: number;
  readonly y: number;
  readonly letters: number;
  /** Pixels of a dot; a letter is 7 dots high. */
  readonly dot: number;
  /** Every letter takes the same room, as in a machine readable zone. */
  readonly even?: boolean;
}

function print({ x, y, letters, dot, even = false }: RowOfPrint): string {
  let [path, left] = ['', x];
  for (let i = 0; i < letters; i++) {
    const letter = LETTERS[(i * 5 + y + (i >> 2)) % LETTERS.length]!;
    const [width, room] = [letter[0]!.length, even ? 7 : letter[0]!.length + 2];
    const start = even ? left + ((5 - width) / 2) * dot : left;
    for (const [row, dots] of letter.entries()) {
      for (let column = 0; column < width; column++) {
        if (dots[column] === '#') path += `M${start + column * dot} ${y + row * dot}h${dot}v${dot}h${-dot}z`;
      }
    }
    left += room * dot;
  }
  return `<path d="${path}" fill="#1a1a22"/>`;
}

/** 860 by 540: a picture, rows of print in a column, two rows of a machine readable zone, on a pale ground of two colours. */
function card(zone: boolean): string {
  const rows = [60, 110, 160, 210, 260, 310].map((y, i) => print({ x: 300, y, letters: 14 + ((i * 3) % 9), dot: 3 }));
  const even = zone ? [420, 470].map((y) => print({ x: 35, y, letters: 36, dot: 3, even: true })) : [];
  return `<rect width="860" height="540" rx="26" fill="#cfe0ee"/>
    <path d="M0 400 Q 430 250 860 420" stroke="#e3b7c4" stroke-width="30" fill="none"/>
    <rect x="45" y="60" width="210" height="270" fill="#7d6a5c"/><circle cx="150" cy="170" r="62" fill="#d9b59b"/>
    ${rows.join('')}${even.join('')}`;
}

export interface Scene {
  /** Degrees by which the card lies turned on its table. */
  readonly tilt?: number;
  readonly zone?: boolean;
  /** Further SVG over the picture, which is 1200 by 800. */
  readonly over?: string;
  /** Multiplies the card's size about the middle. */
  readonly scale?: number;
  /** Pixels by which the card lies off the middle. */
  readonly shift?: readonly [x: number, y: number];
}

/** A made-up card on a dark wooden table, 1200 by 800, as a sharp pipeline. */
export async function cardOnTable({ tilt = 0, zone = true, over = '', scale = 1, shift = [0, 0] }: Scene = {}) {
  const place = `translate(${600 + shift[0]} ${400 + shift[1]}) rotate(${tilt}) scale(${scale}) translate(-430 -270)`;
  return scene(`<g transform="${place}">${card(zone)}</g>${over}`);
}

/** The card alone, filling the picture. */
export async function cardAlone({ zone = true, over = '' }: Pick<Scene, 'zone' | 'over'> = {}) {
  return drawn(860, 540, `<rect width="860" height="540" fill="#cfe0ee"/>${card(zone)}${over}`);
}

/** A letter: 30 long rows on a white sheet, upright on a dark table. */
export async function letterOnTable() {
  const rows = Array.from({ length: 30 }, (_, i) => print({ x: 370, y: 90 + i * 21, letters: 42, dot: 1.6 }));
  return scene(`<rect x="330" y="50" width="540" height="720" fill="#fafafa"/>${rows.join('')}`);
}

/** A page of a book, lying on a dark table: a picture above a column of running text. */
export async function bookOnTable() {
  const rows = Array.from({ length: 9 }, (_, i) => print({ x: 260, y: 400 + i * 36, letters: 30, dot: 3 }));
  return scene(`<rect x="150" y="40" width="900" height="720" fill="#f4efe2"/>
    <rect x="260" y="80" width="300" height="280" fill="#7d6a5c"/><circle cx="410" cy="210" r="80" fill="#d9b59b"/>${rows.join('')}`);
}

/** A landscape without print, card or paper. */
export async function hills() {
  return scene(`<rect width="1200" height="420" fill="#9ec4e8"/><circle cx="900" cy="140" r="60" fill="#fff6d0"/>
    <path d="M0 420 Q 300 220 620 430 T 1200 380 V 800 H 0 z" fill="#5b7a4a"/>`);
}

function scene(content: string) {
  const grain = Array.from(
    { length: 40 },
    (_, i) => `<path d="M0 ${i * 21} q 300 ${(i * 7) % 17} 1200 ${(i * 5) % 13}" stroke="#3d2b1e" fill="none"/>`,
  );
  return drawn(1200, 800, `<rect width="1200" height="800" fill="#4a3626"/>${grain.join('')}${content}`);
}

async function drawn(width: number, height: number, content: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  return sharp(await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer());
}
