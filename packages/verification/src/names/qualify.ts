import { compareBirths } from './births.ts';
import { explain } from './explain.ts';
import type { HitCap, NameCandidate, Qualifier, ScreeningHit, ScreeningThresholds } from './hit.ts';
import { plainNumber } from './keys.ts';
import type { ListedNumber, ListedRecord } from './listed-record.ts';
import { ofacScore } from './ofac-score.ts';
import { isPartialName } from './partial.ts';
import type { NameQuery, QueryName, QueryNumber } from './query.ts';

/** Version of normalisation, scores and qualifiers. A screening names it, so that its answer can be repeated. */
export const SCREENING_ALGORITHM = '4';

const NUMBER_EQUAL = 0.95;
const NO_COUNTRY = -0.05;
const OTHER_GENDER = -0.1;
const WEAK_ALIAS_TOO = 0.03;
const WEAK_ALIAS_ALONE = 0.85;
const ONE_WORD_ALONE = 0.6;
/** Least difference between `match` and the score of a hit that is not beyond doubt. */
const DOUBT = 0.01;
/** A name at least so like the listed one stays a possible hit when only one fact disagrees. */
const NAME_ALONE = 0.95;
/** Shorter numbers are equal by chance. */
const LEAST_NUMBER = 4;

/**
 * Holds a candidate against everything that its record says, and explains the result. An absent fact changes nothing.
 *
 * The changes of the score are of this house, tuned with `npm run eval -- --only screening`: listed birth dates are
 * often approximate, so a fact that disagrees lowers a score, and none alone clears a name that is nearly the same.
 *
 * @param candidate of `searchNames` with the same query
 * @param record whose names stand in the order in which they were indexed
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { buildNameIndex, type ListedRecord, openNameIndex, qualify, searchNames } from '@bonafide/verification';
 *
 * const record: ListedRecord = JSON.parse(await readFile('record.json', 'utf8'));
 * const query = { names: [{ full: 'Iskra Novak' }], births: ['1970-01-01'] };
 * const index = openNameIndex(buildNameIndex([{ ...record, ordinal: 0 }]));
 * for (const candidate of searchNames(index, query).candidates) {
 *   console.log(qualify(candidate, query, record, { hit: 0.75, match: 0.9, weak_aliases: false }).score);
 * }
 */
export function qualify(
  candidate: NameCandidate,
  query: NameQuery,
  record: ListedRecord,
  thresholds: ScreeningThresholds,
): ScreeningHit {
  const number = candidate.number ? equalNumber(query.ids ?? [], record.ids) : undefined;
  const birth = compareBirths(query.births ?? [], record.births);
  const qualifiers: Qualifier[] = [
    ...(number ? [number] : []),
    ...(birth ? [{ fact: 'birth' as const, query: birth.query, listed: birth.listed, change: birth.change }] : []),
    ...countryQualifier(query, record),
    ...genderQualifier(query, record),
    ...weakAlias(candidate, record),
  ];
  const name = candidate.listed_name === undefined ? undefined : record.names[candidate.listed_name];
  const queryName = candidate.query_name === undefined ? undefined : fullNameOf(query.names[candidate.query_name]!);
  const doubts = doubtsOf(candidate, birth?.differ === true, qualifiers);
  const partial = name !== undefined && isPartialName(candidate, name, thresholds.partial_names);
  const { score, caps } = rate(candidate, { qualifiers, doubts, partial }, thresholds);
  const beyondDoubt = number !== undefined || (score >= thresholds.match && doubts.length === 0 && !partial);
  const hit = {
    score,
    verdict: beyondDoubt ? 'match' : score >= thresholds.hit ? 'possible' : 'below',
    name_score: rounded(candidate.name_score),
    ...(name &&
      queryName !== undefined && {
        matched: { query: queryName, listed: name.full, type: name.type, quality: name.quality },
        ofac_score: ofacScore(queryName, name.full),
      }),
    parts: candidate.parts,
    unmatched: candidate.unmatched,
    qualifiers,
    caps,
    thresholds,
    algorithm: SCREENING_ALGORITHM,
  } as const;
  return { ...hit, words: explain(hit) };
}

const fullNameOf = ({ first, last, full }: QueryName) => full ?? [first, last].filter(Boolean).join(' ');

/** Sums of decimal fractions, without what binary ones add. */
const rounded = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 1e4) / 1e4;

/** Reasons why a person must look at a hit, however alike the names are. */
function doubtsOf({ parts }: NameCandidate, birthsDiffer: boolean, qualifiers: readonly Qualifier[]): HitCap[] {
  const gendersDiffer = qualifiers.some(({ fact, change }) => fact === 'gender' && change < 0);
  return [
    ...(birthsDiffer ? ['birth_differs' as const] : []),
    ...(gendersDiffer ? ['gender_differs' as const] : []),
    ...(parts.some(({ why }) => why === 'gender_form') ? ['gender_form' as const] : []),
  ];
}

interface Facts {
  readonly qualifiers: readonly Qualifier[];
  readonly doubts: readonly HitCap[];
  /** Only the family name agrees, and the account asks for such hits. */
  readonly partial: boolean;
}

function rate(
  { name_score, caps: ofName }: NameCandidate,
  { qualifiers, doubts, partial }: Facts,
  { hit, match, weak_aliases }: ScreeningThresholds,
): { score: number; caps: HitCap[] } {
  const caps: HitCap[] = [...ofName];
  const has = (fact: Qualifier['fact']) =>
    qualifiers.some((qualifier) => qualifier.fact === fact && qualifier.change > 0);
  const against = qualifiers.filter(({ change }) => change < 0);
  const weak = caps.includes('weak_alias');
  const name = weak && weak_aliases ? name_score * WEAK_ALIAS_ALONE : name_score;
  let score = rounded(qualifiers.reduce((sum, { change }) => sum + change, name));
  if (name >= NAME_ALONE && against.length === 1 && score < hit) {
    score = hit;
    caps.push('one_fact_disagrees');
  }
  if (partial && against.length === 0 && score < hit) {
    score = hit;
    caps.push('partial_name');
  }
  const most = Math.max(hit, rounded(match - DOUBT));
  if (doubts.length > 0 && score > most) {
    score = most;
    caps.push(...doubts);
  }
  if (caps.includes('one_word_listed')) score = has('birth') ? hit : Math.min(score, ONE_WORD_ALONE);
  if (weak && !weak_aliases) score = Math.min(score, ONE_WORD_ALONE);
  if (has('number')) {
    score = Math.max(score, NUMBER_EQUAL);
    caps.push('number_equal');
  }
  return { score, caps };
}

/**
 * Returns the qualifier for an equal number. A number's effect is shown relative to a score of nothing: the score is then at
 * least that.
 */
function equalNumber(queryNumbers: readonly QueryNumber[], listed: readonly ListedNumber[]): Qualifier | undefined {
  for (const query of queryNumbers) {
    const plain = plainNumber(query.number);
    if (plain.length < LEAST_NUMBER) continue;
    const found = listed.find(
      ({ type, number, country }) =>
        plainNumber(number) === plain &&
        mayBeOneType(query.type, type) &&
        (!query.country || !country || query.country === country),
    );
    if (found) return { fact: 'number', query: describe(query), listed: describe(found), change: 0.05 };
  }
  return undefined;
}

const describe = ({ type, number, country }: QueryNumber) =>
  [type, number, country && `(${country})`].filter(Boolean).join(' ');

/** Kinds of numbers by the words that publishers use for them, in English, French and Spanish. */
const NUMBER_KINDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ['passport', /pass|pasaporte/i],
  ['driving_licence', /driv|conduire|conducir|conduc/i],
  ['social', /social|\bssn\b|\bnss\b/i],
  ['tax', /tax|fiscal|\bnit\b|\brfc\b|\bruc\b|\binn\b|\bcuit\b|\btin\b/i],
  ['national', /national|identi|identit|c[eé]dula|d\.?n\.?i|c\.?u\.?r\.?p|\bnric\b|\bid\b/i],
];

/** Returns whether two types may describe one number. A missing type, or a type of the list's own, matches any. */
function mayBeOneType(a: string | undefined, b: string | undefined): boolean {
  const kind = (type: string) => NUMBER_KINDS.find(([, words]) => words.test(type))?.[0];
  const [first, second] = [kind(a ?? ''), kind(b ?? '')];
  return first === undefined || second === undefined || first === second;
}

function countryQualifier({ nationalities = [], countries = [] }: NameQuery, record: ListedRecord): Qualifier[] {
  const queryCountries = [...new Set([...nationalities, ...countries])];
  const listed = [...new Set([...record.nationalities, ...record.countries])];
  if (queryCountries.length === 0 || listed.length === 0) return [];
  const change = queryCountries.some((country) => listed.includes(country)) ? 0 : NO_COUNTRY;
  return [{ fact: 'country', query: queryCountries.join(', '), listed: listed.join(', '), change }];
}

function genderQualifier({ gender }: NameQuery, record: ListedRecord): Qualifier[] {
  if (!gender || !record.gender) return [];
  return [
    { fact: 'gender', query: gender, listed: record.gender, change: gender === record.gender ? 0 : OTHER_GENDER },
  ];
}

function weakAlias({ also_weak }: NameCandidate, record: ListedRecord): Qualifier[] {
  const name = also_weak === undefined ? undefined : record.names[also_weak];
  return name ? [{ fact: 'weak_alias', query: '', listed: name.full, change: WEAK_ALIAS_TOO }] : [];
}
