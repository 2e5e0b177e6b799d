import { canOpenWallet } from '../capture/wallets.ts';
import { type AnyStep, isStep } from '../flow/plan.ts';
import type { EndReason, FlowEvent, Retry } from '../flow/state.ts';
import type { NotFilled } from '../kit.ts';
import type { Settings } from '../options/read.ts';
import { readSteps } from '../options/steps.ts';
import { SdkProblem } from '../problems.ts';
import type { Step } from '../types.ts';
import { readAnswer } from '../upload/answers.ts';
import { type Reply, Unsent } from '../upload/send.ts';
import type { Uploader } from '../upload/uploader.ts';
import { makeBiometrics } from './biometrics.ts';
import { loadWorkflow } from './lazy.ts';
import type { Completed, Next, RunConnection } from './workflow.ts';

export interface RunnerOptions {
  settings(): Settings;
  readonly uploader: Uploader;
  /** The step that was started on the computer, with its choices; set on a phone only. */
  readonly begun?: Step | undefined;
  /** Replaces the remaining steps by a step; null if nothing is left to do. `retry` is null at a first attempt. */
  replan(step: AnyStep | null, retry: Retry | null): void;
  send(event: FlowEvent): void;
  fail(error: unknown): void;
}

type Workflow = Awaited<ReturnType<typeof loadWorkflow>>;

const endOf = (reply: Reply): EndReason => {
  const { event } = readAnswer(reply);
  return event.type === 'end' ? event.what : 'failed';
};

export type Runner = ReturnType<typeof makeRunner>;

/** Follows a workflow run: completes its tasks with the captures, and gets the next ones. */
export function makeRunner({ settings, uploader, replan, send, fail, ...context }: RunnerOptions) {
  let { begun } = context;
  const biometrics = makeBiometrics(() => settings().options);
  /** The task that the applicant is at, and its captures. */
  let task: string | null = null;
  let media: { id: string }[] = [];

  async function withConnection<T>(work: (workflow: Workflow, run: RunConnection) => Promise<T>): Promise<T> {
    const connection = uploader.connect();
    const workflow = await loadWorkflow().catch(() => {
      throw new Unsent('connection');
    });
    // The applicant may have left by the time it is loaded.
    connection.signal.throwIfAborted();
    return work(workflow, {
      runId: settings().run as string,
      connection,
      endOf,
      hasWallet: canOpenWallet(),
      biometrics: biometrics.note,
    });
  }

  /** Reports a failed request; nothing where it was aborted. */
  function reportFailure(error: unknown): void {
    if (error instanceof Unsent) send({ type: 'unsent', what: error.what });
    else if (!(error instanceof DOMException)) fail(error);
  }

  function validated(step: AnyStep): AnyStep {
    if (!isStep(step)) return step;
    const chosen = begun?.type === step.type ? begun : step;
    begun = undefined;
    return readSteps([chosen])[0] as Step;
  }

  function enter(next: Next | Exclude<Completed, { what: 'wrong' | 'completed' }>): void {
    if (next.what === 'end') send({ type: 'end', what: next.reason });
    else if (next.what === 'refused') fail(new SdkProblem(next.type, next.message));
    else {
      task = next.what === 'task' ? next.id : null;
      media = [];
      if (next.what === 'task') replan(validated(next.step), next.retry);
      else replan(null, null);
    }
  }

  async function finish(workflow: Workflow, run: RunConnection, data: object): Promise<Completed> {
    const result = task === null ? ({ what: 'completed' } as const) : await workflow.complete(run, task, data);
    if (result.what === 'completed') {
      task = null;
      media = [];
    }
    return result;
  }

  return {
    /** Media that the service has, for the present task. */
    captured(id: string): void {
      media.push({ id });
    },

    /** Completes the task with its captures, and gets the next; the plan grows, or the flow ends. */
    async advance(): Promise<void> {
      try {
        await withConnection(async (workflow, run) => {
          const result = media.length > 0 ? await finish(workflow, run, media) : undefined;
          if (result?.what === 'end' || result?.what === 'refused') enter(result);
          else enter(await workflow.ask(run));
        });
      } catch (error) {
        reportFailure(error);
      }
    },

    /** Completes the task with typed data; returns what prevents that, else null. */
    async fill(data: object): Promise<NotFilled | null> {
      try {
        const result = await withConnection((workflow, run) => finish(workflow, run, data));
        if (result.what === 'completed') return null;
        if (result.what === 'wrong') return { fields: result.fields };
        enter(result);
      } catch (error) {
        if (error instanceof Unsent) return { unsent: error.what };
        reportFailure(error);
      }
      return { fields: [] };
    },

    /**
     * Looks before the applicant begins whether the run can be followed, so that a wrong id ends the flow at once. A failed
     * connection says nothing: the first task is asked for later.
     */
    async check(): Promise<void> {
      await withConnection(async (workflow, run) => {
        const next = await workflow.readRun(run);
        if (next.what === 'end' || next.what === 'refused') enter(next);
      }).catch(() => {});
    },

    /** Looks whether the task is still open: a phone, or the link of the run, may have completed it meanwhile. */
    async refresh(otherwise?: FlowEvent): Promise<void> {
      try {
        await withConnection(async (workflow, run) => {
          const next = await workflow.readRun(run);
          if (next.what !== 'wait' && !(next.what === 'task' && next.id === task)) enter(next);
          else if (otherwise) send(otherwise);
        });
      } catch (error) {
        if (otherwise) reportFailure(error);
      }
    },
  };
}
