import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** Whether pictures can be made into what a camera sees. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** A made-up identity card of Utopia on a table, drawn large enough that a photo of it has more than 32 KB. */
const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
  <filter id="n"><feTurbulence baseFrequency=".7" numOctaves="2" seed="3"/><feColorMatrix type="saturate" values="0"/></filter>
  <rect width="1280" height="720" fill="#3d4a52"/><rect width="1280" height="720" filter="url(#n)" opacity=".25"/>
  <g transform="translate(190 75)">
    <rect width="900" height="567" rx="34" fill="#e8eef2"/><rect width="900" height="92" rx="34" fill="#27567f"/>
    <rect y="58" width="900" height="34" fill="#27567f"/>
    <g font-family="DejaVu Sans" fill="#fff" font-size="42"><text x="40" y="62">UTOPIA · IDENTITY CARD</text></g>
    <rect x="48" y="132" width="236" height="302" fill="#b9c8d4"/><circle cx="166" cy="240" r="64" fill="#8a6a52"/>
    <path d="M66 434q12-112 100-112t100 112z" fill="#40566b"/>
    <g font-family="DejaVu Sans" fill="#1b2a36" font-size="34">
      <text x="330" y="180">LINDQVIST</text><text x="330" y="250">MAJA ELIN</text><text x="330" y="320">12.08.1990</text>
      <text x="330" y="390">X00000017</text></g>
    <g font-family="DejaVu Sans Mono" fill="#1b2a36" font-size="38"><text x="44" y="500">I&lt;UTOX00000017&lt;0&lt;&lt;&lt;&lt;&lt;&lt;&lt;</text></g>
  </g></svg>`;

/** Somebody drawn, in front of a wall. */
const person = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
  <filter id="n"><feTurbulence baseFrequency=".8" numOctaves="2" seed="8"/><feColorMatrix type="saturate" values="0"/></filter>
  <rect width="1280" height="720" fill="#b7c3c9"/><rect width="1280" height="720" filter="url(#n)" opacity=".2"/>
  <path d="M340 720q30-190 300-190t300 190z" fill="#35506b"/>
  <path d="M560 430h160v120q-80 60-160 0z" fill="#d8a98a"/><ellipse cx="640" cy="320" rx="150" ry="190" fill="#e8bd9d"/>
  <path d="M488 280q0-170 152-170t152 170q-40-90-152-90t-152 90z" fill="#4a2f20"/>
  <g fill="#3d5a3a"><circle cx="580" cy="305" r="15"/><circle cx="700" cy="305" r="15"/></g>
  <path d="M590 410q50 34 100 0M640 320q-8 40-16 46q16 12 32 0" fill="none" stroke="#8a5a44" stroke-width="7"/></svg>`;

export const cardPicture = (): Promise<Buffer> => sharp(Buffer.from(card)).jpeg({ quality: 92 }).toBuffer();
const personPicture = (): Promise<Buffer> => sharp(Buffer.from(person)).jpeg({ quality: 92 }).toBuffer();

/** A file that Chromium plays as its camera: the picture stands still. The caller removes `directory`. */
export async function footageOf(which: 'card' | 'person'): Promise<{ file: string; directory: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-camera-'));
  const picture = join(directory, 'picture.jpg');
  writeFileSync(picture, await (which === 'card' ? cardPicture() : personPicture()));
  const file = join(directory, 'camera.mjpeg');
  const still = [
    '-loop',
    '1',
    '-i',
    picture,
    '-t',
    '1',
    '-r',
    '15',
    '-c:v',
    'mjpeg',
    '-q:v',
    '3',
    '-pix_fmt',
    'yuvj420p',
  ];
  const { status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', ...still, file]);
  if (status !== 0) {
    rmSync(directory, { recursive: true });
    throw new Error(`ffmpeg: ${stderr}`);
  }
  return { file, directory };
}
