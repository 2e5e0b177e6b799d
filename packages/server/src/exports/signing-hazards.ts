import type { PDFDict, PDFName, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

type Library = typeof import('@cantoo/pdf-lib');

/** A key of a dictionary and its value as they stand in the file, or a whole object without a key. */
interface Pair {
  readonly key: string | undefined;
  readonly value: PDFObject;
}

/** Actions by which a document does, fetches or hides something (ISO 32000-2, 12.6.4). Links within it and to web pages are none. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['JavaScript', 'has JavaScript'],
  ['Rendition', 'plays media'],
  ['Launch', 'starts a program or opens a file (Launch)'],
  ['SubmitForm', 'sends its form to an address (SubmitForm)'],
  ['ImportData', 'fills its form from a file (ImportData)'],
  ['ResetForm', 'empties its form (ResetForm)'],
  ['GoToR', 'opens another file (GoToR)'],
  ['GoToE', 'opens an embedded file (GoToE)'],
  ['Thread', 'follows a thread, which may be in another file (Thread)'],
  ['Hide', 'hides parts of its pages (Hide)'],
  ['SetOCGState', 'has layers that can be hidden'],
  ['Sound', 'plays media'],
  ['Movie', 'plays media'],
  ['GoTo3DView', 'plays media'],
  ['RichMediaExecute', 'plays media'],
]);

/** Annotations that bring a file or media (ISO 32000-2, 12.5.6). */
const ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ['FileAttachment', 'has embedded files'],
  ['RichMedia', 'plays media'],
  ['Movie', 'plays media'],
  ['Sound', 'plays media'],
  ['Screen', 'plays media'],
  ['3D', 'plays media'],
]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['EmbeddedFile', 'has embedded files'],
  ['OCG', 'has layers that can be hidden'],
  ['OCMD', 'has layers that can be hidden'],
]);

/** Keys that no other kind of dictionary has, whatever their value. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['JS', 'has JavaScript'],
  ['JavaScript', 'has JavaScript'],
  ['EmbeddedFiles', 'has embedded files'],
  ['Collection', 'has embedded files'],
  ['XFA', 'is a form of XML, whose looks no signature fixes'],
  ['RichMediaContent', 'plays media'],
  ['Renditions', 'plays media'],
  ['AlternatePresentations', 'plays media'],
  ['Alternates', 'has pictures that differ on paper'],
]);

/** Keys of a file specification that name the embedded streams. */
const FILES = ['F', 'UF', 'DOS', 'Mac', 'Unix'] as const;

/** Moments at which additional actions run (ISO 32000-2, 12.6.3). */
const MOMENTS = [
  ...['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI', 'O', 'C', 'K', 'F', 'V', 'WC', 'WS', 'DS', 'WP', 'DP'],
] as const;

/** Addresses that a reader may run, or open on its own disk. */
const LOCAL_ADDRESS = /^[\s\p{Cc}]*(?:javascript|vbscript|data|file):/iu;

/** How often the parser may go over a file: places that only look like objects are read as well. */
const MOST_PASSES = 3;

/** Mistakes in objects, and places of the word `obj` without numbers before it: texts have some. A mistake costs 30 µs. */
const MOST_MISTAKES = 10_000;

/** Objects of one number. A file has one for each of its revisions that changes the object. */
const MOST_REVISIONS = 1000;

/**
 * Where an object begins (ISO 32000-2, 7.3.10). The cross-reference table may point to any such place: also into the data of a stream,
 * a text or a comment. Readers accept any count of digits, and none between the second number and the word.
 */
const OBJECT =
  /(?<![0-9])(\d+)(?:[\s\0]|%[^\r\n]{0,200}[\r\n]){1,200}\d+(?:[\s\0]|%[^\r\n]{0,200}[\r\n]){0,200}obj|(?<=[\d\s\0])obj/g;

const END_OF_OBJECT = [...Buffer.from('endobj')];

/** The character `<`. */
const LESS_THAN = 0x3c;

/** Keys whose values are names that are judged. */
const NAMED = ['S', 'Subtype', 'Type'] as const;

/** What stands before the objects of an object stream: pairs of numbers. */
const TABLE = /^[\d\s\0]*$/;

/**
 * Why a PDF can't be signed although it can be added to: after the signature it could show, do or send something else than the applicant
 * has read, or an earlier signature forbids changes. Every object of the file is judged, those of earlier revisions and of object streams
 * included. Undefined for a document that can be signed.
 *
 * @returns words that follow "the document"
 */
export function hazardIn(library: Library, bytes: Uint8Array): string | undefined {
  const objects = readObjects(library, bytes);
  return objects ? judge(library, objects) : 'is damaged';
}

interface Objects {
  readonly pairs: readonly Pair[];
  /** By number; of a number that is there several times, each. */
  readonly byNumber: ReadonlyMap<number, readonly PDFObject[]>;
  /** Dictionaries behind the word `obj` whose number can't be told: a reader may find them under any. */
  readonly unnumbered: readonly PDFObject[];
}

/** Undefined where reading all places that look like objects takes too long, and where an object stream can't be read. */
function readObjects(library: Library, bytes: Uint8Array): Objects | undefined {
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

/** Whether the library decodes a stream as readers do: it follows no references here, and knows no predictors. */
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

function judge(library: Library, { pairs, byNumber, unnumbered }: Objects): string | undefined {
  const { PDFArray, PDFDict, PDFHexString, PDFName, PDFNull, PDFNumber, PDFRawStream, PDFRef, PDFString } = library;
  /** Whatever a value may stand for: of a reference, each object of the number. */
  const valuesOf = (value: PDFObject | undefined): readonly PDFObject[] => {
    if (value === undefined) return [];
    return value instanceof PDFRef ? [...(byNumber.get(value.objectNumber) ?? []), ...unnumbered] : [value];
  };
  /** Whether nobody can tell what a value stands for: a reader may find an object where none was read. */
  const isUnknown = (value: PDFObject | undefined) => value instanceof PDFRef && valuesOf(value).length === 0;
  const nameOf = (value: PDFObject) => (value instanceof PDFName ? value.decodeText() : '');
  const dictsOf = (value: PDFObject | undefined): PDFDict[] =>
    valuesOf(value).flatMap((one) => (one instanceof PDFDict ? one : one instanceof PDFRawStream ? one.dict : []));
  const at = (dict: PDFDict, key: string) => dict.get(PDFName.of(key));
  const has = (dict: PDFDict, key: string) => valuesOf(at(dict, key)).some((value) => value !== PDFNull);
  const actionsOf = (value: PDFObject | undefined) =>
    dictsOf(value).flatMap((dict) => (has(dict, 'S') ? [valuesOf(at(dict, 'S')).map(nameOf)] : []));

  const ofPair = ({ key, value }: Pair): string | undefined => {
    if (key === undefined) {
      // A name that is an object of its own, to which a dictionary may refer.
      return value instanceof PDFName ? ACTIONS.get(nameOf(value)) : undefined;
    }
    if (value === PDFNull) return undefined;
    const word = KEYS.get(key);
    if (word) return word;
    if (key === 'S') return ACTIONS.get(nameOf(value));
    if (key === 'Subtype') return ANNOTATIONS.get(nameOf(value));
    if (key === 'Type') return TYPES.get(nameOf(value));
    if (key === 'OCGs') {
      const some = valuesOf(value).some((one) => !(one instanceof PDFArray) || one.size() > 0);
      return some || isUnknown(value) ? 'has layers that can be hidden' : undefined;
    }
    if (key === 'EF') {
      const some = dictsOf(value).some((dict) => FILES.some((name) => has(dict, name) || isUnknown(at(dict, name))));
      return some || isUnknown(value) ? 'has embedded files' : undefined;
    }
    if (key === 'URI') {
      const texts = valuesOf(value).filter((one) => one instanceof PDFString || one instanceof PDFHexString);
      return texts.some((text) => LOCAL_ADDRESS.test(text.decodeText())) ? 'has a link that runs a program' : undefined;
    }
    return undefined;
  };

  /** An action that runs without a click, although each of its kind is harmless behind a link. */
  const ofMoment = ({ key, value }: Pair): string | undefined => {
    if (key === 'OpenAction') {
      const automatic = isUnknown(value) || valuesOf(value).some((one) => !(one instanceof PDFArray));
      const moves = actionsOf(value)
        .flat()
        .every((name) => name === 'GoTo');
      return automatic && !(moves && actionsOf(value).length > 0) ? 'runs an action when it is opened' : undefined;
    }
    if (key === 'AA') {
      const runs = dictsOf(value).some((dict) =>
        MOMENTS.map((moment) => at(dict, moment)).some((action) => actionsOf(action).length > 0 || isUnknown(action)),
      );
      return runs || isUnknown(value) ? 'runs actions by itself' : undefined;
    }
    return undefined;
  };

  const ofDict = (dict: PDFDict, isStream: boolean): string | undefined => {
    if (isStream && has(dict, 'F')) return 'takes content from another file';
    if (isStream && dictsOf(at(dict, 'Ref')).some((ref) => has(ref, 'F'))) return 'takes content from another file';
    const forbids = (value: PDFObject | undefined) =>
      dictsOf(value).some((one) =>
        valuesOf(at(one, 'P')).some((level) => level instanceof PDFNumber && level.asNumber() === 1),
      );
    const certified = valuesOf(at(dict, 'TransformMethod')).some((value) => nameOf(value) === 'DocMDP');
    const locked = valuesOf(at(dict, 'Type')).some((value) => nameOf(value) === 'SigFieldLock') && forbids(dict);
    return locked || (certified && forbids(at(dict, 'TransformParams')))
      ? 'is certified, and its certificate forbids changes'
      : undefined;
  };

  for (const judgement of [ofPair, ofMoment]) {
    for (const pair of pairs) {
      const found = judgement(pair);
      if (found) return found;
    }
  }
  for (const { value } of pairs) {
    const isStream = value instanceof PDFRawStream;
    const found = value instanceof PDFDict || isStream ? ofDict(isStream ? value.dict : value, isStream) : undefined;
    if (found) return found;
  }
  return undefined;
}
