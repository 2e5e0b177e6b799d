import {
  AUDIT_RISK,
  AUDIT_SHARE,
  type ClassHistory,
  permits,
  reviewedUntil,
  withReview,
} from '../../packages/server/src/checks/automation/rule.ts';
import { type Random, randomOf } from './forgeries/random.ts';
import { interval95 } from './interval.ts';
import type { Measurement, Subject } from './measurement.ts';

const SEED = 'audited automation';

/** Simulated accounts of each setting. */
const RUNS = 100;
const REPORTS_A_DAY = 20;
const DAYS = 360;

/** Behaviour of the forgers and the reviewers of a simulated account with one class. */
interface World {
  /** Share of forged documents, by day. */
  readonly prevalence: (day: number) => number;
  /** Share of forged documents that a reviewer finds. */
  readonly sensitivity: number;
}

interface Outcome {
  readonly reports: number;
  readonly reviewed: number;
  readonly cleared: number;
  /** Forged documents that the class cleared, and those among them that a reviewer would have found. */
  readonly forged: number;
  readonly visible: number;
  readonly allForged: number;
  readonly opened: boolean;
  /** Visible forgeries that were cleared from the beginning of the attack until the class first closed. */
  readonly beforeClosing: number;
}

/**
 * Simulates a class by the rules of the service. Reviewers clear every sound document: what they refuse wrongly closes a class more
 * often, and forges nothing.
 */
function simulate(random: Random, { prevalence, sensitivity }: World, attackFrom = Number.POSITIVE_INFINITY): Outcome {
  let history: ClassHistory = { state: 'closed', days: [] };
  let [reviewed, cleared, forged, visible, allForged, beforeClosing] = [0, 0, 0, 0, 0, 0];
  let [opened, hasClosed] = [false, false];
  for (let day = 0; day < DAYS; day++) {
    // Reviews end to count with the day.
    if (history.state === 'open' && !permits(reviewedUntil(history, day))) history = { ...history, state: 'closed' };
    for (let i = 0; i < REPORTS_A_DAY; i++) {
      const isForged = random() < prevalence(day);
      const isVisible = isForged && random() < sensitivity;
      allForged += Number(isForged);
      if (history.state === 'open' && random() >= AUDIT_SHARE) {
        cleared += 1;
        forged += Number(isForged);
        visible += Number(isVisible);
        if (day >= attackFrom && !hasClosed) beforeClosing += Number(isVisible);
        continue;
      }
      reviewed += 1;
      history = withReview(history, day, isVisible);
      opened ||= history.state === 'open';
      hasClosed ||= day >= attackFrom && isVisible;
    }
  }
  return { reports: DAYS * REPORTS_A_DAY, reviewed, cleared, forged, visible, allForged, opened, beforeClosing };
}

const sum = (outcomes: readonly Outcome[], count: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + count(outcome), 0);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function repeated(random: Random, world: World, attackFrom?: number): Outcome[] {
  return Array.from({ length: RUNS }, () => simulate(random, world, attackFrom));
}

/**
 * Rows of one constant prevalence. Where reviewers would refuse more than 2 %, a class opens by luck in at most one of twenty accounts.
 * Elsewhere the cleared reports keep the bound.
 */
function constant(random: Random, share: number, sensitivity: number): Measurement[] {
  const outcomes = repeated(random, { prevalence: () => share, sensitivity });
  const name = `${percent(share)} forged, reviewers see ${percent(sensitivity)}`;
  const counted = (count: (outcome: Outcome) => number) => sum(outcomes, count);
  const cleared = counted((one) => one.cleared);
  const visible = counted((one) => one.visible);
  const opened = outcomes.filter((one) => one.opened).length;
  const isOver = share * sensitivity > AUDIT_RISK;
  const bounded = { target: `≤ ${percent(AUDIT_RISK)}`, met: interval95(visible, cleared)[0] <= AUDIT_RISK };
  return [
    {
      what: `${name}: accounts whose class opened`,
      right: opened,
      of: RUNS,
      ...(isOver && { target: '≤ 5 %', met: opened <= 0.05 * RUNS }),
    },
    {
      what: `${name}: reports that reviewers decided`,
      right: counted((one) => one.reviewed),
      of: counted((one) => one.reports),
    },
    { what: `${name}: visible forgeries among cleared`, right: visible, of: cleared, ...(!isOver && bounded) },
    { what: `${name}: all forgeries among cleared`, right: counted((one) => one.forged), of: cleared },
    {
      what: `${name}: forgeries that the class cleared`,
      right: counted((one) => one.forged),
      of: counted((one) => one.allForged),
    },
  ].filter(({ of }) => of > 0);
}

/** An attacker who waits until the class is open, then sends forgeries as half of its reports. */
function switching(random: Random, sensitivity: number): Measurement {
  const from = 60;
  const outcomes = repeated(random, { prevalence: (day) => (day < from ? 0 : 0.5), sensitivity }, from);
  const mean = sum(outcomes, (one) => one.beforeClosing) / RUNS;
  return {
    what: `attacker enters an open class, reviewers see ${percent(sensitivity)}: visible forgeries cleared until it closes`,
    figure: `${mean.toFixed(1)} on average, ${Math.max(...outcomes.map((one) => one.beforeClosing))} at most`,
  };
}

/**
 * Audited automation, simulated by the rules that decide: classes with sound and forged documents, and reviewers who find a share of the
 * forged ones. The last rows are forgeries that no reviewer sees: the class clears them.
 */
export const audit: Subject = {
  name: 'audit',
  async measure() {
    const random = randomOf(SEED);
    const rows = [0.001, 0.005, 0.01, 0.02, 0.05].flatMap((share) =>
      [0.6, 0.95].flatMap((sensitivity) => constant(random, share, sensitivity)),
    );
    const attacks = [0.6, 0.95].map((sensitivity) => switching(random, sensitivity));
    return [...rows, ...attacks, ...constant(random, 0.05, 0)];
  },
};
