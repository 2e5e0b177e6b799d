import { aamvaText } from '../../../packages/verification/src/barcode/testing.ts';

/** A person who does not exist, and the document that is drawn for them. */
export interface Holder {
  readonly kind: 'passport' | 'card' | 'licence' | 'american licence';
  readonly country: string;
  /** Issuing state in the document's own spelling. */
  readonly state: string;
  readonly nationality: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly number: string;
  readonly sex: 'F' | 'M';
  readonly birth: string;
  readonly issued: string;
  readonly expiry: string;
  readonly place: string;
  readonly address: readonly [string, string];
  readonly authority: string;
  /** File of the London set. */
  readonly portrait: string;
}

const person = (
  [kind, country, state, nationality]: readonly [Holder['kind'], string, string, string],
  [surname, givenNames, sex, birth, portrait]: readonly [string, string, 'F' | 'M', string, string],
  [number, issued, expiry]: readonly [string, string, string],
  [place, street, town, authority]: readonly [string, string, string, string],
): Holder => ({
  kind,
  country,
  state,
  nationality,
  surname,
  givenNames,
  sex,
  birth,
  number,
  issued,
  expiry,
  place,
  authority,
  address: [street, town],
  portrait: `london_${portrait}_neutral.jpg`,
});

export const holders: readonly Holder[] = [
  person(
    ['passport', 'IRL', 'IRELAND', 'IRISH'],
    ['KEARNEY', 'AOIFE', 'F', '1998-04-17', '010'],
    ['PB4719382', '2021-06-04', '2031-06-03'],
    ['GALWAY', '', '', 'PASSPORT OFFICE'],
  ),
  person(
    ['passport', 'NOR', 'NORWAY', 'NORWEGIAN'],
    ['SOLBAKKEN', 'HENRIK', 'M', '2003-11-28', '018'],
    ['CHK483920', '2022-02-11', '2032-02-11'],
    ['BERGEN', '', '', 'POLICE'],
  ),
  person(
    ['passport', 'NZL', 'NEW ZEALAND', 'NEW ZEALANDER'],
    ['HARTLEY', 'ROSE EMMA', 'F', '1999-07-06', '019'],
    ['LM602817', '2019-09-23', '2029-09-23'],
    ['WELLINGTON', '', '', 'DIA'],
  ),
  person(
    ['passport', 'POL', 'REPUBLIC OF POLAND', 'POLISH'],
    ['WISZNIEWSKI', 'ZBIGNIEW', 'M', '1996-01-09', '033'],
    ['EK3719204', '2020-05-18', '2030-05-18'],
    ['KRAKOW', '', '', 'WOJEWODA'],
  ),
  person(
    ['passport', 'HRV', 'REPUBLIC OF CROATIA', 'CROATIAN'],
    ['HORVATIC', 'IVANA', 'F', '1985-10-30', '038'],
    ['182930475', '2018-12-03', '2028-12-03'],
    ['ZADAR', '', '', 'MUP'],
  ),
  person(
    ['passport', 'CHE', 'SWITZERLAND', 'SWISS'],
    ['TANNER', 'KENJI LUKAS', 'M', '1979-03-21', '024'],
    ['X7192834', '2023-08-15', '2033-08-14'],
    ['BERN', '', '', 'BERN'],
  ),
  person(
    ['passport', 'KEN', 'REPUBLIC OF KENYA', 'KENYAN'],
    ['WAFULA', 'GRACE', 'F', '1995-05-13', '062'],
    ['AK0391827', '2020-01-20', '2030-01-19'],
    ['KISUMU', '', '', 'GOVT OF KENYA'],
  ),
  person(
    ['card', 'BEL', 'BELGIUM', 'BELGIAN'],
    ['VERSTRAETE', 'LUC', 'M', '2004-09-02', '043'],
    ['592018374', '2022-04-27', '2032-04-27'],
    ['GENT', 'KERKSTRAAT 14', '9000 GENT', 'GENT'],
  ),
  person(
    ['card', 'EST', 'ESTONIA', 'ESTONIAN'],
    ['TAMMSALU', 'MARI', 'F', '2001-12-15', '034'],
    ['AS0182937', '2021-11-08', '2026-11-08'],
    ['TARTU', 'RAEKOJA 3', '51004 TARTU', 'PPA'],
  ),
  person(
    ['card', 'ITA', 'ITALIAN REPUBLIC', 'ITALIAN'],
    ['BELLANDI', 'CHIARA', 'F', '1994-06-25', '087'],
    ['CA71829GF', '2020-10-02', '2030-06-25'],
    ['SIENA', 'VIA DEI ROSSI 8', '53100 SIENA', 'COMUNE DI SIENA'],
  ),
  person(
    ['card', 'FIN', 'FINLAND', 'FINNISH'],
    ['LEHTOVAARA', 'MIKKO', 'M', '2004-02-19', '036'],
    ['K18293047', '2021-03-30', '2026-12-30'],
    ['OULU', 'RANTATIE 5', '90100 OULU', 'POLIISI'],
  ),
  person(
    ['card', 'HUN', 'HUNGARY', 'HUNGARIAN'],
    ['SZABADOS', 'ESZTER', 'F', '2001-08-11', '099'],
    ['384910UA', '2021-07-14', '2027-08-11'],
    ['PECS', 'KIRALY UTCA 22', '7621 PECS', 'BM'],
  ),
  person(
    ['licence', 'IRL', 'IRELAND', 'IRISH'],
    ['DOHERTY', 'CONOR', 'M', '2000-03-08', '115'],
    ['482910374', '2021-05-20', '2031-05-19'],
    ['CORK', '', '', 'NDLS'],
  ),
  person(
    ['licence', 'EST', 'ESTONIA', 'ESTONIAN'],
    ['KALDMAE', 'LIISA', 'F', '2000-05-27', '126'],
    ['ET918273', '2022-06-06', '2032-06-05'],
    ['NARVA', '', '', 'MNT'],
  ),
  person(
    ['american licence', 'USA', 'OHIO', 'USA'],
    ['CALLOWAY', 'MARCUS', 'M', '2004-01-12', '137'],
    ['TK918273', '2023-01-15', '2027-01-12'],
    ['', '418 WALNUT ST', 'COLUMBUS, OH 43215', 'OH'],
  ),
  person(
    ['american licence', 'USA', 'TEXAS', 'USA'],
    ['DELGADO', 'ADRIAN', 'M', '1999-10-05', '142'],
    ['38192047', '2022-10-10', '2030-10-05'],
    ['', '77 CEDAR LN', 'AUSTIN, TX 78701', 'TX'],
  ),
];

const short = (day: string) => day.slice(2).replaceAll('-', '');

/** Fields of the zone by name, as `writeMrz` takes them. */
export function zoneFields(holder: Holder): Record<string, string> {
  const { kind, country, surname, givenNames, number, birth, expiry, sex } = holder;
  return {
    documentCode: kind === 'passport' ? 'P' : 'I',
    issuingState: country,
    nationality: country,
    sex,
    names: `${surname}<<${givenNames}`.replaceAll(' ', '<'),
    documentNumber: number,
    dateOfBirth: short(birth),
    dateOfExpiry: short(expiry),
  };
}

/** The text of the barcode on the back of an American licence. */
export function licenceText({ surname, givenNames, number, birth, expiry, issued, sex, address, authority }: Holder) {
  const day = (value: string) => `${value.slice(5, 7)}${value.slice(8)}${value.slice(0, 4)}`;
  const [town, state] = address[1].split(', ') as [string, string];
  const iin = authority === 'OH' ? '636023' : '636015';
  return aamvaText(
    {
      DCA: 'D',
      DCD: 'NONE',
      DBA: day(expiry),
      DCS: surname,
      DAC: givenNames,
      DAD: 'NONE',
      DBD: day(issued),
      DBB: day(birth),
      DBC: sex === 'M' ? '1' : '2',
      DAG: address[0],
      DAI: town,
      DAJ: authority,
      DAQ: number,
      DAK: `${state.slice(3)}0000`,
    },
    { iin },
  );
}
