import { CONSIDER, firstNameTriggers, lastNameTriggers } from '../reports/sandbox/triggers.ts';
import type { Shown } from './specimen.ts';

/** An applicant of the demo: invented. */
export interface Invented {
  readonly first_name: string;
  readonly last_name: string;
  /** `YYYY-MM-DD`. */
  readonly dob: string;
}

const firstNames = ['Anneli', 'Benat', 'Ciara', 'Dovydas', 'Eszter', 'Fadime', 'Goran', 'Hallgerd', 'Ivaylo', 'Jolana'];
const lastNames = ['Abendroth', 'Brancusi', 'Czerny', 'Dalgaard', 'Etxeberria', 'Fontaine', 'Gudmundsen'];

/** The `index`-th of many people, who differ in name or birth date. */
function invented(index: number): Invented {
  const year = 1950 + ((index * 7) % 55);
  const month = String(1 + (index % 12)).padStart(2, '0');
  const day = String(1 + (index % 28)).padStart(2, '0');
  return {
    first_name: firstNames[index % firstNames.length] as string,
    last_name: lastNames[index % lastNames.length] as string,
    dob: `${year}-${month}-${day}`,
  };
}

export interface SandboxCase extends Invented {
  readonly report_names: readonly string[];
  readonly tags: readonly string[];
}

const reportSets = [
  ['document'],
  ['document', 'facial_similarity_photo'],
  ['document', 'facial_similarity_photo', 'watchlist_standard'],
  ['document', 'watchlist_enhanced', 'identity_enhanced'],
];
const tags = [['onboarding'], ['onboarding', 'vip'], ['renewal'], []];

/** Names that sandbox answers with something else than clear. */
const magicNames = [
  ...firstNameTriggers.map(({ name }) => ({ first_name: name })),
  ...lastNameTriggers.filter(({ beforeV3 }) => !beforeV3).map(({ name }) => ({ last_name: name })),
  { last_name: CONSIDER },
];

/** The `index`-th of the sandbox checks: two of three are of ordinary names, the third has a name that sandbox knows. */
export function sandboxCase(index: number): SandboxCase {
  const magic = index % 3 === 2 ? magicNames[((index - 2) / 3) % magicNames.length] : {};
  return {
    ...invented(index),
    ...magic,
    report_names: reportSets[index % reportSets.length] as readonly string[],
    tags: tags[index % tags.length] as readonly string[],
  };
}

export interface LiveCase {
  readonly applicant: Invented;
  readonly report_names: readonly string[];
  /** Data on the specimen; the rest follows its holder. */
  readonly passport: Shown;
  /** The kind of picture that the camera takes. */
  readonly look?: 'blurred';
}

const yymmdd = (dob: string) => dob.slice(2).replaceAll('-', '');

/**
 * The `index`-th of the live checks: passports of an invented country, which nothing confirms, so that a person decides;
 * including passports of another person, changed and blurred ones; an expired specimen; identities that no source knows; and
 * listed names.
 */
export function liveCase(index: number): LiveCase {
  const applicant = invented(index + 500);
  const zone = {
    surname: applicant.last_name.toUpperCase(),
    givenNames: applicant.first_name.toUpperCase(),
    number: `X${String(index + 100).padStart(8, '0')}`,
    born: yymmdd(applicant.dob),
  };
  const sound = { zone, invented: true } as const;
  const document = { applicant, report_names: ['document'] };
  const listed = { passport: sound, report_names: ['watchlist_standard'] };
  const identity = { applicant, passport: sound, report_names: ['identity_enhanced'] };
  const documents: readonly LiveCase[] = [
    { ...document, passport: { ...sound, printed: { number: zone.number.replace(/.$/, '7') } } },
    { ...document, passport: { zone: { ...zone, expires: '190415' } } },
    { ...document, passport: sound, look: 'blurred' },
    { ...document, passport: { ...sound, zone: { ...zone, givenNames: 'OLE' } } },
    { ...document, passport: { ...sound, printed: { born: '850101' } } },
    { ...document, passport: sound },
  ];
  const another = documents[(2 * Math.floor(index / 10) + (index % 10 === 7 ? 1 : 0)) % documents.length] as LiveCase;
  // The analysis of a document takes four seconds of a core, so the first thirty checks have nine documents, and later ones none.
  if (index >= 30 && [0, 3, 7].includes(index % 10)) return identity;
  const cases: readonly LiveCase[] = [
    { ...document, passport: sound, report_names: ['document', 'facial_similarity_photo'] },
    { ...listed, applicant: { first_name: 'Bor', last_name: 'Zaletelj', dob: applicant.dob } },
    identity,
    another,
    { ...listed, applicant },
    { ...listed, applicant: { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1961-03-04' } },
    { ...identity, report_names: ['identity_enhanced', 'watchlist_standard'] },
    another,
    { ...listed, applicant },
    identity,
  ];
  return cases[index % cases.length] as LiveCase;
}
