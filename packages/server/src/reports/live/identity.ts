import { leafPaths } from '../breakdown.ts';
import type { Assessment, BreakdownTree, LeafFinding, LeafFindings, Properties } from '../outcome.ts';
import type { ReportApplicant, ReportSubject } from '../types.ts';
import { clear, consider, doubtful, unassessed } from './assessment.ts';
import type { Answer, LookupSubject, SourceKind } from './lookup.ts';
import { isWellFormed, ssnForm } from './national-numbers.ts';
import {
  ASK_AGAIN,
  fieldFinding,
  isUnavailable,
  lookupAddresses,
  lookupSubject,
  nameFinding,
  neededField,
  noSource,
  silentSources,
  withReservations,
} from './source-answers.ts';
import type { Tools } from './tools.ts';

export type IdentityTools = Tools<'decision' | 'step' | 'lookUp'>;

/** Sources that know who lives where, with their leaf; those with `births` also know when the person was born. */
const REGISTERS = [
  { kind: 'credit_agency', leaf: 'credit_agencies', births: true },
  { kind: 'telephone', leaf: 'telephone_database', births: false },
  { kind: 'electoral', leaf: 'voting_register', births: true },
] as const;

type Register = (typeof REGISTERS)[number] & { readonly answers: readonly Answer[] };

type Key = 'name_address' | 'name_dob';

const agrees = (key: Key) => (answer: Answer) =>
  (answer.status === 'match' || answer.status === 'partial') &&
  (answer.match ?? []).includes(key) &&
  !denies(key)(answer);

/** Tests whether a register says no of a key, although it may name the key among those that agree. */
const denies = (key: Key) => (answer: Answer) => answer.fields?.[FIELD[key]] === 'no_match';

/** Returns whether a register has the applicant by name and address, but with another date of birth. */
const hasOtherBirth = (answer: Answer) => agrees('name_address')(answer) && denies('name_dob')(answer);

/** The field by which a source says that it holds no addresses, or no birth dates. */
const FIELD = { name_address: 'address', name_dob: 'date_of_birth' } as const;

const lacks = (key: Key) => (answer: Answer) => answer.fields?.[FIELD[key]] === 'not_held';

const sourcesOf = (answers: readonly Answer[]): string[] => [...new Set(answers.map(({ source }) => source))];

interface Kind {
  readonly tree: BreakdownTree;
  /** Names of the ID numbers that are not national ones. */
  readonly notNational: readonly string[];
  absent(subject: ReportSubject): readonly string[];
}

/** Asks every source for the applicant's country, and says of every leaf that the report shows what they make of it. */
export async function assessIdentity(kind: Kind, subject: ReportSubject, tools: IdentityTools): Promise<Assessment> {
  const { applicant, region } = subject;
  const country = applicant.address?.country ?? null;
  const person = lookupSubject(applicant);
  const ask = async (source: SourceKind, about: LookupSubject = person, of = country): Promise<readonly Answer[]> =>
    of ? tools.lookUp(about, source, of) : [];

  await tools.step('looking up the address and the date of birth');
  const registers: Register[] = [];
  // One after the other: a source that is to be asked again leaves none behind that is being asked.
  for (const register of REGISTERS) {
    const answers = await ask(register.kind);
    registers.push({ ...register, answers: answers.map((answer) => withoutDenied(register.leaf, answer)) });
  }
  await tools.step('searching registers of deaths and numbers');
  const shown = leafPaths(kind.tree, kind.absent(subject));
  const leaves: Record<string, LeafFinding> = {
    'sources.total_sources': totalSources(registers, applicant),
    ...registerLeaves(registers, applicant),
    mortality: mortality(applicant, country, await ask('mortality')),
  };
  if (shown.includes('national_id_number')) {
    const numbers = applicant.id_numbers.filter(({ type }) => !kind.notNational.includes(type));
    leaves.national_id_number = await nationalNumber(applicant, numbers, (id_numbers) =>
      ask('national_id', { ...person, id_numbers }),
    );
  }
  const ssn = region === 'us' ? 'ssn' : 'ssn1';
  const number = applicant.id_numbers.find(({ type }) => type === 'ssn');
  if (number) Object.assign(leaves, await ssnLeaves(ssn, number.value, () => ask('ssn', person, 'USA')));
  return { leaves, properties: matchedAddresses(registers, applicant) };
}

/** An answer that says no of the leaf itself agrees with nothing. */
const withoutDenied = (leaf: string, answer: Answer): Answer =>
  answer.fields?.[leaf] === 'no_match' ? { ...answer, status: 'no_match', match: [] } : answer;

function registerLeaves(registers: readonly Register[], { address, dob }: ReportApplicant): LeafFindings {
  const country = address?.country;
  return Object.fromEntries(
    registers.flatMap(({ kind, leaf, births, answers }): [string, LeafFinding][] => {
      const found = (key: Key, what: string): LeafFinding => {
        if (answers.length === 0) return unassessed(noSource(kind, country));
        if (answers.every(lacks(key))) return unassessed(`${sourcesOf(answers).join(', ')} does not hold this data`);
        const sources = sourcesOf(answers.filter(agrees(key)));
        const other = key === 'name_dob' ? sourcesOf(answers.filter(hasOtherBirth)) : [];
        if (other.length > 0) {
          const reason = `${other.join(', ')} has the applicant's name and address with a different date of birth`;
          return sources.length > 0 ? doubtful(reason, { settles: ASK_AGAIN }) : consider(reason);
        }
        if (sources.length > 0) return clear(`${sources.join(', ')} ${what}`, counted(key, sources.length));
        if (answers.some(isUnavailable)) return unassessed(silentSources(answers));
        return { result: 'unidentified', reason: `No source ${what}`, ...counted(key, 0) };
      };
      const counted = (key: Key, count: number): Partial<LeafFinding> =>
        kind === 'credit_agency' && key === 'name_address' ? { properties: { number_of_matches: String(count) } } : {};
      const at = found('name_address', "has the applicant's name at an address of the applicant");
      if (!births) return [[`address.${leaf}`, at]];
      const born = dob
        ? found('name_dob', "has the applicant's name with this date of birth")
        : unassessed('The client sent no date of birth for this applicant');
      return [
        [`address.${leaf}`, at],
        [`date_of_birth.${leaf}`, born],
      ];
    }),
  );
}

/** The rule of the applicant's country (contract 9.5), over what sources have answered. */
function totalSources(registers: readonly Register[], { address, dob }: ReportApplicant): LeafFinding {
  const answers = registers.flatMap((register) => register.answers);
  const settles = 'Look up the applicant in a register, or ask for a proof of address.';
  if (answers.length === 0) {
    const why = address?.country ? `is configured for ${address.country}` : 'was asked because the country is unknown';
    return doubtful(`No source for addresses ${why}`, { settles });
  }
  const atAddress = sourcesOf(answers.filter(agrees('name_address')));
  const withBirths = dob ? registers.filter(({ births }) => births) : [];
  const born = sourcesOf(withBirths.flatMap((birth) => birth.answers.filter(agrees('name_dob'))));
  const total = new Set([...atAddress, ...born]).size;
  const [n, m] = [atAddress.length, born.length];
  const reason = `${n} ${n === 1 ? 'source confirms' : 'sources confirm'} name and address, ${m} ${m === 1 ? 'confirms' : 'confirm'} name and date of birth`;
  if (answers.every(isUnavailable)) return doubtful(silentSources(answers), { settles: ASK_AGAIN });
  const properties = { total_number_of_sources: String(total) };
  const enough = address?.country === 'GBR' ? (n >= 1 && m >= 1) || n >= 2 : n >= 1;
  if (enough) return clear(reason, { properties });
  // Its answer might be the missing one.
  if (answers.some(isUnavailable)) {
    return doubtful(`${reason}; ${silentSources(answers)}`, { properties, settles: ASK_AGAIN });
  }
  return total === 0 ? { result: 'unidentified', reason, properties } : consider(reason, { properties });
}

function mortality(
  { dob, id_numbers }: ReportApplicant,
  country: string | null,
  answers: readonly Answer[],
): LeafFinding {
  if (answers.length === 0) return unassessed(noSource('mortality', country));
  if (answers.every(({ fields }) => fields?.mortality === 'not_held')) {
    return unassessed(`${sourcesOf(answers).join(', ')} does not hold this data`);
  }
  const isNamed = ({ match }: Answer) => match?.includes('name_dob') || match?.includes('id_number');
  const dead = answers.filter((answer) => {
    const { status, match, fields } = answer;
    if (fields?.mortality === 'match') return true;
    return match && match.length > 0 ? status !== 'no_match' && isNamed(answer) : status === 'match';
  });
  if (dead.length > 0) return consider(`${sourcesOf(dead).join(', ')} lists the applicant as deceased`);
  if (answers.some(isUnavailable)) return doubtful(silentSources(answers), { settles: ASK_AGAIN });
  const alike = answers.filter((answer) => {
    const { status, match, fields } = answer;
    if (fields?.mortality === 'fuzzy') return true;
    // A register that names what agrees, and has nobody all the same, contradicts itself.
    return status === 'no_match' ? isNamed(answer) : status === 'partial' && !match?.length;
  });
  if (alike.length > 0) {
    return doubtful(`${sourcesOf(alike).join(', ')} lists a similar person as deceased`, {
      settles: "Compare the entry in the register with the applicant's data.",
    });
  }
  if (!dob && !id_numbers.some(({ type }) => type === 'ssn')) {
    return unassessed('The death register was not searched because the date of birth is missing');
  }
  return clear(`${sourcesOf(answers).join(', ')} does not list the applicant as deceased`);
}

type IdNumbers = ReportApplicant['id_numbers'];

/** Fields that an answer may flag for a leaf of the report. */
const SHOWN = [
  ...['national_id_number', 'name_match', 'last_4_digits_match', 'full_match', 'mortality', 'total_sources'],
  ...REGISTERS.map(({ leaf }) => leaf),
];

/**
 * Finding on the national number. A number in the wrong format is flagged, and no source is asked. A number that a source has
 * under another name is flagged, too.
 */
async function nationalNumber(
  applicant: ReportApplicant,
  numbers: IdNumbers,
  ask: (numbers: IdNumbers) => Promise<readonly Answer[]>,
): Promise<LeafFinding> {
  const country = applicant.address?.country;
  const forms = await Promise.all(numbers.map(({ type, value }) => isWellFormed(country ?? '', type, value)));
  if (forms.includes(false)) return consider(`The number does not have the format or check digit of ${country}`);
  const answers = await ask(numbers);
  if (answers.length > 0) {
    const number = fieldFinding(answers, 'national_id_number');
    if (number.result !== 'clear') return number;
    const leaves = { number: await nameFinding(answers, 'name_match', applicant) };
    return withReservations(leaves, 'number', { answers, known: SHOWN }).number;
  }
  return unassessed(
    forms.includes(null)
      ? 'The number could not be verified: its format has no known check digit'
      : 'The number has the right format, but nobody has verified it',
  );
}

/** A report with the number is clear only with its last four digits: an unverified number is in doubt. */
async function ssnLeaves(name: string, value: string, ask: () => Promise<readonly Answer[]>): Promise<LeafFindings> {
  const [last, full] = [`${name}.last_4_digits_match`, `${name}.full_match`] as const;
  const form = ssnForm(value);
  const short = unassessed('The client sent only the last four digits');
  if (form === 'never_assigned') {
    const never = consider('This number was never assigned');
    return { [last]: never, [full]: value.replace(/\D/g, '').length === 4 ? short : never };
  }
  const answers = await ask();
  if (answers.length === 0) {
    const reason = noSource('ssn', 'USA');
    return {
      [last]: doubtful(reason, { settles: 'Compare the last four digits with a document that shows the number.' }),
      [full]: form === 'full' ? unassessed(reason) : short,
    };
  }
  const leaves = {
    [last]: neededField(answers, 'last_4_digits_match'),
    [full]: form === 'full' ? fieldFinding(answers, 'full_match') : short,
  };
  return withReservations(leaves, last, { answers, known: SHOWN });
}

/** The addresses at which sources have the applicant, by their number from 1; empty where none has. */
function matchedAddresses(registers: readonly Register[], applicant: ReportApplicant): Properties {
  const addresses = lookupAddresses(applicant);
  const kinds = new Map<number, string[]>();
  for (const { leaf, answers } of registers) {
    for (const { address = 1 } of answers.filter(agrees('name_address'))) {
      const id = addresses[address - 1]?.number ?? address;
      kinds.set(id, [...new Set([...(kinds.get(id) ?? []), leaf])]);
    }
  }
  if (kinds.size === 0) return {};
  const matched_addresses = [...kinds]
    .sort(([one], [other]) => one - other)
    .map(([id, match_types]) => ({ id, match_types }));
  return { matched_address: matched_addresses[0]?.id, matched_addresses };
}
