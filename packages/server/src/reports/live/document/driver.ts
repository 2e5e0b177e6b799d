import type { LicenceEntry } from '@bonafide/verification';
import type { Properties } from '../../outcome.ts';
import { bestOf, type DocumentReading, LEGIBLE } from './reading.ts';

interface Class {
  readonly category: string;
  readonly codes: string | null;
  readonly obtainment_date: string | null;
  readonly expiry_date: string | null;
}

/**
 * Barcodes say what may be driven, but not since when. The table on the back of a European licence says since when and how long;
 * its front, in field 9, neither.
 */
function classesOf({ sides, analysis: { licenceClasses, printed } }: DocumentReading): Class[] {
  if (licenceClasses.length > 0) {
    return licenceClasses.map(({ category, codes, expiry_date }) => ({
      category,
      codes,
      obtainment_date: null,
      expiry_date,
    }));
  }
  const table = tableOf(sides).filter(isHeld);
  const inTable = table.map(({ category, codes, from, until }) => ({
    category,
    codes,
    obtainment_date: from,
    expiry_date: until,
  }));
  const ofFront = (printed.categories?.value.split('/') ?? [])
    .filter((category) => table.every((row) => row.category !== category))
    .map((category) => ({ category, codes: null, obtainment_date: null, expiry_date: null }));
  return [...inTable, ...ofFront];
}

const tableOf = (sides: DocumentReading['sides']): readonly LicenceEntry[] =>
  sides.find(({ licenceTable }) => licenceTable.length > 0)?.licenceTable ?? [];

/** Only rows with a day hold. */
const isHeld = ({ from, until }: LicenceEntry) => from !== null || until !== null;

/** Least age, in years, at which any state issues a category: Directive 2006/126/EC, article 4 (6), lets mopeds begin at 14. */
const LEAST_AGE = 14;

/**
 * Contradiction between the front of a European licence and the table on its back; null without one, or if one of them was not
 * read.
 */
export function contradictionOfSides(reading: DocumentReading): string | null {
  const table = tableOf(reading.sides);
  const { categories, dateOfBirth, dateOfIssue } = reading.analysis.printed;
  const held = table.filter(isHeld);
  const front = categories && categories.confidence >= LEGIBLE ? categories.value.split('/') : [];
  const missing = front.filter((category) => table.some((row) => row.category === category && !isHeld(row)));
  if (held.length > 0 && missing.length > 0) {
    return `The front lists category ${missing.join(', ')}, but the table on the back has no date for it`;
  }
  const known = [dateOfBirth, dateOfIssue].map((field) => (field && field.confidence >= LEGIBLE ? field.value : null));
  const [birth, issue] = known;
  for (const { category, from } of held) {
    if (from && birth && yearsBetween(birth, from) < LEAST_AGE) {
      return `The table on the back grants category ${category} from ${from}. The holder (born ${birth}) was younger than ${LEAST_AGE} then`;
    }
    if (from && issue && from > issue) {
      return `The table on the back grants category ${category} from ${from}, after the licence was issued (${issue})`;
    }
  }
  return null;
}

/** Whole years from one day to another. */
const yearsBetween = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);

/** `driving_licence_information`; nothing where neither barcode nor print has classes. */
export function licenceInformation(reading: DocumentReading): Properties {
  const classes = classesOf(reading);
  return classes.length > 0 ? { driving_licence_information: classes } : {};
}

/** Class of motorcycles on every card of the AAMVA. */
const MOTORCYCLES = /^M\d?$/;

/** Class of cars on European licences: Directive 2006/126/EC, article 4. */
const CARS = 'B';

/** ANSI D20 and 49 CFR 383.95: no manual transmission. */
const NO_MANUAL = 'E';

/** The restrictions of a card (element DCB, before 2003 DAS), one by one. Values for "none" are left out. */
function restrictionsOf({ sides }: DocumentReading): string[] {
  const elements = sides.find(({ card }) => card)?.card?.elements;
  const text = elements?.get('DCB') ?? elements?.get('DAS') ?? '';
  return /^(?:none|un?avl|n\/?a|-*)$/i.test(text) ? [] : text.split(/[\s,]+|(?<=^[A-Z]+)(?=[A-Z])/).filter(Boolean);
}

/** Properties of the report with driver verification, as far as the barcode or the print of a European licence shows them. */
export function driverVerification(reading: DocumentReading): Properties {
  const type = bestOf(reading, 'documentType')?.value;
  if (!type) return {};
  const licence = type === 'driving_licence';
  const classes = classesOf(reading);
  const { card } = reading.analysis;
  if (!card && classes.length === 0) return { drivers_licence: licence };
  const restrictions = restrictionsOf(reading);
  const cars = classes.find(({ category }) => (card ? !MOTORCYCLES.test(category) : category === CARS));
  return {
    drivers_licence: licence,
    ...(card && {
      restricted_licence: restrictions.length > 0,
      manual_transmission_restriction: restrictions.includes(NO_MANUAL),
      raw_licence_category: licence ? 'Driver license' : 'Identification card',
    }),
    ...(classes.length > 0 && { raw_vehicle_classes: classes.map(({ category }) => category).join(',') }),
    vehicle_class_details: classes,
    passenger_vehicle: {
      is_qualified: licence && cars !== undefined,
      obtainment_date: cars?.obtainment_date ?? null,
      expiry_date: cars?.expiry_date ?? null,
    },
  };
}
