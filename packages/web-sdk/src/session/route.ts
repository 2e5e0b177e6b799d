import { canFilm } from '../capture/recording.ts';
import { canOpenWallet, walletLinkHere } from '../capture/wallets.ts';
import {
  type AnyStep,
  type ChosenDocument,
  offerOf,
  type Part,
  type Plan,
  partsOfOffer,
  planOf,
  type StepUpOffer,
  workflowPart,
} from '../flow/plan.ts';
import type { Retry } from '../flow/state.ts';
import type { Settings } from '../options/read.ts';
import type { Step } from '../types.ts';
import type { Progress } from './progress.ts';

/** A step and its number among the steps of the options. */
interface NumberedStep {
  readonly step: Step;
  readonly number: number;
}

/**
 * The steps of the options that are left, without screens that they disable. Typed data are asked for again: nothing stores
 * them.
 */
function stepsOf({ steps, options }: Settings, done: number): NumberedStep[] {
  const { disableWelcomeScreen, disableCompleteScreen } = options;
  const hidden = (type: string) =>
    (type === 'welcome' && disableWelcomeScreen) || (type === 'complete' && disableCompleteScreen);
  return steps
    .map((step, number) => ({ step, number }))
    .filter(({ step: { type }, number }) => !hidden(type) && (number >= done || type === 'data'));
}

/** A document part whose front is uploaded already. It continues with photos, even if its wallet comes first. */
function withFront(part: Part, front: ChosenDocument): Part {
  if (part.kind !== 'document' || !part.choices.some(({ key }) => key === front.choice)) return part;
  const { wallet: _, ...photos } = part;
  return { ...photos, front };
}

/** The steps of a session. A workflow run replaces the steps ahead with its tasks, one by one. */
export class Route {
  steps: readonly AnyStep[];
  plan: Plan;
  /** The retry of the present task of a workflow run. */
  retry: Retry | null = null;
  /** Steps that follow the tasks of a workflow run. */
  readonly #farewell: readonly AnyStep[];
  /** Numbers of the steps among the steps of the options. */
  readonly #numbers: readonly number[];

  readonly #partsOf: (steps: readonly AnyStep[]) => Plan;

  /** @param progress of the steps before the page was loaded again */
  constructor(settings: Settings, progress?: Progress) {
    const record = canFilm(settings.testMode !== null);
    this.#partsOf = (steps) =>
      planOf(steps, { record, wallet: canOpenWallet(), isoWallet: canOpenWallet(true), link: walletLinkHere() });
    const left = stepsOf(settings, progress?.step ?? 0);
    const steps = left.map(({ step }) => step);
    this.#numbers = left.map(({ number }) => number);
    this.steps = steps;
    const front = progress?.front;
    this.plan = this.#partsOf(steps).map((part, i) =>
      front && this.#numbers[i] === progress.step ? withFront(part, front) : part,
    );
    this.#farewell = settings.run === null ? [] : steps.filter(({ type }) => type === 'complete');
    if (settings.run !== null)
      this.plan = this.plan.toSpliced(this.plan.length - this.#farewell.length, 0, workflowPart);
  }

  /** The number of a step among the steps of the options. */
  numberOf(step: number): number {
    return this.#numbers[step] ?? 0;
  }

  /**
   * Puts the capture of an offer behind a step, in place of one that was chosen before; null removes that.
   *
   * @param at number of the step
   */
  offer(at: number, stepUp: StepUpOffer | null): void {
    const before = offerOf(this.plan[at + 1]) ? 2 : 0;
    const parts = stepUp ? partsOfOffer(stepUp) : [];
    this.plan = this.plan.toSpliced(at + 1, before, ...parts);
    this.steps = this.steps.toSpliced(at + 1, before, ...parts.map(() => ({ type: 'stepUp' }) as const));
  }

  /**
   * Puts the task of a workflow run in the place of the steps ahead.
   *
   * @param done number of steps before the steps ahead
   */
  replan(done: number, task: AnyStep | null, retry: Retry | null): void {
    const tasks = task ? [task] : [];
    const farewell = this.#farewell;
    this.retry = retry;
    this.steps = [...this.steps.slice(0, done), ...tasks, ...farewell];
    const ahead = task ? [...this.#partsOf(tasks), workflowPart] : [];
    this.plan = [...this.plan.slice(0, done), ...ahead, ...this.#partsOf(farewell)];
  }
}
