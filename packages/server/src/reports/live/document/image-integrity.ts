import { type Finding, sameLook } from '@bonafide/verification';
import { identityDocumentTypes } from '../../document-types.ts';
import type { LeafFinding, LeafFindings, Properties } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { isCredentialAlone } from './credential.ts';
import { ofBothSides } from './evidence/gather.ts';
import { isTwoSided } from './evidence/kind.ts';
import {
  bestOf,
  type DocumentReading,
  figureOf,
  hasBarcode,
  hasZone,
  lacks,
  partOfBirth,
  SOURCES,
  worst,
} from './reading.ts';

/** `image_integrity`: whether the pictures can be worked with, and show a document that can be. */
export function imageIntegrity(reading: DocumentReading, sanctionedCountries: readonly string[]): LeafFindings {
  const quality = imageQuality(reading);
  const supported =
    quality.result === 'consider' ? unassessed(NO_PICTURE) : supportedDocument(reading, sanctionedCountries);
  return {
    'image_integrity.image_quality': quality,
    'image_integrity.supported_document': supported,
    'image_integrity.colour_picture': colourPicture(reading),
    'image_integrity.conclusive_document_quality': isRefused(quality, supported)
      ? unassessed('The document was rejected')
      : conclusiveQuality(reading),
  };
}

const NO_PICTURE = 'The image quality is too low to assess this';

/** Returns whether the document is refused for its picture or its kind: nothing is read then (contract 9.2). */
export function isRefused(...leaves: readonly (LeafFinding | undefined)[]): boolean {
  return leaves.some((leaf) => leaf?.result === 'consider' || leaf?.result === 'unidentified');
}

/** The reason key of `image_quality` that each finding on a picture leads to. */
const QUALITY_KEYS: Readonly<Record<string, string>> = {
  document: 'no_document_in_image',
  cutoff: 'cut_off_document',
  blur: 'blurred_photo',
  glare: 'glare_on_photo',
  darkness: 'dark_photo',
  contrast: 'other_photo_issue',
  resolution: 'other_photo_issue',
  damage: 'other_photo_issue',
};

/** Share of the main portrait's width from which a second face belongs to a second document: ghosts are smaller. */
const SECOND_PORTRAIT = 0.6;

function imageQuality(reading: DocumentReading): LeafFinding {
  const { sides, analysis } = reading;
  if (sides.length === 0 && (reading.chip || reading.credential)) {
    return unassessed(`No image was uploaded, only ${reading.chip ? 'chip data' : 'a credential'}`);
  }
  const faults: { key: string; reason: string; finding?: Finding }[] = [];
  for (const side of analysis.sides) {
    if (side.unreadable !== undefined) {
      faults.push({ key: 'other_photo_issue', reason: `The file can't be read: ${side.unreadable}` });
      continue;
    }
    for (const finding of side.quality) {
      const key = QUALITY_KEYS[finding.name];
      if (key && finding.result === 'fail') faults.push({ key, reason: finding.reason, finding });
    }
    // Front and back of one card in one picture are one document; two portraits of one size are two.
    const [second = 0] = side.portrait?.others ?? [];
    const split = side.quality.find(({ name, result }) => name === 'two_documents' && result === 'fail');
    if (split && side.portrait && second >= SECOND_PORTRAIT * side.portrait.width) {
      faults.push({ key: 'two_documents_uploaded', reason: `${split.reason}, each with a portrait`, finding: split });
    }
  }
  const [front, back] = sides;
  const type = bestOf(reading, 'documentType')?.value;
  if (front && back && front.id !== back.id && isTwoSided(type ?? null) && sameLook(front.hash, back.hash)) {
    faults.push({ key: 'incorrect_side', reason: 'Front and back are the same image' });
  }
  const [first] = faults;
  if (!first) {
    const blur = worst(sides, 'blur');
    return clear('The images are sharp, bright and complete, and show a document', blur && figureOf(blur));
  }
  return consider(faults.map(({ reason }) => reason).join('; '), {
    ...(first.finding && figureOf(first.finding)),
    properties: reasonKeys(faults.map(({ key }) => key)),
  });
}

const reasonKeys = (keys: readonly string[]): Properties => Object.fromEntries(keys.map((key) => [key, 'consider']));

/** The state of the examples in ICAO Doc 9303, which are the documents that are copied most. */
const EXAMPLES = 'UTO';

function supportedDocument(reading: DocumentReading, sanctionedCountries: readonly string[]): LeafFinding {
  const country = bestOf(reading, 'issuingCountry');
  const countries = reading.uploads.map(({ issuing_country }) => issuing_country?.toUpperCase());
  const issuer = [country?.value, ...countries].find((code) => code && sanctionedCountries.includes(code));
  if (issuer) {
    return consider(`The issuing country (${issuer}) is under comprehensive sanctions`, {
      properties: { sanctioned_document: 'consider' },
    });
  }
  const zone = reading.analysis.mrz?.mrz ?? reading.chip?.mrz;
  if (zone?.issuingState === EXAMPLES)
    return doubtful('The issuing country is Utopia (UTO), which exists only in ICAO Doc 9303 examples');
  const type = bestOf(reading, 'documentType');
  if (type) return clear(`The document is a ${type.value.replaceAll('_', ' ')} (${SOURCES[type.source]})`);
  const claimed = reading.uploads.some(({ type }) => type !== 'unknown' && identityDocumentTypes.has(type));
  const portrait = reading.sides.some((side) => side.portrait);
  if (claimed && portrait) return doubtful('The image shows a portrait and text, but the kind of document is unclear');
  if (claimed && reading.uploads.every(({ side }) => side === 'back')) {
    return doubtful('Only the back was uploaded, and it does not show what kind of document it is');
  }
  return {
    result: 'unidentified',
    reason: portrait
      ? 'The kind of document is unknown: no MRZ, barcode or text identifies it, and the upload names no type'
      : 'The image shows no identity document: no MRZ, barcode, known text or portrait',
  };
}

function colourPicture({ sides }: DocumentReading): LeafFinding {
  const finding = worst(sides, 'colour');
  if (!finding) return unassessed('No image could be read');
  return (finding.result === 'fail' ? consider : clear)(finding.reason, figureOf(finding));
}

/** Fields without which a document names no holder. */
const NEEDED = ['surname', 'documentNumber', 'dateOfBirth'] as const;

/** Lines of text in a PDF from which it may be a program's work. Scanners that recognise text add as many. */
const DIGITAL_LINES = 5;

function conclusiveQuality(reading: DocumentReading): LeafFinding {
  const { sides, uploads, analysis } = reading;
  if (isCredentialAlone(reading)) return unassessed('No image was uploaded, only a credential');
  const digital = Math.max(0, ...sides.map(({ digitalLines }) => digitalLines));
  if (digital >= DIGITAL_LINES) {
    return doubtful(
      `The file contains ${digital} lines of digital text. It was made by a program or by a scanner with text recognition`,
      {
        measure: digital,
        threshold: DIGITAL_LINES,
      },
    );
  }
  const type = bestOf(reading, 'documentType')?.value ?? null;
  const country = bestOf(reading, 'issuingCountry')?.value ?? null;
  const twoSided = isTwoSided(type);
  const onePicture = sides.length === 1 && uploads.every(({ side }) => side !== 'back');
  const oneSide = onePicture && !ofBothSides(reading);
  const zone = hasZone(type, country) && !analysis.mrz;
  const seen = sides.some(({ cardRefused, barcodeUnread }) => cardRefused || barcodeUnread);
  const barcode = hasBarcode(type, country) && !analysis.card && !seen;
  if (twoSided && oneSide && (zone || barcode)) {
    const carried = zone ? 'MRZ' : 'barcode';
    if (sides[0]!.halves.length > 0) {
      return doubtful(`The two parts of the image may not be front and back of one card: no ${carried} was read`);
    }
    return consider(`The back with the ${carried} was not uploaded`, {
      properties: { missing_back: 'consider' },
    });
  }
  const missing = NEEDED.filter(
    (field) =>
      bestOf(reading, field) === null && !lacks(reading, field) && !(field === 'dateOfBirth' && partOfBirth(reading)),
  );
  if (missing.length > 0) {
    const names = missing.map(
      (field) => ({ surname: 'name', documentNumber: 'number', dateOfBirth: 'date of birth' })[field],
    );
    return doubtful(`The ${names.join(', the ')} could not be read. It may be covered or in an unsupported script`, {
      measure: missing.length,
      threshold: 0,
    });
  }
  return clear('Name, number and date of birth are readable. Holes, cut corners and overlays are not checked');
}
