import type { Finding } from '@bonafide/verification';
import type { LeafFinding } from '../../../outcome.ts';
import { portraitBesideChip } from '../chip.ts';
import { portraitBesideCredential } from '../credential.ts';
import { type DocumentReading, lacks } from '../reading.ts';
import type { Evidence, EvidenceFound, SourceFound } from './evidence.ts';
import { ghostOf } from './ghost.ts';
import { inRegister, isRegistered, isSealed, isSealOnOtherSide, onSeal, sealOf, sealPortrait } from './issuer.ts';
import { kindOf } from './kind.ts';
import { passed, unchanged } from './pixels.ts';
import { bears, FIELDS, fieldsOf, inSecondPlace, inThreePlaces, onOtherSide, onSigned } from './places.ts';
import { areBothSides, type Bears, halvesOf } from './sides.ts';
import { EVIDENCE, type EvidenceSource, SOURCES_OF_EVIDENCE } from './table.ts';

/**
 * Gathers the evidence, from the pictures of this very document, that it was not forged in each of the ways in the table.
 *
 * @param live whether the capture SDK took every picture with a camera; undefined where nobody asks for it
 */
export function gather(reading: DocumentReading, live?: boolean): Evidence {
  const kind = kindOf(reading);
  const portrait = reading.sides.some((side) => side.portrait);
  const found: EvidenceFound[] = EVIDENCE.filter(({ kinds }) => kinds.includes(kind))
    // Not every visa has a portrait; that another document has none is for `face_detection` to say.
    .filter(({ forgery }) => portrait || (forgery !== 'portrait' && forgery !== 'portrait_and_ghost'))
    .filter(({ forgery }) => forgery !== 'uploaded_file' || live !== undefined)
    .flatMap(({ forgery, leaves, sources }) =>
      leaves
        .filter((leaf) => FIELDS[leaf] === undefined || !lacks(reading, FIELDS[leaf]))
        .map((leaf) => ({
          forgery,
          leaf,
          confirmed_by: sources.flatMap((source) => confirmation({ ...reading, live }, source, leaf)),
        })),
    );
  return { kind, found: reading.sides.length > 0 ? found : [] };
}

/** A reading, and whether the capture SDK took its pictures. */
type Captured = DocumentReading & { readonly live: boolean | undefined };

function confirmation(reading: Captured, source: EvidenceSource, leaf: string): SourceFound[] {
  const evidence = MAKE[source](reading, leaf);
  if (!evidence) return [];
  const { grade } = SOURCES_OF_EVIDENCE[source];
  return [
    {
      source,
      grade,
      ...(typeof evidence === 'object' && {
        measure: evidence.measure,
        threshold: evidence.threshold,
        reason: evidence.reason,
      }),
      ...issuerOf(reading, source),
    },
  ];
}

/** The issuer behind a source, and the key that signed it. */
function issuerOf(reading: Captured, source: EvidenceSource): Pick<SourceFound, 'issuer' | 'key'> {
  const { chip, credential, register } = reading;
  const seal = sealOf(reading);
  const country = chip?.data.issuingCountry;
  if (source.startsWith('credential') && credential?.data.issuingCountry)
    return { issuer: credential.data.issuingCountry, ...(credential.signer !== null && { key: credential.signer }) };
  if (source.startsWith('chip') && chip && country)
    return { issuer: country, ...(chip.authentication.signer !== null && { key: chip.authentication.signer }) };
  if (source.startsWith('seal') && seal) return { issuer: seal.issuer, ...(seal.key !== null && { key: seal.key }) };
  return source.startsWith('issuer') && register ? { issuer: register.issuer } : {};
}

type Made = Pick<Finding, 'measure' | 'threshold' | 'reason'> | boolean | null;

/** Findings that must have been made and passed, and others that count where they were made: see `original-document.ts`. */
const GENUINE = { needed: ['screenshot', 'specimen_words', 'software_window'], more: ['drawn_marks'] };

/** Dots of a print show in large pictures only: in smaller ones, screens and grey copies alone are excluded. */
const NO_COPY = { needed: ['photo_of_screen', 'colour', 'grey_copy', 'screen_copy'], more: ['printed_copy'] };

/** The first finding of several parts, where each part has some; null where one has none. */
const firstOf = (...parts: (readonly Finding[] | null)[]): Finding | null =>
  parts.every((part) => part !== null) ? (parts.flat()[0] ?? null) : null;

/** The leaf that reports a missing side. */
const SIDE_LEAF = 'image_integrity.conclusive_document_quality';

/** Function that finds each source; of several findings, the first stands for all. */
const MAKE: Readonly<Record<EvidenceSource, (reading: Captured, leaf: string) => Made>> = {
  second_place: (reading, leaf) => FIELDS[leaf] !== undefined && inSecondPlace(reading, FIELDS[leaf]),
  other_side: (reading, leaf) => FIELDS[leaf] !== undefined && onOtherSide(reading, FIELDS[leaf]),
  third_place: inThreePlaces,
  chip: (reading, leaf) => isSignedBy(reading, 'chip', leaf),
  chip_portrait: (reading) => matching(portraitBesideChip(reading)),
  credential: (reading, leaf) => isSignedBy(reading, 'credential', leaf),
  credential_portrait: (reading) => matching(portraitBesideCredential(reading)),
  seal: (reading, leaf) => {
    if (leaf === SIDE_LEAF) return isSealOnOtherSide(reading);
    return FIELDS[leaf] ? onSeal(reading, FIELDS[leaf]) : isSealed(reading);
  },
  seal_portrait: sealPortrait,
  issuer_record: (reading, leaf) => (FIELDS[leaf] ? inRegister(reading, FIELDS[leaf]) : isRegistered(reading)),
  issuer_portrait: ({ register }) => register?.current === true && register.portraitMatches,
  live_capture: ({ live }) => live === true,
  ghost: ghostOf,
  back: ofBothSides,
  zone_and_print: ({ sides }) => firstOf(unchanged(sides, 'zone'), unchanged(sides, 'print')),
  print: ({ sides }) => firstOf(unchanged(sides, 'print')),
  portrait_pixels: ({ sides }) => firstOf(unchanged(sides, 'portrait')),
  portrait_and_ghost_pixels: ({ sides }) =>
    firstOf(
      unchanged(sides, 'portrait'),
      sides.some(({ regions }) => regions.ghosts.length > 0) ? unchanged(sides, 'ghost') : [],
    ),
  genuine_picture: ({ sides }) => firstOf(passed(sides, GENUINE)),
  no_copy: ({ sides }) => firstOf(passed(sides, NO_COPY)),
};

/** Returns whether two of the pictures, or two cards in one of them, are a front and a back of one document. */
export function ofBothSides(reading: DocumentReading): boolean {
  const sides = reading.sides.flatMap((side) => (side.halves.length > 0 ? halvesOf(side) : [side]));
  const stands: Bears = (side, field, value) => bears(reading, side, field, { value });
  return sides.some((side, i) => sides.slice(i + 1).some((other) => areBothSides(side, other, stands)));
}

/** Returns whether an issuer signed the field of a leaf, or every field where the leaf is about none. */
const isSignedBy = (reading: Captured, by: 'chip' | 'credential', leaf: string): boolean =>
  (FIELDS[leaf] ? [FIELDS[leaf]] : fieldsOf(reading)).every((field) => onSigned(reading, by, field));

/** A comparison of a signed portrait with the printed one, if both match. */
function matching(finding: LeafFinding | null): Made {
  const { result, measure, threshold, reason } = finding ?? {};
  return result === 'clear' && measure !== undefined && threshold !== undefined && reason !== undefined
    ? { measure, threshold, reason }
    : null;
}
