import { canFilm } from '../capture/recording.ts';
import { canOpenWallet, walletLinkHere } from '../capture/wallets.ts';
import {
  type AnyStep,
  offerOf,
  type Plan,
  partsOfOffer,
  planOf,
  type StepUpOffer,
  workflowPart,
} from '../flow/plan.ts';
import type { Retry } from '../flow/state.ts';
import type { Settings } from '../options/read.ts';
import type { Step } from '../types.ts';

/** The steps of the options, without screens that they disable. */
function stepsOf({ steps, options }: Settings): Step[] {
  const { disableWelcomeScreen, disableCompleteScreen } = options;
  const hidden = (type: string) =>
    (type === 'welcome' && disableWelcomeScreen) || (type === 'complete' && disableCompleteScreen);
  return steps.filter(({ type }) => !hidden(type));
}

const partsOf = (steps: readonly AnyStep[]): Plan =>
  planOf(steps, { record: canFilm(), wallet: canOpenWallet(), link: walletLinkHere() });

/** The steps of a session. A workflow run replaces the steps ahead with its tasks, one by one. */
export class Route {
  steps: readonly AnyStep[];
  plan: Plan;
  /** The retry of the present task of a workflow run. */
  retry: Retry | null = null;
  /** Steps that follow the tasks of a workflow run. */
  readonly #farewell: readonly AnyStep[];

  constructor(settings: Settings) {
    const steps = stepsOf(settings);
    this.steps = steps;
    this.plan = partsOf(steps);
    this.#farewell = settings.run === null ? [] : steps.filter(({ type }) => type === 'complete');
    if (settings.run !== null)
      this.plan = this.plan.toSpliced(this.plan.length - this.#farewell.length, 0, workflowPart);
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
    const ahead = task ? [...partsOf(tasks), workflowPart] : [];
    this.plan = [...this.plan.slice(0, done), ...ahead, ...partsOf(farewell)];
  }
}
