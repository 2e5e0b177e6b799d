import type { ListedRecord, QueryName } from '@bonafide/verification';
import type { Measurement } from '../measurement.ts';
import { inventedPeople } from './invented.ts';
import { loaded, THRESHOLDS } from './lists.ts';

/** Least score of a name that an account with partial names searches for. */
const LEAST = 0.3;

/** Invented people of each culture. */
const INVENTED = 50;

/** Listed people whose list says the family name, asked for by their initials or by their family name alone. */
export function measurePartialNames(records: readonly ListedRecord[]): Measurement[] {
  const people = records.filter(
    ({ kind, names }) => kind === 'person' && /^[^,]{3,},\s*\p{L}{2,}/u.test(names[0]!.full),
  );
  const split = people.map((record) => {
    const [last, first] = record.names[0]!.full.split(/,\s*/) as [string, string];
    return { record, first, last };
  });
  const found = (
    what: string,
    partial_names: 'off' | 'initials' | 'all',
    nameOf: (each: (typeof split)[number]) => QueryName,
  ) => {
    const list = loaded(records, { ...THRESHOLDS, partial_names }, LEAST);
    const verdicts = split.map((each) => {
      const hits = list.find({ names: [nameOf(each)] });
      return hits.find(({ record }) => record === each.record)?.hit.verdict ?? 'below';
    });
    return {
      what: `${what}, found for review`,
      right: verdicts.filter((verdict) => verdict !== 'below').length,
      of: verdicts.length,
    };
  };
  const initials = ({ first, last }: (typeof split)[number]): QueryName => ({ first: `${first[0]}.`, last });
  const alone = ({ last }: (typeof split)[number]): QueryName => ({ full: last });
  const inReview = found('a first name as initial, screening_partial_names=initials', 'initials', initials);
  return [
    found('a first name as initial, screening_partial_names=off', 'off', initials),
    { ...inReview, target: '≥ 90 %', met: inReview.right >= 0.9 * inReview.of },
    found('a family name alone, screening_partial_names=all', 'all', alone),
    listedInitials(split),
    inventedHits(records),
  ];
}

/** The same people, listed with an initial and asked for by their whole name. */
function listedInitials(
  people: readonly { readonly record: ListedRecord; readonly first: string; readonly last: string }[],
): Measurement {
  const records = people.map(({ record, first, last }) => ({
    ...record,
    names: [{ ...record.names[0]!, full: `${last}, ${first[0]}.`, family: last, given: `${first[0]}.` }],
  }));
  const list = loaded(records, { ...THRESHOLDS, partial_names: 'initials' }, LEAST);
  const found = people.filter(({ first, last }, i) =>
    list.find({ names: [{ first, last }] }).some(({ record, hit }) => record === records[i] && hit.verdict !== 'below'),
  );
  return {
    what: 'a listed initial, asked for by the whole name, screening_partial_names=initials',
    right: found.length,
    of: people.length,
  };
}

/** Invented people with initials who are hits: what the setting costs reviewers. */
function inventedHits(records: readonly ListedRecord[]): Measurement {
  const list = loaded(records, { ...THRESHOLDS, partial_names: 'initials' }, LEAST);
  const people = inventedPeople(INVENTED).flatMap(({ query: { names } }) =>
    names.flatMap(({ first, last }) =>
      first && last && /^\p{Script=Latin}/u.test(first) ? [{ first: `${first[0]}.`, last }] : [],
    ),
  );
  const hits = people.filter((name) => list.find({ names: [name] }).some(({ hit }) => hit.verdict !== 'below'));
  return {
    what: 'invented people with an initial hit, screening_partial_names=initials',
    right: hits.length,
    of: people.length,
  };
}
