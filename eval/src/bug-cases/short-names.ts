import { card, passport } from './builders.ts';
import { type DocumentCase, numbered } from './case.ts';

interface Named {
  /** ISO 3166-1 alpha-3. */
  readonly state: string;
  /** The surname as printed; empty if the document has none. */
  readonly surname: string;
  /** The given names as printed; empty if the document has none. */
  readonly givenNames: string;
  readonly number: string;
}

const TITLES: Readonly<Record<string, string>> = {
  MMR: 'REPUBLIC OF THE UNION OF MYANMAR',
  KOR: 'REPUBLIC OF KOREA',
  IDN: 'REPUBLIC OF INDONESIA',
  VNM: 'SOCIALIST REPUBLIC OF VIET NAM',
  IND: 'REPUBLIC OF INDIA',
  KHM: 'KINGDOM OF CAMBODIA',
};

/** A document whose holder has a name of one letter, or only one name; everything else about the document is plain. */
function named(make: typeof passport | typeof card, { state, surname, givenNames, number }: Named): DocumentCase {
  const zone = [surname, givenNames].map((name) => name.replaceAll(' ', '<')).join('<<');
  const dob = '1988-04-16';
  const kind = make === passport ? 'PASSPORT' : 'IDENTITY CARD';
  return make(
    `${kind.toLowerCase()} of ${state}: ${surname || '(no surname)'}, ${givenNames || '(no given name)'}`,
    state,
    [TITLES[state]!, kind],
    { state, names: zone, number, birth: '880416', expiry: '310902', sex: 'F' },
    [
      [make === passport ? 'Passport No.' : 'Document No.', number],
      ...(surname ? [['Surname', surname] as const] : []),
      ...(givenNames ? [['Given names', givenNames] as const] : []),
      ['Nationality', state],
      ['Sex', 'F'],
      ['Date of birth', '16 APR 1988'],
      ['Date of expiry', '02 SEP 2031'],
    ],
    { first_name: givenNames || surname, last_name: surname || '.', dob },
    {
      properties: {
        last_name: surname || null,
        first_name: givenNames || null,
        date_of_birth: dob,
        document_numbers: numbered(number),
      },
    },
  );
}

/** Documents of people with a name of one letter in either place, or with one name. */
export const SHORT_NAMES: readonly DocumentCase[] = [
  named(passport, { state: 'MMR', surname: 'U', givenNames: 'AUNG', number: 'MD301445' }),
  named(passport, { state: 'MMR', surname: 'KYAW', givenNames: 'E', number: 'MD301446' }),
  named(passport, { state: 'KOR', surname: 'O', givenNames: 'SUNHEE', number: 'M70214458' }),
  named(passport, { state: 'KOR', surname: 'CHOI', givenNames: 'O', number: 'M70214459' }),
  named(passport, { state: 'KOR', surname: 'I', givenNames: 'JIEUN', number: 'M70214460' }),
  named(passport, { state: 'IDN', surname: 'I MADE SUTAMA', givenNames: '', number: 'C4417093' }),
  named(passport, { state: 'IND', surname: '', givenNames: 'R', number: 'M7719031' }),
  named(passport, { state: 'IND', surname: 'S', givenNames: 'RAMESH', number: 'M7719032' }),
  named(passport, { state: 'VNM', surname: 'Y', givenNames: 'LINH', number: 'B8841207' }),
  named(card, { state: 'MMR', surname: 'O', givenNames: 'NILAR', number: 'MC118240' }),
  named(card, { state: 'KHM', surname: 'OU', givenNames: 'E', number: 'KH118241' }),
  named(card, { state: 'IND', surname: 'A', givenNames: 'D', number: 'N4418203' }),
];
