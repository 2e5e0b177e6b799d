import type { Finding } from '@bonafide/verification';
import { portraitBesideChip } from '../chip.ts';
import { type DocumentReading, lacks } from '../reading.ts';
import type { Evidence, EvidenceFound, SourceFound } from './evidence.ts';
import { ghostOf } from './ghost.ts';
import { kindOf } from './kind.ts';
import { passed, unchanged } from './pixels.ts';
import { bears, FIELDS, fieldsOf, inSecondPlace, inThreePlaces, onChip, onOtherSide } from './places.ts';
import { areBothSides, type Bears, halvesOf } from './sides.ts';
import { EVIDENCE, type EvidenceSource, SOURCES_OF_EVIDENCE } from './table.ts';

/** Gathers the evidence, from the pictures of this very document, that it was not forged in each of the ways in the table. */
export function gather(reading: DocumentReading): Evidence {
  const kind = kindOf(reading);
  const portrait = reading.sides.some((side) => side.portrait);
  const found: EvidenceFound[] = EVIDENCE.filter(({ kinds }) => kinds.includes(kind))
    // Not every visa has a portrait; that another document has none is for `face_detection` to say.
    .filter(({ forgery }) => portrait || (forgery !== 'portrait' && forgery !== 'portrait_and_ghost'))
    .flatMap(({ forgery, leaves, sources }) =>
      leaves
        .filter((leaf) => FIELDS[leaf] === undefined || !lacks(reading, FIELDS[leaf]))
        .map((leaf) => ({
          forgery,
          leaf,
          confirmed_by: sources.flatMap((source) => confirmation(reading, source, leaf)),
        })),
    );
  return { kind, found: reading.sides.length > 0 ? found : [] };
}

function confirmation(reading: DocumentReading, source: EvidenceSource, leaf: string): SourceFound[] {
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
    },
  ];
}

type Made = Pick<Finding, 'measure' | 'threshold' | 'reason'> | boolean | null;

/** Findings that must have been made and passed, and others that count where they were made: see `original-document.ts`. */
const GENUINE = { needed: ['screenshot', 'specimen_words', 'software_window'], more: ['drawn_marks'] };

/** Dots of a print show in large pictures only: in smaller ones, screens and grey copies alone are excluded. */
const NO_COPY = { needed: ['photo_of_screen', 'colour', 'grey_copy', 'screen_copy'], more: ['printed_copy'] };

/** The first finding of several parts, where each part has some; null where one has none. */
const firstOf = (...parts: (readonly Finding[] | null)[]): Finding | null =>
  parts.every((part) => part !== null) ? (parts.flat()[0] ?? null) : null;

/** Function that finds each source; of several findings, the first stands for all. */
const MAKE: Readonly<Record<EvidenceSource, (reading: DocumentReading, leaf: string) => Made>> = {
  second_place: (reading, leaf) => FIELDS[leaf] !== undefined && inSecondPlace(reading, FIELDS[leaf]),
  other_side: (reading, leaf) => FIELDS[leaf] !== undefined && onOtherSide(reading, FIELDS[leaf]),
  third_place: inThreePlaces,
  chip: (reading, leaf) => (FIELDS[leaf] ? [FIELDS[leaf]] : fieldsOf(reading)).every((field) => onChip(reading, field)),
  chip_portrait: portraitOnChip,
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

/** The portrait on the chip, if it matches the document's. */
function portraitOnChip(reading: DocumentReading): Made {
  const { result, measure, threshold, reason } = portraitBesideChip(reading) ?? {};
  return result === 'clear' && measure !== undefined && threshold !== undefined && reason !== undefined
    ? { measure, threshold, reason }
    : null;
}
