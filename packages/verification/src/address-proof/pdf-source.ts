import { inflateSync } from 'node:zlib';
import type { Finding } from '../finding.ts';
import { bottom, middle, type PageLine, type PageText, right, squeezed } from '../text/page.ts';
import { anyOf } from '../text/patterns.ts';

/** Facts in a PDF's own bytes about its origin. */
export interface PdfSource {
  /** Producer and creator of the document and of its metadata, each once. */
  readonly programs: readonly string[];
  /** `YYYY-MM-DDTHH:MM:SS` in the file's own time. */
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  /** Revisions appended to the first one (ISO 32000-1, 7.5.6). */
  readonly updates: number;
  readonly signatures: number;
  /** Text boxes laid over the pages (annotations of the type FreeText; 12.5.6.6). */
  readonly textBoxes: number;
}

/** Programs whose business is to change finished pages. Programs that only create or print pages are not among them. */
const EDITORS = new RegExp(
  anyOf({
    pictures: [
      ...['photoshop', 'gimp', 'illustrator', 'inkscape', 'affinity', 'coreldraw', 'canva', 'figma', 'photopea'],
      'pixelmator',
    ],
    pages: [
      ...['sejda', 'smallpdf', 'ilovepdf', 'pdfescape', 'pdffiller', 'dochub', 'pdfelement', 'wondershare'],
      ...[/pdf-?xchange editor/, /foxit (?:phantom|pdf editor|editor)/, /nitro ?p(?:df|ro)/, /pdf ?candy/, 'pdf24'],
      ...[/soda ?pdf/, 'infix', 'master pdf editor', 'pdf expert', 'lightpdf', 'xodo', 'pdfsam', 'apowerpdf'],
    ],
    tools: ['pdftk', 'mutool', 'qpdf'],
  }),
  'i',
);

/** Bytes that one stream of objects may grow to, and how many are opened. */
const STREAM_BYTES = 1 << 20;
const STREAMS = 60;

/** Reads the file's bytes; never throws, and knows nothing of files that are encrypted. */
export function pdfSource(bytes: Uint8Array): PdfSource {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const text = [file, ...objectStreams(file)].join('\n');
  const programs = new Set([
    ...valuesOf(text, 'Producer'),
    ...valuesOf(text, 'Creator'),
    ...[...text.matchAll(/<(?:pdf:Producer|xmp:CreatorTool|stEvt:softwareAgent)>([^<]{1,200})</g)].map(
      ([, name]) => name!,
    ),
    ...[...text.matchAll(/(?:pdf:Producer|xmp:CreatorTool|stEvt:softwareAgent)="([^"]{1,200})"/g)].map(
      ([, name]) => name!,
    ),
  ]);
  programs.delete('');
  const [createdAt, modifiedAt] = ['CreationDate', 'ModDate'].map((key) => timeOf(valuesOf(text, key).at(-1)));
  // The first part of a linearised file ends with an offset of 0 (annex F.3.4), so it is not a revision.
  const ends = new Set([...file.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].map(([, offset]) => offset));
  ends.delete('0');
  return {
    programs: [...programs].slice(0, 20),
    ...(createdAt ? { createdAt } : {}),
    ...(modifiedAt ? { modifiedAt } : {}),
    updates: Math.max(0, ends.size - 1),
    signatures: [...text.matchAll(/\/ByteRange\s*\[/g)].length,
    textBoxes: [...text.matchAll(/\/Subtype\s*\/FreeText\b/g)].length,
  };
}

/** A day between making and changing: printing systems write both within minutes. */
const LATER_DAYS = 1;
/** A signature is a revision of its own, and what proves its certificate (PAdES, ETSI EN 319 142-1) another one. */
const A_SIGNATURE = 2;

/**
 * Signs that a PDF was worked on after its issuer made it. The lack of signs says nothing: a file that was printed again has
 * none.
 *
 * @param pages text of its pages, as the file holds it
 */
export function pdfFindings(source: PdfSource, pages: readonly PageText[]): Finding[] {
  const editors = source.programs.filter((name) => EDITORS.test(name));
  const later =
    source.createdAt && source.modifiedAt
      ? Math.max(0, (Date.parse(`${source.modifiedAt}Z`) - Date.parse(`${source.createdAt}Z`)) / 86_400_000)
      : 0;
  const laid = pages.flatMap(({ lines }) => lines.filter((line, at) => liesOn(line, lines.slice(0, at))));
  const allowed = A_SIGNATURE * source.signatures;
  const finding = (name: string, measure: number, threshold: number, reason: string): Finding => ({
    name,
    measure,
    threshold,
    result: measure > threshold ? 'fail' : 'pass',
    reason,
  });
  return [
    finding(
      'editing_traces',
      editors.length,
      0,
      editors.length > 0 ? `The file was edited with ${editors.join(', ')}` : 'The metadata names no PDF editor',
    ),
    finding(
      'modified_later',
      later,
      LATER_DAYS,
      `The file was changed after it was created (measured ${later.toFixed(1)} days later, maximum ${LATER_DAYS})`,
    ),
    finding(
      'incremental_updates',
      source.updates,
      allowed,
      `The file was saved again with changes (measured ${source.updates} revisions, maximum ${allowed} for ${source.signatures} signatures)`,
    ),
    finding('text_boxes', source.textBoxes, 0, `Text boxes on top of the pages: ${source.textBoxes}`),
    finding(
      'text_laid_over',
      laid.length,
      0,
      laid.length > 0 ? `Text covers other text in ${laid.length} places` : 'No text covers other text',
    ),
  ];
}

/** Share of the smaller of two lines that the other one covers when one was put in the place of the other. */
const COVERED = 0.6;

/**
 * Returns whether a line lies on another line with different text in letters of about the same height: shadows and stamps don't
 * count.
 */
function liesOn(line: PageLine, under: readonly PageLine[]): boolean {
  return under.some((other) => {
    const height = Math.min(line.box.height, other.box.height);
    if (Math.max(line.box.height, other.box.height) > 1.6 * height) return false;
    if (Math.abs(middle(line) - middle(other)) > height / 3) return false;
    const across = Math.min(right(line), right(other)) - Math.max(line.box.left, other.box.left);
    const down = Math.min(bottom(line), bottom(other)) - Math.max(line.box.top, other.box.top);
    const smaller = Math.min(line.box.width * line.box.height, other.box.width * other.box.height);
    const [a, b] = [squeezed(line.text), squeezed(other.text)];
    if (a.length < 2 || b.length < 2 || a.includes(b) || b.includes(a)) return false;
    return across > 0 && down > 0 && across * down > COVERED * smaller;
  });
}

/** The streams that hold objects in compressed files (7.5.7), as text. */
function objectStreams(file: string): string[] {
  const found: string[] = [];
  for (const match of file.matchAll(/\/Type\s*\/ObjStm\b[\s\S]{0,400}?stream\r?\n/g)) {
    if (found.length === STREAMS) break;
    const start = match.index + match[0].length;
    const end = file.indexOf('endstream', start);
    if (end < 0) continue;
    try {
      const bytes = inflateSync(Buffer.from(file.slice(start, end), 'latin1'), { maxOutputLength: STREAM_BYTES });
      found.push(bytes.toString('latin1'));
    } catch {
      // Filtered in another way, too large or broken: nothing to read.
    }
  }
  return found;
}

const LITERAL = String.raw`\(((?:\\[\s\S]|[^\\()]|\([^()]{0,100}\)){0,400})\)`;
const HEXADECIMAL = String.raw`<([\da-fA-F\s]{2,800})>`;

/** Strings of a key (7.3.4), which may be objects of their own. */
function valuesOf(text: string, key: string): string[] {
  const references = [...text.matchAll(new RegExp(`/${key}\\s+(\\d+)\\s+(\\d+)\\s+R\\b`, 'g'))].slice(0, STREAMS);
  const places = [`/${key}`, ...references.map(([, number, generation]) => `\\b${number}\\s+${generation}\\s+obj`)];
  return places.flatMap((place) => [
    ...[...text.matchAll(new RegExp(`${place}\\s*${LITERAL}`, 'g'))].map(([, value]) => decoded(unescaped(value!))),
    ...[...text.matchAll(new RegExp(`${place}\\s*${HEXADECIMAL}`, 'g'))].map(([, value]) =>
      decoded(Buffer.from(value!.replace(/\s/g, ''), 'hex').toString('latin1')),
    ),
  ]);
}

const unescaped = (text: string) =>
  text.replace(/\\(\d{1,3}|[\s\S])/g, (_, code: string) =>
    /^\d/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8) & 255)
      : ({ n: '\n', r: '\r', t: '\t' }[code] ?? code),
  );

/** UTF-16 where it says so, else bytes as letters. */
function decoded(text: string): string {
  if (!text.startsWith('\xfe\xff')) return text.trim();
  return Buffer.from(text.slice(2, 2 + ((text.length - 2) & ~1)), 'latin1')
    .swap16()
    .toString('utf16le')
    .trim();
}

/** `D:YYYYMMDDHHmmSS` (7.9.4). */
function timeOf(text: string | undefined): string | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?/.exec(text ?? '');
  if (!parts) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return Number.isNaN(Date.parse(`${time}Z`)) ? undefined : time;
}
