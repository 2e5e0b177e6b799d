import { execFileSync, spawnSync } from 'node:child_process';

/** True if Poppler is installed, which reads PDFs independently. */
export const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

/** The text that a reader gets back (Poppler), a page after each form feed, without marks of direction. */
export function readBack(file: Uint8Array): string {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8' });
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/ +/g, ' ')
    .replace(/^ /gm, '');
}

/**
 * The text of each page of a file made with `compress: false`, in drawing order: the glyph numbers of the page streams,
 * read back through the ToUnicode tables of their fonts. One line for each text operator.
 */
export function pdfText(file: Uint8Array): string[] {
  const source = Buffer.from(file).toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id, body] of source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) objects.set(id!, body!);
  const fonts = fontTables(objects);
  return [...objects.values()]
    .filter((body) => body.includes('/Type /Page\n'))
    .map((page) => pageText(objects.get(/\/Contents (\d+) 0 R/.exec(page)![1]!)!, fonts));
}

function fontTables(objects: Map<string, string>): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const body of objects.values()) {
    for (const [, name, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)![1]!)!;
      const ranges = [...cmap.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[(.*?)\]/g)].flatMap(
        ([, list]) => list!.match(/<.*?>/g)!,
      );
      tables.set(name!, ranges.map(fromUtf16));
    }
  }
  return tables;
}

function fromUtf16(hex: string): string {
  const units = hex.match(/[0-9a-f]{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

function pageText(content: string, fonts: Map<string, string[]>): string {
  let table: string[] = [];
  const lines: string[] = [];
  for (const [operator, font] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[.*?\] TJ/g)) {
    if (font) table = fonts.get(font)!;
    else {
      const glyphs = (operator.match(/<[0-9a-f]+>/g) ?? []).flatMap((run) => run.match(/[0-9a-f]{4}/g)!);
      lines.push(glyphs.map((glyph) => table[Number.parseInt(glyph, 16)] ?? '\ufffd').join(''));
    }
  }
  return lines.join('\n');
}
