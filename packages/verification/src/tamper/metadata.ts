import type { Finding } from '../finding.ts';
import type { Container } from '../image/container.ts';
import type { Part } from '../image/file-part.ts';
import { anyOf } from '../text/patterns.ts';

/** Origin of a picture by its metadata. */
export interface PictureOrigin {
  /** Maker of the camera. */
  readonly make?: string;
  readonly model?: string;
  /** Programs named anywhere, each once. */
  readonly software: readonly string[];
  /** Time at which the picture was taken, `YYYY-MM-DDTHH:MM:SS` in the camera's own time. */
  readonly takenAt?: string;
  /** A Content Credentials manifest (C2PA) is attached. It isn't verified here. */
  readonly credentials: boolean;
  /** Words that say that the picture, or part of it, was made by a model. */
  readonly generated: readonly string[];
  readonly screenshot: boolean;
}

/** Programs whose business is to change pictures. Phones' own cameras, scanners and galleries name themselves, too. */
const EDITORS = new RegExp(
  anyOf({
    desktop: [
      ...['photoshop', 'lightroom', 'gimp', 'affinity photo', /paint\.?net/, 'pixelmator', 'corel', 'paintshop'],
      ...['krita', 'inkscape', 'illustrator', 'acorn', 'imagemagick', 'microsoft paint', 'photoscape', 'polarr'],
      ...[/sketch\b/, 'figma'],
    ],
    online: ['photopea', 'canva', 'pixlr', 'fotor', 'befunky', 'adobe express'],
    phones: ['picsart', 'snapseed', 'facetune', 'meitu', 'airbrush', 'remini', 'faceapp', 'vsco'],
  }),
  'i',
);

/** Names of generators, or the marks on their output (IPTC digital source types, generators' own chunks). */
const GENERATORS: readonly RegExp[] = [
  /trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia|algorithmicMedia/,
  /stable[ -]?diffusion|midjourney|dall[-·]?e\b|adobe firefly|comfyui|novelai|invokeai|automatic1111|\bflux\.1\b|openai|imagen \d|leonardo\.ai|made with google ai/i,
];

/** PNG texts in which generators keep what they were asked for. */
const GENERATOR_TEXTS = /^(?:parameters\0.*Steps: \d|prompt\0\{|workflow\0\{|sd-metadata\0|Dream\0)/s;

const NAMES = 'Software|CreatorTool|HistorySoftwareAgent|softwareAgent|ProcessingSoftware|Producer|creator_tool';

/** Reads EXIF, XMP, IPTC, comments and texts of a picture. Broken metadata count as none. */
export async function originOf(container: Container): Promise<PictureOrigin> {
  const tags = await tagsOf(container);
  const texts = container.parts.filter(({ name }) => !/^(?:APP2|iCCP|PLTE|IHDR|eXIf)$/.test(name)).map(latin1Of);
  const all = texts.join('\n');
  const software = new Set<string>();
  for (const tag of ['Software', 'ProcessingSoftware', 'CreatorTool', 'HostComputer']) {
    if (typeof tags[tag] === 'string') software.add(tags[tag].trim());
  }
  for (const [, attribute, element] of all.matchAll(
    new RegExp(`(?:${NAMES})(?:="([^"]{1,100})"|>([^<]{1,100})<)`, 'g'),
  )) {
    software.add((attribute ?? element ?? '').trim());
  }
  for (const [, text] of all.matchAll(/(?:^|\n)Software\0+([^\0\n]{1,100})/g)) software.add(text!.trim());
  for (const { name, data } of container.parts) {
    if (name === 'COM' && /gimp|created with|creator:/i.test(latin1Of({ data }))) software.add(latin1Of({ data }));
  }
  software.delete('');
  const words = [...software, all];
  const generated = new Set<string>();
  for (const pattern of GENERATORS)
    for (const text of words) if (pattern.test(text)) generated.add(pattern.exec(text)![0]);
  for (const text of texts) if (GENERATOR_TEXTS.test(text)) generated.add(`text "${text.split('\0')[0]}"`);
  const takenAt = tags.DateTimeOriginal ?? tags.CreateDate;
  return {
    ...(typeof tags.Make === 'string' ? { make: tags.Make.trim() } : {}),
    ...(typeof tags.Model === 'string' ? { model: tags.Model.trim() } : {}),
    ...(takenAt instanceof Date && !Number.isNaN(takenAt.getTime()) ? { takenAt: localTime(takenAt) } : {}),
    software: [...software].slice(0, 20),
    credentials: container.parts.some(({ name, data }) => isManifest(name, data)),
    generated: [...generated],
    screenshot: /screenshot|screen shot/i.test(`${tags.UserComment ?? ''} ${tags.ImageDescription ?? ''} ${all}`),
  };
}

/** Fails for pictures that went through an editor, by its own account. */
export function editingTraces({ software }: PictureOrigin): Finding {
  const editors = software.filter((name) => EDITORS.test(name));
  return {
    name: 'editing_traces',
    measure: editors.length,
    threshold: 0,
    result: editors.length > 0 ? 'fail' : 'pass',
    reason:
      editors.length > 0 ? `The file was edited with ${editors.join(', ')}` : 'The metadata names no image editor',
  };
}

/** Fails for pictures that a generator marked as its own. The lack of a mark says nothing. */
export function generatedMarks({ generated }: PictureOrigin): Finding {
  return {
    name: 'generated_marks',
    measure: generated.length,
    threshold: 0,
    result: generated.length > 0 ? 'fail' : 'pass',
    reason:
      generated.length > 0
        ? `The metadata names an image generator: ${generated.join(', ')}`
        : 'The metadata names no image generator',
  };
}

/** C2PA 2.1, annex A: JUMBF boxes in APP11 of a JPEG, in `caBX` of a PNG. */
function isManifest(name: string, data: Uint8Array): boolean {
  return name === 'caBX' || (name === 'APP11' && Buffer.from(data.subarray(0, 200)).includes('jumb'));
}

/** Bytes of one part that are searched for words: histories of editors are long, but name it early. */
const TEXT_BYTES = 256 * 1024;

function latin1Of({ data }: Pick<Part, 'data'>): string {
  return Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, TEXT_BYTES)).toString('latin1');
}

/** Only the EXIF part is passed on: from a whole PNG exifr unpacks the colour profile, asked or not, however large. */
async function tagsOf({ parts }: Container): Promise<Record<string, unknown>> {
  const tiff = parts.map(exifOf).find((data) => data !== undefined);
  if (!tiff) return {};
  const { default: exifr } = await import('exifr');
  const options = { tiff: true, exif: true, xmp: false, iptc: false, icc: false, jfif: false, makerNote: false };
  try {
    return ((await exifr.parse(tiff, { ...options, userComment: true })) as Record<string, unknown>) ?? {};
  } catch {
    return {};
  }
}

/** The TIFF file inside of an EXIF segment or chunk. */
function exifOf({ name, data }: Part): Uint8Array | undefined {
  if (name === 'eXIf') return data;
  return name === 'APP1' && Buffer.from(data.subarray(0, 6)).toString('latin1') === 'Exif\0\0'
    ? data.subarray(6)
    : undefined;
}

/** exifr reads the camera's clock as if it were this machine's. */
function localTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
