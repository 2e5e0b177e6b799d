import { cutNamesOfCard, joinSides, parseAamva, readSides } from '@bonafide/verification';
import { drawPassport } from '../../packages/server/src/demo/specimen.ts';
import { ageValidation } from '../../packages/server/src/reports/live/document/age-validation.ts';
import { withCenturies } from '../../packages/server/src/reports/live/document/centuries.ts';
import { dataComparison } from '../../packages/server/src/reports/live/document/data-comparison.ts';
import { dataConsistency } from '../../packages/server/src/reports/live/document/data-consistency.ts';
import { dataValidation } from '../../packages/server/src/reports/live/document/data-validation.ts';
import { gather } from '../../packages/server/src/reports/live/document/evidence/gather.ts';
import { requireEvidence } from '../../packages/server/src/reports/live/document/evidence/require.ts';
import { bestOf, type DocumentReading } from '../../packages/server/src/reports/live/document/reading.ts';
import { label, readingOf, stateOf, today, zoneOf } from '../../packages/server/src/reports/live/document/testing.ts';
import type { LeafFindings } from '../../packages/server/src/reports/outcome.ts';
import { aamvaText } from '../../packages/verification/src/barcode/testing.ts';
import {
  applicantNames,
  CARD_STYLES,
  cardNames,
  namesField,
  printedNames,
  ZONES,
  type Zone,
  zoneWith,
} from '../../packages/verification/src/testing/people/documents.ts';
import { latinOf, type Person, personOf } from '../../packages/verification/src/testing/people/person.ts';
import { pick, type Random, randomOf } from './forgeries/random.ts';
import type { Measurement, Subject } from './measurement.ts';

/** People of each measurement by values. */
const PEOPLE = 2240;
/** People whose passports are drawn and read. */
const DRAWN = 24;
/** Largest share of sound documents that are flagged, and of pairs of people who are taken for one. */
const GOALS = { flagged: 0.005, same: 0.001 } as const;

/** Leaves that a name alone decides. */
const NAME_LEAVES = [
  ...['data_consistency.first_name', 'data_consistency.last_name'],
  ...['data_comparison.first_name', 'data_comparison.last_name'],
  ...['data_validation.mrz', 'data_validation.barcode'],
];

type Names = ReturnType<typeof applicantNames>;

const applicantOf = (names: Names, dob: string | null = null) => ({ ...names, dob, id_numbers: [] });

/** The leaves about names, under the default validity. */
function nameLeaves(reading: DocumentReading, names: Names): LeafFindings {
  const leaves = {
    ...dataConsistency(reading),
    ...dataComparison(reading, applicantOf(names)),
    ...dataValidation(reading),
  };
  const required = requireEvidence(leaves, gather(reading), { validity: 3, presence: 0, dataProved: false });
  return Object.fromEntries(NAME_LEAVES.flatMap((path) => (required[path] ? [[path, required[path]]] : [])));
}

const isFlagged = (leaves: LeafFindings) =>
  Object.values(leaves).some((leaf) => ['consider', 'doubt'].includes(stateOf(leaf)));

const FORMATS = [...(Object.keys(ZONES) as Zone[]), 'AAMVA'] as const;
type Format = (typeof FORMATS)[number];

/** The reading of a document of a person in one format, with its values as the readers give them. */
function documentOf(
  person: Person,
  format: Format,
  random: Random,
  printed = printedNames(person, random),
): DocumentReading {
  const labels = Object.fromEntries(Object.entries(printed).map(([field, value]) => [field, label(value)]));
  const print = Object.values(printed);
  if (format !== 'AAMVA') {
    return readingOf({ zone: zoneOf(zoneWith(namesField(person, format, random), format)), printed: labels, print });
  }
  const names = cardNames(person, pick(random, CARD_STYLES), random() < 0.3 ? 12 : 40);
  const card = parseAamva(aamvaText(names));
  if ('refused' in card) throw new Error(card.refused);
  const { fields, faults, elements } = card;
  return readingOf({
    zone: null,
    card: fields,
    cardFaults: faults,
    cardCutNames: cutNamesOfCard(elements),
    elements,
    printed: labels,
    print,
    words: ['driving_licence', 'USA'],
  });
}

function measureSound(random: Random): Measurement[] {
  return FORMATS.map((format) => {
    let flagged = 0;
    for (let i = 0; i < PEOPLE; i++) {
      const person = personOf(random);
      const leaves = nameLeaves(documentOf(person, format, random), applicantNames(person, random));
      if (!isFlagged(leaves)) continue;
      flagged++;
      if (process.env.NAMES_VERBOSE) console.error(format, person, leaves);
    }
    return {
      what: `sound ${format} documents flagged for a name`,
      right: flagged,
      of: PEOPLE,
      target: `≤ ${100 * GOALS.flagged} %`,
      met: flagged <= GOALS.flagged * PEOPLE,
    };
  });
}

/** Words of a name in one spelling. */
const wordsOf = (name: string) =>
  latinOf(name)
    .replace(/(?<=[NU])XX/g, '')
    .replace(/(?<=[AOU])E+|(?<=A)A+/g, '')
    .split(' ')
    .filter((word) => word !== '');

/** Returns whether each word of one name is a word of the other: documents leave names out, so no standard tells them apart. */
function isWithin(a: string, b: string): boolean {
  const [few, many] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  return few.every((word) => many.includes(word)) || few.join('') === many.join('');
}

/** Another person: a stranger, a relative with the same surname, or a namesake with the same given names. */
function otherThan(person: Person, kind: 'stranger' | 'relative' | 'namesake', random: Random): Person {
  for (;;) {
    const other = personOf(random);
    if (kind !== 'stranger' && (other.culture !== person.culture || person.givenNames === '')) {
      if (person.givenNames !== '') continue;
    }
    const { surname, givenNames, latin, printedSurname } = person;
    const made: Person =
      kind === 'relative' && givenNames !== ''
        ? { ...other, surname, printedSurname, latin: { surname: latin.surname, givenNames: other.latin.givenNames } }
        : kind === 'namesake' && givenNames !== ''
          ? { ...other, givenNames, latin: { surname: other.latin.surname, givenNames: latin.givenNames } }
          : other;
    const whole = ({ surname: family, givenNames: given }: Person['latin']) => `${family} ${given}`;
    if (!isWithin(whole(made.latin), whole(latin))) return made;
  }
}

function measureOthers(random: Random): Measurement[] {
  return (['stranger', 'relative', 'namesake'] as const).map((kind) => {
    let same = 0;
    let pairs = 0;
    for (const format of FORMATS) {
      for (let i = 0; i < PEOPLE; i++) {
        const person = personOf(random);
        const other = otherThan(person, kind, random);
        const claimed = applicantNames(other, random);
        // Without the middle name that tells them apart, nothing does.
        if (
          isWithin(`${claimed.first_name} ${claimed.last_name}`, `${person.latin.surname} ${person.latin.givenNames}`)
        )
          continue;
        const found = dataComparison(documentOf(person, format, random), applicantOf(claimed));
        const states = [found['data_comparison.first_name'], found['data_comparison.last_name']].map(stateOf);
        pairs++;
        // A name that the client did not send is not compared.
        if (!states.includes('clear') || states.some((state) => state === 'consider' || state === 'doubt')) continue;
        same++;
        if (process.env.NAMES_VERBOSE) console.error(kind, format, person.latin, other.latin);
      }
    }
    return {
      what: `documents of another person (${kind}) taken for the applicant's`,
      right: same,
      of: pairs,
      target: `≤ ${100 * GOALS.same} %`,
      met: same <= GOALS.same * pairs,
    };
  });
}

const OLDEST = 115;
const LEAST_AGE = 18;

/** Ages of holders by zone and print, and by the zone alone, where a person may have to decide. */
function measureAges(): Measurement[] {
  const count = { right: 0, of: 0, wrong: 0, alone: 0 };
  for (let age = 0; age <= OLDEST; age++) {
    const year = Number(today.slice(0, 4)) - age;
    const birth = `${year}-01-10`;
    for (const zone of Object.keys(ZONES) as Zone[]) {
      const lines = zoneWith('LINDQVIST<<MAJA', zone, { birth: birth.slice(2).replaceAll('-', '') });
      for (const dob of [birth, null]) {
        const printed = withCenturies(readingOf({ zone: zoneOf(lines), printed: {}, print: [`10.01.${year}`] }), dob);
        count.of++;
        if (
          bestOf(printed, 'dateOfBirth')?.value === birth &&
          ageState(printed) === (age < LEAST_AGE ? 'consider' : 'clear')
        )
          count.right++;
        const alone = withCenturies(readingOf({ zone: zoneOf(lines), printed: {}, print: [] }), dob);
        const wrong = age < LEAST_AGE ? 'clear' : 'consider';
        count.alone++;
        if (ageState(alone) === wrong || (dob !== null && bestOf(alone, 'dateOfBirth')?.value !== birth)) count.wrong++;
      }
    }
  }
  return [
    {
      what: 'ages 0 to 115 by zone and print right',
      right: count.right,
      of: count.of,
      target: 'all',
      met: count.right === count.of,
    },
    {
      what: 'ages 0 to 115 by the zone alone wrong',
      right: count.wrong,
      of: count.alone,
      target: 'none',
      met: count.wrong === 0,
    },
  ];
}

const ageState = (reading: DocumentReading) =>
  stateOf(ageValidation(reading, { minimum_accepted_age: LEAST_AGE })['age_validation.minimum_accepted_age']);

/** Passports that are drawn, read from the picture and compared with their applicants. */
async function measureDrawn(random: Random): Promise<Measurement> {
  const westernToday = today;
  let flagged = 0;
  for (let i = 0; i < DRAWN; i++) {
    const person = personOf(random);
    const bytes = await drawPassport({ invented: true, zone: person.latin });
    const analysis = joinSides(await readSides({ id: 'front', bytes, mediaType: 'image/png' }, { today }));
    const sides = analysis.sides.filter((side) => side.unreadable === undefined);
    const reading = withCenturies({ analysis, sides, uploads: [], chip: null, today, westernToday }, null);
    const found = dataComparison(reading, applicantOf(applicantNames(person, random)));
    const leaves = Object.fromEntries(NAME_LEAVES.flatMap((path) => (found[path] ? [[path, found[path]]] : [])));
    if (!isFlagged(leaves)) continue;
    flagged++;
    if (process.env.NAMES_VERBOSE) console.error(person, leaves);
  }
  return { what: 'drawn passports flagged against their applicants', right: flagged, of: DRAWN };
}

/**
 * Names and ages of made-up people of every naming culture, on the documents of every format. Values take the way from the text of
 * an MRZ or a barcode to the leaves of the report; a few passports are drawn and read. `NAMES_VERBOSE=1` prints each failure.
 */
export const namesOnDocuments: Subject = {
  name: 'names-on-documents',
  async measure() {
    const random = randomOf('names on documents');
    return [
      ...measureSound(random),
      ...measureOthers(random),
      ...measureAges(),
      ...(process.env.NO_DRAWN ? [] : [await measureDrawn(random)]),
    ];
  },
};
