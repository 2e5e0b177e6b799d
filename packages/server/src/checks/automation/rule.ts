/** Most overturned decisions among a hundred that an open class may have, with 95 % confidence: 2 %. */
export const AUDIT_RISK = 0.02;
/** Share of the reports of an open class that reviewers still decide. */
export const AUDIT_SHARE = 0.1;
/** Days for which a review counts. */
export const WINDOW_DAYS = 180;
const CONFIDENCE = 0.95;
/**
 * Reviews without an overturned one after which a class opens: the fewest for which the upper bound of `boundOf` is at most `AUDIT_RISK`
 * (0.05^(1/n) ≥ 0.98).
 */
export const REVIEWS_NEEDED = 149;

/** Reviews of a class on one day. */
export interface ReviewDay {
  /** Days since 1970-01-01 in UTC. */
  readonly day: number;
  readonly reviewed: number;
  /** Reviews that did not clear the report. */
  readonly overturned: number;
  /** Reviews since the last overturned one. */
  readonly inARow: number;
}

/** A class is `closed` until it has enough reviews, and again after an overturned one. */
export interface ClassHistory {
  readonly state: 'open' | 'closed';
  /** Days with reviews, the earliest first. */
  readonly days: readonly ReviewDay[];
}

/** Sums of the reviews that count on a day. */
export interface Reviewed {
  readonly reviewed: number;
  readonly overturned: number;
  readonly inARow: number;
}

const isWithin = (today: number) => (one: ReviewDay) => one.day > today - WINDOW_DAYS;

/** Sums the reviews of the last 180 days. */
export function reviewedUntil({ days }: Pick<ClassHistory, 'days'>, today: number): Reviewed {
  const sum = (count: (day: ReviewDay) => number) =>
    days.filter(isWithin(today)).reduce((total, day) => total + count(day), 0);
  return {
    reviewed: sum(({ reviewed }) => reviewed),
    overturned: sum(({ overturned }) => overturned),
    inARow: sum(({ inARow }) => inARow),
  };
}

/**
 * Upper bound of the share of overturned reviews, 0 to 1, one-sided with 95 % confidence (C. J. Clopper and E. S. Pearson, "The use of
 * confidence or fiducial limits illustrated in the case of the binomial", 1934): the share at which so few would be overturned in one
 * of twenty samples.
 */
export function boundOf({ overturned, reviewed }: Pick<Reviewed, 'overturned' | 'reviewed'>): number {
  if (overturned >= reviewed) return 1;
  let [low, high] = [overturned / reviewed, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (atMost(overturned, reviewed, middle) > 1 - CONFIDENCE) low = middle;
    else high = middle;
  }
  return high;
}

/** Probability of at most `k` of `n` events, each with the probability `p` below 1. */
function atMost(k: number, n: number, p: number): number {
  let term = n * Math.log1p(-p);
  let sum = Math.exp(term);
  for (let i = 1; i <= k; i++) {
    term += Math.log(((n - i + 1) / i) * (p / (1 - p)));
    sum += Math.exp(term);
  }
  return sum;
}

/**
 * Returns whether the reviews of the last 180 days permit that a class is open: 149 in a row without an overturned one, and the bound of
 * all of them at most 2 %.
 */
export function permits(reviews: Reviewed): boolean {
  return reviews.inARow >= REVIEWS_NEEDED && boundOf(reviews) <= AUDIT_RISK;
}

/**
 * Returns the history with one more review. An overturned one closes the class, and the count to 149 begins again. A class whose earlier
 * reviews no longer count closes, too.
 */
export function withReview({ days }: Pick<ClassHistory, 'days'>, today: number, overturned: boolean): ClassHistory {
  const { earlier, counts } = upTo(days, today);
  const after = { ...counts, reviewed: counts.reviewed + 1, inARow: counts.inARow + 1 };
  if (overturned) return closed([...earlier, { ...after, overturned: after.overturned + 1 }]);
  const all = [...earlier, after];
  return { state: permits(reviewedUntil({ days: all }, today)) ? 'open' : 'closed', days: all };
}

/** Returns the history once a review that cleared its report, and was counted, is overturned. The class closes. */
export function withOverturnedReview({ days }: Pick<ClassHistory, 'days'>, today: number): ClassHistory {
  const { earlier, counts } = upTo(days, today);
  return closed([...earlier, { ...counts, overturned: counts.overturned + 1 }]);
}

const closed = (days: readonly ReviewDay[]): ClassHistory => ({
  state: 'closed',
  days: days.map((one) => ({ ...one, inARow: 0 })),
});

/** The days within the window before the last one, and the counts of the current day. Days never go back. */
function upTo(days: readonly ReviewDay[], today: number): { earlier: ReviewDay[]; counts: ReviewDay } {
  const last = days.at(-1);
  if (last === undefined || last.day < today) {
    const counts = { day: today, reviewed: 0, overturned: 0, inARow: 0 };
    return { earlier: days.filter(isWithin(today)), counts };
  }
  return { earlier: days.slice(0, -1).filter(isWithin(today)), counts: last };
}
