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
  const reader = new ObjectReader(library);
  return reader.readFile(bytes) ? reader : undefined;
}

/** Collects the objects of one file, within limits of time. */
class ObjectReader implements Objects, Notes {
  readonly pairs: Pair[] = [];
  readonly byNumber = new Map<number, PDFObject[]>();
  readonly unnumbered: PDFObject[] = [];
  mistakes = 0;
  /** Bytes that the parser may still read. Negative once a limit is reached. */
  #left = 0;
  readonly #library: Library;
  readonly #parserOf: ReturnType<typeof notingParser>;

  constructor(library: Library) {
    this.#library = library;
    this.#parserOf = notingParser(library, this);
  }

  /** Returns whether all objects were read. */
  readFile(bytes: Uint8Array): boolean {
    const { PDFRawStream } = this.#library;
    this.#left = MOST_PASSES * bytes.length;
    for (const { index, 0: header, 1: number } of Buffer.from(bytes).toString('latin1').matchAll(OBJECT)) {
      if (number === undefined) this.mistakes += 1;
      const from = this.pairs.length;
      const data = bytes.subarray(index + header.length);
      const object = this.#readObject(number === undefined ? undefined : Number(number), data);
      if (this.#left < 0) return false;
      if (object instanceof PDFRawStream && !this.#readPacked(object, this.pairs.slice(from))) return false;
    }
    return true;
  }

  #readObject(number: number | undefined, data: Uint8Array): PDFObject | undefined {
    const parser = this.#parserOf(data);
    try {
      const object = parser.parseObject();
      this.#note(number, object);
      return object;
    } catch {
      // A damaged object, or a place that only looks like one. The pairs that are read of it are judged all the same.
      this.mistakes += 1;
      if (number !== undefined || parser.beginsDictionary) parser.readBehindMistake(this.#left);
      return undefined;
    } finally {
      this.#left = this.mistakes > MOST_MISTAKES ? -1 : this.#left - parser.read;
    }
  }

  #note(number: number | undefined, object: PDFObject): void {
    const { PDFDict, PDFName, PDFRawStream } = this.#library;
    // A name that is an object of its own may stand for the value of any key.
    if (object instanceof PDFName) for (const key of NAMED) this.pairs.push({ key, value: object });
    if (number === undefined) {
      if (object instanceof PDFDict || object instanceof PDFRawStream) this.unnumbered.push(object);
      return;
    }
    const known = this.byNumber.get(number);
    if (known) known.push(object);
    else this.byNumber.set(number, [object]);
    if (known && known.length > MOST_REVISIONS) this.#left = -1;
  }

  /**
   * Reads the objects within a stream, if it is an object stream (ISO 32000-2, 7.5.7). Returns whether all of them were read.
   * @param pairs of the stream's dictionary
   */
  #readPacked(stream: PDFRawStream, pairs: readonly Pair[]): boolean {
    const { PDFName, PDFNumber } = this.#library;
    // Readers take any stream with these two keys for an object stream, whatever its type.
    const [first, count] = ['First', 'N'].map((key) => stream.dict.get(PDFName.of(key)));
    if (first === undefined || count === undefined) return true;
    // Readers differ in which one counts where a key is there twice.
    const isTwofold = ['First', 'Filter', 'DecodeParms'].some(
      (name) => pairs.filter(({ key }) => key === name).length > 1,
    );
    const packed = isTwofold ? undefined : decoded(this.#library, stream);
    if (!packed || !(first instanceof PDFNumber)) return false;
    this.#left += MOST_PASSES * packed.length;
    const head = Buffer.from(packed.subarray(0, first.asNumber())).toString('latin1');
    if (!TABLE.test(head)) return false;
    const table = head.match(/\d+/g) ?? [];
    for (let at = 0; at + 1 < table.length; at += 2) {
      this.#readObject(Number(table[at]), packed.subarray(first.asNumber() + Number(table[at + 1])));
      if (this.#left < 0) return false;
    }
    return true;
  }
}

/** Pairs and mistakes that a parser finds. */
interface Notes {
  readonly pairs: Pair[];
  mistakes: number;
}

/**
 * Returns a function that makes parsers. They note each pair as it stands in the file: where a key is there twice, readers
 * differ in which pair counts.
 */
function notingParser({ PDFContext, PDFName, PDFObjectParser }: Library, notes: Notes) {
  const context = PDFContext.create();

  class NotingParser extends PDFObjectParser {
    #key: PDFName | undefined;

    readonly beginsDictionary = this.#beginsDictionary();

    get read(): number {
      return this.bytes.offset();
    }

    #beginsDictionary(): boolean {
      this.skipWhitespaceAndComments();
      return this.bytes.peek() === LESS_THAN && this.bytes.peekAhead(1) === LESS_THAN;
    }

    /** Reads the object that lenient PDF readers find after an error, up to its end or to `most` bytes. */
    readBehindMistake(most: number): void {
      let key: string | undefined;
      while (this.read < most && notes.mistakes <= MOST_MISTAKES && !this.bytes.done()) {
        const at = this.read;
        try {
          this.skipWhitespaceAndComments();
          if (this.matchKeyword(END_OF_OBJECT)) return;
          const value = this.parseObject();
          notes.pairs.push({ key, value });
          key = value instanceof PDFName ? value.decodeText() : undefined;
        } catch {
          notes.mistakes += 1;
          if (this.read === at) this.bytes.next();
        }
      }
    }

    override parseObject(ref?: PDFRef): PDFObject {
      const key = this.#key;
      this.#key = undefined;
      const value = super.parseObject(ref);
      this.#key = undefined;
      notes.pairs.push({ key: key?.decodeText(), value });
      return value;
    }

    protected override parseName(): PDFName {
      const name = super.parseName();
      this.#key = name;
      return name;
    }
  }

  return (data: Uint8Array): NotingParser => {
    // The library exports no other way to its stream of bytes.
    const { bytes: stream } = PDFObjectParser.forBytes(data, context) as unknown as { bytes: ByteStream };
    return new NotingParser(stream, context);
  };
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
