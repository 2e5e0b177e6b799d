/** A count and its total. */
interface Share {
  readonly right: number;
  readonly of: number;
}

/** Counts of `npm run eval -- --only screening` at a threshold. */
export interface ScreeningFigures {
  /** The threshold. */
  readonly at: number;
  /** People of the list of the United Nations that are found by name, as listed or altered. */
  readonly listed_by_name: Share;
  /** Hits on listed people whose names are altered. */
  readonly listed_by_altered_name: Share;
  /** Invented people that are hits among people of the United Nations and the US Treasury. */
  readonly invented_by_name: Share;
  readonly invented_with_birth_date: Share;
}

const LISTED = 442;
const ALTERED = 92;
const INVENTED = 1000;

const figures = (
  at: number,
  [listed, altered, byName, withBirthDate]: readonly [number, number, number, number],
): ScreeningFigures => ({
  at,
  listed_by_name: { right: listed, of: LISTED },
  listed_by_altered_name: { right: altered, of: ALTERED },
  invented_by_name: { right: byName, of: INVENTED },
  invented_with_birth_date: { right: withBirthDate, of: INVENTED },
});

/**
 * The lines "at 0.65" to "at 0.95" of `npm run eval -- --only screening`, as on 23 November 2026. Its lists and names are not part
 * of the repository. Run it again after a change of the matching, and write its
 * figures here and into `docs/guides/screening.md`.
 */
const MEASURED: readonly ScreeningFigures[] = [
  figures(0.65, [442, 92, 15, 2]),
  figures(0.7, [442, 92, 5, 1]),
  figures(0.75, [442, 92, 2, 0]),
  figures(0.8, [441, 91, 2, 0]),
  figures(0.85, [439, 89, 2, 0]),
  figures(0.9, [438, 88, 1, 0]),
  figures(0.95, [435, 85, 0, 0]),
];

/** Counts at the measured threshold that is nearest to the given one. */
export function figuresAt(threshold: number): ScreeningFigures {
  return MEASURED.reduce((best, figure) =>
    Math.abs(figure.at - threshold) < Math.abs(best.at - threshold) ? figure : best,
  );
}
