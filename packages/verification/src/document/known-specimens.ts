import { sameName } from '../comparison/names.ts';

/** A document, or a holder, that a state has published as a specimen. */
export interface KnownSpecimen {
  /** Issuer: ISO 3166-1 alpha-3, or a code of ICAO Doc 9303-3 for an issuer that is not a state. */
  readonly country: string;
  readonly documentNumber?: string;
  /** Only of names that no living person bears: a number alone must do for the others. */
  readonly surname?: string;
  readonly givenNames?: string;
  /** Address of a page or picture that shows the number or the name. */
  readonly source: string;
}

/** Pictures of specimens in public repositories, each at one commit. */
const MRZ = 'https://github.com/Arg0s1080/mrz/blob/c462e0c8ca72f0396b9d1d17062434cd1c32b76a/docs/images';
const SAMPLES =
  'https://github.com/GoogleCloudPlatform/document-ai-samples/blob/001ba391ab4a2f40d001cc0387618cb3c3699523/community/identity-form-autofiller-python/src/samples';
const PASSPORT_EYE =
  'https://github.com/konstantint/PassportEye/blob/d866f1b0c4cb182b4332739d7098d81225c31179/tests/data';
const ONFIDO = 'https://github.com/onfido/onfido-sdk-ui/blob/e052488c8/test/resources';

/** Zones of specimens that readers of passports are tested with. */
const JMRTD =
  'https://github.com/ElMostafaIdrassi/jmrtd/blob/36f2524d5afa7f463446cc50cc5d03f7a39da90b/jmrtd/src/test/java/org/jmrtd/test/lds/MRZInfoTest.java';
const IDENTITY_DOCUMENTS =
  'https://github.com/habibalkhabbaz/identity-documents/blob/3284b55e5afa73fc6b00ea51f529e197cd4c6c27/tests/Feature/MrzSearcherTest.php';

const MUSTERMANN = 'https://de.wikipedia.org/wiki/Mustermann';
const BITPAGE = 'https://bitpage.de/die-personalausweisnummer-findet-sich-nur-auf-der-rueckseite/';

/**
 * Numbers and holders of specimens that are in common use. The source of a row shows its number or name: reviewers open it
 * where a document is doubted. Operators add theirs by the setting `--specimens`.
 */
export const KNOWN_SPECIMENS: readonly KnownSpecimen[] = [
  { country: 'UTO', surname: 'ERIKSSON', givenNames: 'ANNA MARIA', source: `${PASSPORT_EYE}/passport-td3.jpg` },
  { country: 'UTO', documentNumber: 'L898902C3', source: `${PASSPORT_EYE}/passport-td3.jpg` },
  { country: 'UTO', documentNumber: 'D23145890', source: `${PASSPORT_EYE}/passport-td2.jpg` },
  { country: 'USA', surname: 'TRAVELER', givenNames: 'HAPPY', source: `${SAMPLES}/USA-Passport-2020.jpeg` },
  { country: 'USA', documentNumber: 'E00007730', source: `${SAMPLES}/USA-Passport-2020.jpeg` },
  { country: 'USA', documentNumber: '340007955', source: `${SAMPLES}/USA-Passport-2006.jpg` },
  { country: 'DEU', surname: 'MUSTERMANN', givenNames: 'ERIKA', source: MUSTERMANN },
  { country: 'DEU', surname: 'MUSTERMANN', givenNames: 'MAX', source: MUSTERMANN },
  { country: 'DEU', documentNumber: 'T22000129', source: BITPAGE },
  { country: 'GBR', surname: 'UK SPECIMEN', givenNames: 'ANGELA ZOE', source: JMRTD },
  { country: 'CAN', documentNumber: 'ZE000509', source: `${MRZ}/passports/Canada.png` },
  { country: 'JPN', surname: 'GAIMU', givenNames: 'SAKURA', source: `${MRZ}/passports/Japan.png` },
  { country: 'JPN', documentNumber: 'XS1234567', source: `${MRZ}/passports/Japan.png` },
  { country: 'ESP', surname: 'ESPANOLA ESPANOLA', givenNames: 'CARMEN', source: `${MRZ}/id_cards/Spain.png` },
  { country: 'ESP', documentNumber: '99999999R', source: `${MRZ}/id_cards/Spain.png` },
  { country: 'SWE', surname: 'SPECIMEN', givenNames: 'SVEN', source: `${MRZ}/id_cards/Sweden.png` },
  { country: 'CZE', surname: 'SPECIMEN', givenNames: 'VZOR', source: `${ONFIDO}/back_national_identity_card.jpg` },
  { country: 'FRA', surname: 'SPECIMEN', givenNames: 'NATACHA', source: `${SAMPLES}/FRA-Passport-2009.jpg` },
  { country: 'NLD', documentNumber: 'SPECI2014', source: IDENTITY_DOCUMENTS },
  { country: 'NLD', documentNumber: 'SPECI2021', source: JMRTD },
  { country: 'EST', surname: 'JOEORG', givenNames: 'JAAK KRISTJAN', source: JMRTD },
  { country: 'UKR', documentNumber: 'XX000000', source: `${MRZ}/passports/Ukraine.png` },
];

/** Values that were read from a document; null if unread. */
export interface SpecimenQuery {
  readonly country: string | null;
  readonly documentNumber: string | null;
  readonly surname: string | null;
  readonly givenNames: string | null;
}

/**
 * The specimen that a document is, by its country and number, or by its country and holder.
 *
 * @example
 * import { KNOWN_SPECIMENS, knownSpecimen } from '@bonafide/verification';
 *
 * const query = { country: 'UTO', documentNumber: 'L898902C3', surname: 'ERIKSSON', givenNames: 'ANNA MARIA' };
 * console.log(knownSpecimen(query, KNOWN_SPECIMENS)?.source);
 */
export function knownSpecimen(query: SpecimenQuery, specimens: readonly KnownSpecimen[]): KnownSpecimen | undefined {
  return specimens.find(({ country, documentNumber, surname, givenNames }) => {
    if (country !== query.country) return false;
    if (documentNumber !== undefined) return bare(documentNumber) === bare(query.documentNumber ?? '');
    return isSame(surname, query.surname) && isSame(givenNames, query.givenNames);
  });
}

const bare = (number: string) => number.toUpperCase().replace(/[^\p{L}\d]/gu, '');

function isSame(known: string | undefined, read: string | null): boolean {
  return known !== undefined && read !== null && sameName(known, read) === 'same';
}
