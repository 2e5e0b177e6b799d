import { DAY_MS } from '../base/clock.ts';

/** Days over which the demo spreads its checks. */
const DAYS = 30;

/** The relative number of checks for each day of the week, Sunday first. */
const busy = [2, 7, 8, 6, 9, 6, 3];

/** Hours between two rounds of checks of a day. */
const APART_HOURS = 3;

/** Checks of a round at most, which are made side by side. */
const ROUND = 4;

/** Checks with a document that fall on one day together: the service analyses two at once. */
const TOGETHER = 2;

/** The checks of one day of the past. */
export interface FilledDay {
  /** The age of the day's first checks, in seconds. */
  readonly agoSeconds: number;
  /** Numbers of the checks of the sandbox, grouped by round. */
  readonly sandbox: readonly (readonly number[])[];
  /** Numbers of the live checks, which follow. Checks with a document come first. */
  readonly live: readonly number[];
}

/** Spreads `count` numbers, from 0 on, over days in the proportion of their weights. */
function spread(count: number, weights: readonly number[]): number[][] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const ends = weights.map((_, day) => weights.slice(0, day + 1).reduce((sum, weight) => sum + weight, 0) / all);
  const days: number[][] = weights.map(() => []);
  for (let index = 0; index < count; index++) {
    const day = ends.findIndex((end) => (index + 0.5) / count <= end);
    days[day === -1 ? days.length - 1 : day]?.push(index);
  }
  return days;
}

/**
 * The days that the demo fills, the earliest first. The live queue is what a team has not come to: most live checks are of the last days.
 * @param now Unix milliseconds
 * @param hasDocument whether the live check of this number has a document
 */
export function filledDays(
  now: number,
  counts: Readonly<Record<'sandbox' | 'live', number>>,
  hasDocument: (live: number) => boolean,
): FilledDay[] {
  const ago = Array.from({ length: DAYS }, (_, index) => DAYS - 1 - index);
  const weights = ago.map((days) => busy[new Date(now - days * DAY_MS).getUTCDay()] as number);
  const sandbox = spread(counts.sandbox, weights);
  const liveWeights = weights.map((weight, index) => weight * (DAYS - index <= 4 ? 5 : 1));
  const numbers = Array.from({ length: counts.live }, (_, index) => index);
  const documents = numbers.filter(hasDocument);
  const others = numbers.filter((number) => !hasDocument(number));
  const documentDays = spread(Math.ceil(documents.length / TOGETHER), liveWeights).map((groups) =>
    groups.flatMap((group) => documents.slice(group * TOGETHER, (group + 1) * TOGETHER)),
  );
  const otherDays = spread(others.length, liveWeights).map((places) => places.map((place) => others[place] as number));
  return ago.map((days, index) => {
    const all = sandbox[index] as number[];
    const rounds = Array.from({ length: Math.ceil(all.length / ROUND) }, (_, nth) =>
      all.slice(nth * ROUND, (nth + 1) * ROUND),
    );
    const agoSeconds = days * (DAY_MS / 1000) + secondsOf(rounds.length + 1);
    return { agoSeconds, sandbox: rounds, live: [...(documentDays[index] ?? []), ...(otherDays[index] ?? [])] };
  });
}

/** Seconds that so many rounds of a day take, with the time between them. */
export const secondsOf = (rounds: number): number => rounds * APART_HOURS * 3600;
