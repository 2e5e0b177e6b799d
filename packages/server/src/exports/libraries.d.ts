/** Used parts of libraries that ship no types. */
declare module 'subset-font' {
  /** A font with the glyphs of `text` alone; axes that are given are fixed. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}

declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  /** A font from the bytes of its file. */
  export function create(file: Uint8Array): Font;
}

declare module 'bidi-js' {
  export interface EmbeddingLevels {
    /** One for each UTF-16 code unit; odd ones run from right to left. */
    readonly levels: Uint8Array;
  }
  export interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): EmbeddingLevels;
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place at which a line may or must end (UAX #14). */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
