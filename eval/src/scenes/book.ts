import sharp from 'sharp';
import { between, pick, type Random } from '../forgeries/random.ts';

const WORDS =
  'the of and to in that was his with for had on her at by which from they this were but not have all she are him one been so there when their an no more into who would said what up its them some could time out then like only other these upon than two may such any first now my great little before must made over way even our most after here through where while down many long house under against passport name state born river winter letter evening government'.split(
    ' ',
  );

const FONTS = ['DejaVu Serif', 'DejaVu Sans', 'DejaVu Sans Condensed', 'Liberation Serif'];

/**
 * A page of a book, PNG: running text in one or two columns, a heading, a page number, and a picture, if one is passed.
 *
 * @param picture JPEG or PNG
 */
export async function bookPage(random: Random, picture?: Buffer): Promise<Buffer> {
  const lying = random() < 0.4;
  const [width, height] = lying ? [1500, 1050] : [1000, 1500];
  const columns = lying ? 2 : pick(random, [1, 1, 2]);
  const size = between(random, 20, 32);
  const paper = pick(random, ['#f7f3e8', '#ffffff', '#efe6d2', '#f4f4f2']);
  const margin = 90;
  const gutter = columns === 2 ? 80 : 0;
  const column = (width - 2 * margin - gutter) / columns;
  const left = Array.from({ length: columns }, (_, i) => margin + i * (column + gutter));
  const tall = picture ? between(random, 0.25, 0.5) * height : 0;
  const lines: string[] = [];
  for (const [i, x] of left.entries()) {
    const from = margin + 60 + (i === 0 ? tall : 0);
    for (let y = from, n = 1; y < height - margin; y += size * 1.5, n++) {
      const ends = n % Math.round(between(random, 5, 12)) === 0;
      const indent = n > 1 && lines.at(-1)?.includes('data-end') ? 2 * size : 0;
      const room = (column - indent) * (ends ? between(random, 0.3, 0.8) : 1);
      lines.push(
        `<text x="${x + indent}" y="${y}" textLength="${room}" ${ends ? 'data-end=""' : ''}>${text(room / (size * 0.58), random)}</text>`,
      );
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${paper}"/>
    <g font-family="${pick(random, FONTS)}" font-size="${size}" fill="#1c1a18">${lines.join('')}
    <text x="${width / 2}" y="${height - 35}" text-anchor="middle">${Math.floor(between(random, 10, 400))}</text>
    <text x="${margin}" y="${margin}" font-size="${1.3 * size}">${text(18, random).toUpperCase()}</text></g></svg>`;
  const page = sharp(Buffer.from(svg));
  if (!picture) return page.png().toBuffer();
  const shown = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize(Math.round(column * between(random, 0.6, 1)), Math.round(tall - 30), { fit: 'cover' })
    .toBuffer();
  return page
    .composite([{ input: shown, left: Math.round(margin), top: margin + 20 }])
    .png()
    .toBuffer();
}

/** Words of about so many characters. */
function text(characters: number, random: Random): string {
  let line = '';
  while (line.length < characters - 2) line += `${line === '' ? '' : ' '}${pick(random, WORDS)}`;
  return line;
}
