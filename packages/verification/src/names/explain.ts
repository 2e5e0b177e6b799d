import type { HitCap, Qualifier, ScreeningHit } from './hit.ts';

const REASONS: Readonly<Record<string, string>> = {
  equal: 'equal',
  skeleton: 'the same consonants',
  joined: 'the same when joined',
  nickname: 'a short form',
  family_name: 'another spelling of the family name',
  gender_form: 'the form of the other gender',
  initial: 'an initial',
  abjad: 'the same consonants, of a script without vowels',
  syllable: 'another spelling of the syllable',
};

const CAPS: Readonly<Record<HitCap, string>> = {
  one_part_agrees: 'only one part agrees: at most 0.60',
  last_name_unmatched: 'the last name does not match any part: × 0.75',
  weak_alias: 'the name is a weak alias',
  one_word_listed: 'the listed name is one word of a longer name: a hit only with a matching date of birth or number',
  query_shortened: 'the searched name has more than 24 words: only the longest are compared',
  number_equal: 'an id number matches: at least 0.95',
  one_fact_disagrees: 'one fact differs, which is not enough to rule out a nearly identical name',
  birth_differs: 'the birth dates differ, so the hit is not beyond doubt',
  gender_differs: 'the genders differ, so the hit is not beyond doubt',
  gender_form: 'a name is the form of the other gender, so the hit is not beyond doubt',
  partial_name: 'the family name agrees, and the rest of the name is initials or missing: a possible hit',
};

/** The explanation of a score in sentences, the most important first. */
export function explain(hit: Omit<ScreeningHit, 'words'>): string[] {
  const { parts, unmatched, qualifiers, caps, matched } = hit;
  return [
    ...(matched ? [`"${matched.query}" and "${matched.listed}": ${hit.name_score.toFixed(2)}`] : []),
    ...parts.map(
      ({ query, listed, similarity, why }) => `${query} ~ ${listed}: ${reason(why)}, ${similarity.toFixed(2)}`,
    ),
    ...unmatched.query.map((part) => `${part}: only in the query`),
    ...unmatched.listed.map((part) => `${part}: only in the list`),
    ...qualifiers.map(sentence),
    ...caps.map((cap) => CAPS[cap]),
    `score ${hit.score.toFixed(2)}; a hit from ${hit.thresholds.hit.toFixed(2)}, beyond doubt from ${hit.thresholds.match.toFixed(2)}`,
  ];
}

function reason(why: string): string {
  const edits = /^edit (\d+)$/.exec(why)?.[1];
  if (edits) return edits === '1' ? '1 letter differs' : `${edits} letters differ`;
  return REASONS[why] ?? why;
}

function sentence({ fact, query, listed, change }: Qualifier): string {
  const sign = change < 0 ? `−${Math.abs(change).toFixed(2)}` : `+${change.toFixed(2)}`;
  if (fact === 'number') return `number ${query}, listed ${listed}: equal`;
  if (fact === 'birth') return `born ${query}, listed ${listed}: ${sign}`;
  if (fact === 'country') return `countries ${query}, listed ${listed}: ${sign}`;
  if (fact === 'gender') return `${query}, listed ${listed}: ${sign}`;
  return `the weak alias "${listed}" agrees, too: ${sign}`;
}
