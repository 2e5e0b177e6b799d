import type { Properties } from '../../outcome.ts';
import { bestOf, type DocumentReading } from './reading.ts';

interface Class {
  readonly category: string;
  readonly codes: string | null;
  readonly obtainment_date: string | null;
  readonly expiry_date: string | null;
}

/**
 * Barcodes say what may be driven, but not since when; the front of European licences, in its field 9, not even how long:
 * the table on the back, which does, is not read.
 */
function classesOf({ analysis: { licenceClasses, printed } }: DocumentReading): Class[] {
  const printedClasses = (printed.categories?.value.split('/') ?? []).map((category) => ({
    ...{ category, codes: null, expiry_date: null },
  }));
  const classes = licenceClasses.length > 0 ? licenceClasses : printedClasses;
  return classes.map(({ category, codes, expiry_date }) => ({
    ...{ category, codes, obtainment_date: null, expiry_date },
  }));
}

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

/** What the report with driver verification shows: as far as the barcode, or the print of a European licence, does. */
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
