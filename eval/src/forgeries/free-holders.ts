import type { Holder } from './holders.ts';
import { pick, type Random, randomOf } from './random.ts';
import { splitOf } from './source.ts';

const COUNTRIES: readonly (readonly [string, string, string])[] = [
  ['AUT', 'REPUBLIC OF AUSTRIA', 'AUSTRIAN'],
  ['BGR', 'REPUBLIC OF BULGARIA', 'BULGARIAN'],
  ['CHL', 'REPUBLIC OF CHILE', 'CHILEAN'],
  ['CYP', 'REPUBLIC OF CYPRUS', 'CYPRIOT'],
  ['DNK', 'DENMARK', 'DANISH'],
  ['GEO', 'GEORGIA', 'GEORGIAN'],
  ['GHA', 'REPUBLIC OF GHANA', 'GHANAIAN'],
  ['GRC', 'HELLENIC REPUBLIC', 'HELLENIC'],
  ['ISL', 'ICELAND', 'ICELANDIC'],
  ['LUX', 'LUXEMBOURG', 'LUXEMBOURGISH'],
  ['LVA', 'REPUBLIC OF LATVIA', 'LATVIAN'],
  ['MEX', 'MEXICO', 'MEXICAN'],
  ['MLT', 'MALTA', 'MALTESE'],
  ['PHL', 'PHILIPPINES', 'FILIPINO'],
  ['ROU', 'ROMANIA', 'ROMANIAN'],
  ['SEN', 'REPUBLIC OF SENEGAL', 'SENEGALESE'],
  ['SRB', 'REPUBLIC OF SERBIA', 'SERBIAN'],
  ['SVN', 'REPUBLIC OF SLOVENIA', 'SLOVENIAN'],
  ['THA', 'KINGDOM OF THAILAND', 'THAI'],
  ['URY', 'URUGUAY', 'URUGUAYAN'],
];

const SURNAMES =
  'ABELSEN BARDOT CASTELLAN DRAGOMIR EKSTROM FALKNER GUARDIOLA HOLLANDER IVANESCU JURKOVIC KALNINS LOMBARDI MERIKOSKI NOWICKA OYELARAN PAPADIMAS QUIROGA ROSENDAHL STOYANOV TRAORE ULRICHSEN VALDIVIA WESTERGAARD YAMASHIRO ZELENKA'.split(
    ' ',
  );
const NAMES =
  'ADELE BORIS CLARA DARIO ELENA FELIX GRETA HUGO INES JONAS KAMILA LEON MARTA NILS OLIVIA PAVEL RITA SIMON TERESA VIKTOR'.split(
    ' ',
  );
const PLACES = 'LINZ VARNA TALCA PAPHOS AARHUS BATUMI KUMASI PATRAS AKUREYRI VIANDEN LIEPAJA PUEBLA'.split(' ');
const PORTRAITS = ['010', '018', '019', '033', '038', '024', '062', '043', '034', '087', '036', '099', '115', '126'];
/** Letters that a document number may have; O and I are left out, as states do. */
const NUMBER = 'ABCDEFGHJKLMNPRSTUVXYZ';

/** Further people who do not exist, of states and types of the half `tune`: as many as asked, the same in every run. */
export function freeHolders(count: number): Holder[] {
  const kinds = (['passport', 'card', 'licence'] as const).flatMap((kind) =>
    COUNTRIES.filter(([country]) => splitOf(`${country} ${typeOf(kind)}`) === 'tune').map((state) => ({ kind, state })),
  );
  return Array.from({ length: count }, (_, i): Holder => {
    const random = randomOf(`free holder ${i}`);
    const { kind, state } = pick(random, kinds);
    const [country, name, nationality] = state;
    const [born, issued] = [1960 + Math.floor(random() * 45), 2018 + Math.floor(random() * 7)];
    const place = pick(random, PLACES);
    return {
      kind,
      country,
      state: name,
      nationality,
      place,
      surname: pick(random, SURNAMES),
      givenNames: random() < 0.3 ? `${pick(random, NAMES)} ${pick(random, NAMES)}` : pick(random, NAMES),
      number: numberOf(random),
      sex: pick(random, ['F', 'M'] as const),
      birth: dayOf(random, born),
      issued: dayOf(random, issued),
      expiry: dayOf(random, issued + 10),
      authority: place,
      address: [`MAIN STREET ${1 + Math.floor(random() * 90)}`, `${1000 + Math.floor(random() * 8999)} ${place}`],
      portrait: `london_${pick(random, PORTRAITS)}_neutral.jpg`,
    };
  });
}

const typeOf = (kind: 'passport' | 'card' | 'licence') =>
  kind === 'passport' ? 'passport' : kind === 'card' ? 'national_identity_card' : 'driving_licence';

function numberOf(random: Random): string {
  const digit = () => String(Math.floor(random() * 10));
  const letters = Array.from({ length: pick(random, [0, 1, 2]) }, () => pick(random, [...NUMBER]));
  return letters.join('') + Array.from({ length: 9 - letters.length }, digit).join('');
}

function dayOf(random: Random, year: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`;
}
