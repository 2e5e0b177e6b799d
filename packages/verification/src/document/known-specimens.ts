import { sameName } from './compare.ts';

/** A document, or a holder, that a state has published as a specimen. */
export interface KnownSpecimen {
  /** ISO 3166-1 alpha-3, or the code of ICAO Doc 9303-3 of what is no state; of the issuer. */
  readonly country: string;
  readonly documentNumber?: string;
  /** Only of names that no living person bears: a number alone must do for the others. */
  readonly surname?: string;
  readonly givenNames?: string;
  /** Where it is published. */
  readonly source: string;
}

const PRADO = 'Council of the European Union, PRADO: https://www.consilium.europa.eu/prado';
const ICAO = 'ICAO Doc 9303, parts 4 to 7: https://www.icao.int/publications/doc-series/doc-9303';
const STATE_DEPARTMENT = 'United States Department of State: https://travel.state.gov';
const BSI = 'Federal Ministry of the Interior, Germany: https://www.personalausweisportal.de';
const WIKIMEDIA = 'Pictures of specimens at https://commons.wikimedia.org/wiki/Category:Identity_documents';

/** Numbers and holders of specimens that are in common use. Operators add theirs by the setting `--specimens`. */
export const KNOWN_SPECIMENS: readonly KnownSpecimen[] = [
  { country: 'UTO', surname: 'ERIKSSON', givenNames: 'ANNA MARIA', source: ICAO },
  { country: 'UTO', documentNumber: 'L898902C3', source: ICAO },
  { country: 'UTO', documentNumber: 'D23145890', source: ICAO },
  { country: 'USA', surname: 'TRAVELER', givenNames: 'HAPPY', source: STATE_DEPARTMENT },
  { country: 'USA', documentNumber: 'E00007730', source: STATE_DEPARTMENT },
  { country: 'USA', documentNumber: '340007955', source: STATE_DEPARTMENT },
  { country: 'DEU', surname: 'MUSTERMANN', givenNames: 'ERIKA', source: BSI },
  { country: 'DEU', surname: 'MUSTERMANN', givenNames: 'MAX', source: BSI },
  { country: 'DEU', documentNumber: 'T22000129', source: BSI },
  { country: 'DEU', documentNumber: 'L01X00T47', source: BSI },
  { country: 'DEU', documentNumber: 'C01X00T47', source: BSI },
  { country: 'GBR', surname: 'UK SPECIMEN', givenNames: 'ANGELA ZOE', source: PRADO },
  { country: 'CAN', documentNumber: 'ZE000509', source: PRADO },
  { country: 'JPN', surname: 'GAIMU', givenNames: 'SAKURA', source: PRADO },
  { country: 'JPN', documentNumber: 'XS1234567', source: PRADO },
  { country: 'ESP', surname: 'ESPANOLA ESPANOLA', givenNames: 'CARMEN', source: PRADO },
  { country: 'ESP', documentNumber: '99999999R', source: PRADO },
  { country: 'SWE', surname: 'SPECIMEN', givenNames: 'SVEN', source: PRADO },
  { country: 'CZE', surname: 'SPECIMEN', givenNames: 'VZOR', source: PRADO },
  { country: 'FRA', surname: 'SPECIMEN', givenNames: 'NATACHA', source: WIKIMEDIA },
  { country: 'NLD', documentNumber: 'SPECI2014', source: PRADO },
  { country: 'NLD', documentNumber: 'SPECI2021', source: PRADO },
  { country: 'EST', surname: 'JOEORG', givenNames: 'JAAK KRISTJAN', source: PRADO },
  { country: 'UKR', documentNumber: 'XX000000', source: PRADO },
];

/** What was read of a document; null where it was not. */
export interface SpecimenQuery {
  readonly country: string | null;
  readonly documentNumber: string | null;
  readonly surname: string | null;
  readonly givenNames: string | null;
}

/** The specimen that a document is, by its country and number, or by its country and holder. */
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
