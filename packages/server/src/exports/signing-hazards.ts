import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { type Library, type Objects, type Pair, readObjects } from './pdf-objects.ts';

/** Actions by which a document does, fetches or hides something (ISO 32000-2, 12.6.4). Links within it and to web pages are harmless. */
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

/**
 * The reason why a PDF can't be signed although it can be added to: after the signature it could show, do or send something else
 * than the applicant has read, or an earlier signature forbids changes. Every object of the file is judged, including objects of
 * earlier revisions and of object streams. Undefined for a document that can be signed.
 * @returns words that follow "the document"
 */
export function hazardIn(library: Library, bytes: Uint8Array): string | undefined {
  const objects = readObjects(library, bytes);
  return objects ? firstHazard(library, objects) : 'is damaged';
}

function firstHazard(library: Library, { pairs, byNumber, unnumbered }: Objects): string | undefined {
  const { PDFArray, PDFDict, PDFHexString, PDFName, PDFNull, PDFNumber, PDFRawStream, PDFRef, PDFString } = library;
  /** Possible values: for a reference, each object of the number. */
  const valuesOf = (value: PDFObject | undefined): readonly PDFObject[] => {
    if (value === undefined) return [];
    return value instanceof PDFRef ? [...(byNumber.get(value.objectNumber) ?? []), ...unnumbered] : [value];
  };
  /** Returns whether the object of a reference is unknown: a reader may find an object that was not read here. */
  const isUnknown = (value: PDFObject | undefined) => value instanceof PDFRef && valuesOf(value).length === 0;
  const nameOf = (value: PDFObject) => (value instanceof PDFName ? value.decodeText() : '');
  const dictsOf = (value: PDFObject | undefined): PDFDict[] =>
    valuesOf(value).flatMap((value) =>
      value instanceof PDFDict ? value : value instanceof PDFRawStream ? value.dict : [],
    );
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
      const some = valuesOf(value).some((value) => !(value instanceof PDFArray) || value.size() > 0);
      return some || isUnknown(value) ? 'has layers that can be hidden' : undefined;
    }
    if (key === 'EF') {
      const some = dictsOf(value).some((dict) => FILES.some((name) => has(dict, name) || isUnknown(at(dict, name))));
      return some || isUnknown(value) ? 'has embedded files' : undefined;
    }
    if (key === 'URI') {
      const texts = valuesOf(value).filter((value) => value instanceof PDFString || value instanceof PDFHexString);
      return texts.some((text) => LOCAL_ADDRESS.test(text.decodeText())) ? 'has a link that runs a program' : undefined;
    }
    return undefined;
  };

  /** An action that runs without a click, although each of its kind is harmless behind a link. */
  const ofMoment = ({ key, value }: Pair): string | undefined => {
    if (key === 'OpenAction') {
      const automatic = isUnknown(value) || valuesOf(value).some((value) => !(value instanceof PDFArray));
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
      dictsOf(value).some((dict) =>
        valuesOf(at(dict, 'P')).some((level) => level instanceof PDFNumber && level.asNumber() === 1),
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
