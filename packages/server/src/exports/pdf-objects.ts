import type { PDFName, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

export type Library = typeof import('@cantoo/pdf-lib');

/** A key of a dictionary and its value as they stand in the file, or a whole object without a key. */
export interface Pair {
  readonly key: string | undefined;
  readonly value: PDFObject;
}

/** The most passes of the parser over a file: places that only look like objects are read as well. */
const MOST_PASSES = 3;

/** Mistakes in objects, and places of the word `obj` without numbers before it: texts have some. A mistake costs 30 µs. */
const MOST_MISTAKES = 10_000;

/** Objects of one number. A file has one for each of its revisions that changes the object. */
const MOST_REVISIONS = 1000;

/**
 * Beginning of an object (ISO 32000-2, 7.3.10). The cross-reference table may point to any such place, even into the data of a
 * stream, a text or a comment. Readers accept any count of digits, and none between the second number and the word.
 */
const OBJECT =
  /(?<![0-9])(\d+)(?:[\s\0]|%[^\r\n]{0,200}[\r\n]){1,200}\d+(?:[\s\0]|%[^\r\n]{0,200}[\r\n]){0,200}obj|(?<=[\d\s\0])obj/g;

const END_OF_OBJECT = [...Buffer.from('endobj')];

/** The character `<`. */
const LESS_THAN = 0x3c;

/** Keys whose values are names that are judged. */
const NAMED = ['S', 'Subtype', 'Type'] as const;

/** The pairs of numbers before the objects of an object stream. */
const TABLE = /^[\d\s\0]*$/;

/** The objects of a PDF, in any order. */
export interface Objects {
  readonly pairs: readonly Pair[];
  /** The objects by number. A number that occurs several times has several objects. */
  readonly byNumber: ReadonlyMap<number, readonly PDFObject[]>;
  /** Dictionaries behind the word `obj` whose number is unknown: a reader may find them under any number. */
  readonly unnumbered: readonly PDFObject[];
}

/**
 * Reads every object of a PDF, including objects of earlier revisions and of object streams. Undefined if reading all places that
 * look like objects takes too long, or if an object stream can't be read.
 */
export function readObjects(library: Library, bytes: Uint8Array): Objects | undefined {
  const { PDFContext, PDFDict, PDFNumber, PDFObjectParser, PDFName, PDFRawStream } = library;
  const pairs: Pair[] = [];
  const byNumber = new Map<number, PDFObject[]>();
  const unnumbered: PDFObject[] = [];
  const context = PDFContext.create();
  let left = MOST_PASSES * bytes.length;
  let mistakes = 0;

  /** Notes each pair as it stands in the file: readers differ in which one counts where a key is there twice. */
  class Noting extends PDFObjectParser {
    #key: PDFName | undefined;

    readonly beginsDictionary = this.#beginsDictionary();

    get read(): number {
      return this.bytes.offset();
    }

    #beginsDictionary(): boolean {
      this.skipWhitespaceAndComments();
      return this.bytes.peek() === LESS_THAN && this.bytes.peekAhead(1) === LESS_THAN;
    }

    /** Reads what readers that forgive mistakes find behind one, to the end of the object or of `most` bytes. */
    readBehindMistake(most: number): void {
      let key: string | undefined;
      while (this.read < most && mistakes <= MOST_MISTAKES && !this.bytes.done()) {
        const at = this.read;
        try {
          this.skipWhitespaceAndComments();
          if (this.matchKeyword(END_OF_OBJECT)) return;
          const value = this.parseObject();
          pairs.push({ key, value });
          key = value instanceof PDFName ? value.decodeText() : undefined;
        } catch {
          mistakes += 1;
          if (this.read === at) this.bytes.next();
        }
      }
    }

    override parseObject(ref?: PDFRef): PDFObject {
      const key = this.#key;
      this.#key = undefined;
      const value = super.parseObject(ref);
      this.#key = undefined;
      pairs.push({ key: key?.decodeText(), value });
      return value;
    }

    protected override parseName(): PDFName {
      const name = super.parseName();
      this.#key = name;
      return name;
    }
  }

  const parserOf = (data: Uint8Array) => {
    // The library exports no other way to its stream of bytes.
    const { bytes: stream } = PDFObjectParser.forBytes(data, context) as unknown as { bytes: ByteStream };
    return new Noting(stream, context);
  };
  const note = (number: number | undefined, object: PDFObject): void => {
    // A name that is an object of its own may stand for the value of any key.
    if (object instanceof PDFName) for (const key of NAMED) pairs.push({ key, value: object });
    if (number === undefined) {
      if (object instanceof PDFDict || object instanceof PDFRawStream) unnumbered.push(object);
      return;
    }
    const known = byNumber.get(number);
    if (known) known.push(object);
    else byNumber.set(number, [object]);
    if (known && known.length > MOST_REVISIONS) left = -1;
  };
  const readObject = (number: number | undefined, data: Uint8Array): PDFObject | undefined => {
    const parser = parserOf(data);
    try {
      const object = parser.parseObject();
      note(number, object);
      return object;
    } catch {
      // A damaged object, or a place that only looks like one. The pairs that are read of it are judged all the same.
      mistakes += 1;
      if (number !== undefined || parser.beginsDictionary) parser.readBehindMistake(left);
      return undefined;
    } finally {
      left -= mistakes > MOST_MISTAKES ? left + 1 : parser.read;
    }
  };

  for (const { index, 0: header, 1: number } of Buffer.from(bytes).toString('latin1').matchAll(OBJECT)) {
    if (number === undefined) mistakes += 1;
    const from = pairs.length;
    const data = bytes.subarray(index + header.length);
    const object = readObject(number === undefined ? undefined : Number(number), data);
    if (left < 0) return undefined;
    if (!(object instanceof PDFRawStream)) continue;
    // Readers take any stream with these two keys for an object stream, whatever its type (ISO 32000-2, 7.5.7).
    const [first, count] = ['First', 'N'].map((key) => object.dict.get(PDFName.of(key)));
    if (first === undefined || count === undefined) continue;
    // Readers differ in which one counts where a key is there twice.
    const isTwofold = ['First', 'Filter', 'DecodeParms'].some(
      (name) => pairs.slice(from).filter(({ key }) => key === name).length > 1,
    );
    const packed = isTwofold ? undefined : decoded(library, object);
    if (!packed || !(first instanceof PDFNumber)) return undefined;
    left += MOST_PASSES * packed.length;
    const head = Buffer.from(packed.subarray(0, first.asNumber())).toString('latin1');
    if (!TABLE.test(head)) return undefined;
    const table = head.match(/\d+/g) ?? [];
    for (let at = 0; at + 1 < table.length; at += 2) {
      readObject(Number(table[at]), packed.subarray(first.asNumber() + Number(table[at + 1])));
      if (left < 0) return undefined;
    }
  }
  return { pairs, byNumber, unnumbered };
}

type ByteStream = ConstructorParameters<Library['PDFObjectParser']>[0];

function decoded(library: Library, stream: PDFRawStream): Uint8Array | undefined {
  if (!isDecodable(library, stream)) return undefined;
  try {
    return library.decodePDFRawStream(stream).decode();
  } catch {
    return undefined;
  }
}

/** Returns whether the library decodes a stream as readers do: it follows no references here, and knows no predictors. */
function isDecodable({ PDFArray, PDFDict, PDFName, PDFNull, PDFNumber }: Library, { dict }: PDFRawStream): boolean {
  const valuesAt = (key: string): PDFObject[] => {
    const value = dict.get(PDFName.of(key));
    return value === undefined ? [] : value instanceof PDFArray ? value.asArray() : [value];
  };
  const isPlain = (params: PDFObject) =>
    params instanceof PDFDict &&
    params
      .entries()
      .every(
        ([key, value]) => value instanceof PDFNumber && (key.decodeText() !== 'Predictor' || value.asNumber() === 1),
      );
  return (
    valuesAt('Filter').every((filter) => filter instanceof PDFName) &&
    ['DecodeParms', 'DP'].flatMap(valuesAt).every((params) => params === PDFNull || isPlain(params))
  );
}
