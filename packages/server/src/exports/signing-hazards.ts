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
const MOST_PASSES = 8;

/** Objects of one number. A file has one for each of its revisions that changes the object. */
const MOST_REVISIONS = 1000;

/**
 * Where an object begins (ISO 32000-2, 7.3.10). The cross-reference table may point to any such place: also into the data of a stream,
 * a text or a comment.
 */
const OBJECT =
  /(?<![0-9])(\d{1,10})(?:[\s\0]|%[^\r\n]{0,200}[\r\n]){1,200}\d{1,5}(?:[\s\0]|%[^\r\n]{0,200}[\r\n]){1,200}obj/g;

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
}

/** Undefined where reading all places that look like objects takes too long. */
function readObjects(library: Library, bytes: Uint8Array): Objects | undefined {
  const { PDFContext, PDFNumber, PDFObjectParser, PDFName, PDFRawStream } = library;
  const pairs: Pair[] = [];
  const byNumber = new Map<number, PDFObject[]>();
  const context = PDFContext.create();
  let left = MOST_PASSES * bytes.length;

  /** Notes each pair as it stands in the file: readers differ in which one counts where a key is there twice. */
  class Noting extends PDFObjectParser {
    #key: PDFName | undefined;

    get read(): number {
      return this.bytes.offset();
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
  const readObject = (number: number, data: Uint8Array): PDFObject | undefined => {
    const parser = parserOf(data);
    try {
      const object = parser.parseObject();
      const known = byNumber.get(number);
      if (known) known.push(object);
      else byNumber.set(number, [object]);
      if (known && known.length > MOST_REVISIONS) left = -1;
      return object;
    } catch {
      // A place that only looks like an object. The pairs that were read of it are judged all the same.
      return undefined;
    } finally {
      left -= parser.read;
    }
  };

  for (const { index, 0: header, 1: number } of Buffer.from(bytes).toString('latin1').matchAll(OBJECT)) {
    const object = readObject(Number(number), bytes.subarray(index + header.length));
    if (left < 0) return undefined;
    if (!(object instanceof PDFRawStream)) continue;
    // Readers take any stream with these two keys for an object stream, whatever its type (ISO 32000-2, 7.5.7).
    const [first, count] = ['First', 'N'].map((key) => object.dict.get(PDFName.of(key)));
    if (first === undefined || count === undefined) continue;
    const data = decoded(library, object);
    if (!data || !(first instanceof PDFNumber)) return undefined;
    left += MOST_PASSES * data.length;
    const table = Buffer.from(data.subarray(0, first.asNumber())).toString('latin1').match(/\d+/g) ?? [];
    for (let at = 0; at + 1 < table.length; at += 2) {
      readObject(Number(table[at]), data.subarray(first.asNumber() + Number(table[at + 1])));
      if (left < 0) return undefined;
    }
  }
  return { pairs, byNumber };
}

type ByteStream = ConstructorParameters<Library['PDFObjectParser']>[0];

function decoded({ decodePDFRawStream }: Library, stream: PDFRawStream): Uint8Array | undefined {
  try {
    return decodePDFRawStream(stream).decode();
  } catch {
    return undefined;
  }
}

function judge(library: Library, { pairs, byNumber }: Objects): string | undefined {
  const { PDFArray, PDFDict, PDFHexString, PDFName, PDFNull, PDFNumber, PDFRawStream, PDFRef, PDFString } = library;
  /** Whatever a value may stand for: of a reference, each object of the number. */
  const valuesOf = (value: PDFObject | undefined): readonly PDFObject[] => {
    if (value === undefined) return [];
    return value instanceof PDFRef ? (byNumber.get(value.objectNumber) ?? []) : [value];
  };
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
      return some ? 'has layers that can be hidden' : undefined;
    }
    if (key === 'EF') {
      return dictsOf(value).some((dict) => FILES.some((name) => has(dict, name))) ? 'has embedded files' : undefined;
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
      const automatic = valuesOf(value).some((one) => !(one instanceof PDFArray));
      const moves = actionsOf(value)
        .flat()
        .every((name) => name === 'GoTo');
      return automatic && !(moves && actionsOf(value).length > 0) ? 'runs an action when it is opened' : undefined;
    }
    if (key === 'AA') {
      const runs = dictsOf(value).some((dict) => MOMENTS.some((moment) => actionsOf(at(dict, moment)).length > 0));
      return runs ? 'runs actions by itself' : undefined;
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
