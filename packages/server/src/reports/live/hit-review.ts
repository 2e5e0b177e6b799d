import { birthText, versionText } from './listed-person.ts';
import type { ScreenedHit, Screening } from './screening.ts';

/**
 * Points of a hit that a reviewer compares, in the order that the US Treasury recommends for its lists (OFAC FAQ 5): kind of
 * list, kind of party, the whole name or one part of it, birth date, nationality, place; then the applicant is asked.
 */
export const reviewSteps = ['list', 'party', 'name', 'birth_date', 'nationality', 'place', 'ask_applicant'] as const;

interface ReviewStep {
  readonly step: (typeof reviewSteps)[number];
  /** Known values of the applicant. */
  readonly applicant: readonly string[];
  /** Values on the list. */
  readonly listed: readonly string[];
}

const SEARCHED = 'person';

/** A hit beside the applicant, step by step. Personal data. */
export function reviewOf(
  { query, lists }: Pick<Screening, 'query' | 'lists'>,
  { list, version_id, record }: ScreenedHit,
) {
  const version = lists.find((list) => list.version_id === version_id);
  const known: Record<(typeof reviewSteps)[number], Omit<ReviewStep, 'step'>> = {
    list: {
      applicant: [],
      listed: [version ? versionText(version) : list, ...record.categories, ...record.programmes],
    },
    party: { applicant: [SEARCHED], listed: [record.kind] },
    name: {
      applicant: query.names.map(({ first, last, full }) => full ?? [first, last].filter(Boolean).join(' ')),
      listed: record.names.map(({ full }) => full),
    },
    birth_date: { applicant: query.births ?? [], listed: record.births.map(birthText) },
    nationality: { applicant: query.nationalities ?? [], listed: record.nationalities },
    place: {
      applicant: query.countries ?? [],
      listed: [
        ...record.birth_places,
        ...record.countries,
        ...record.addresses.map(({ line, town, state, postcode, country }) =>
          [line, town, state, postcode, country].filter(Boolean).join(', '),
        ),
      ],
    },
    ask_applicant: { applicant: [], listed: [] },
  };
  return reviewSteps.map((step): ReviewStep => ({ step, ...known[step] }));
}
