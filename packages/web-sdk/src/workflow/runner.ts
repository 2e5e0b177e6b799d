import type { EndReason, FlowEvent } from '../flow/state.ts';
import type { NotFilled } from '../kit.ts';
import type { Settings } from '../options/read.ts';
import { readSteps } from '../options/steps.ts';
import { SdkProblem } from '../problems.ts';
import type { ProfileData, Step } from '../types.ts';
import { readAnswer } from '../upload/answers.ts';
import { type Reply, Unsent } from '../upload/send.ts';
import type { Courier } from '../upload/uploader.ts';
import { loadWorkflow } from './lazy.ts';
import type { Asked, Completed, Next } from './workflow.ts';

export interface RunnerOptions {
  settings(): Settings;
  readonly courier: Courier;
  /** On a phone the step that was begun on the computer, with what was chosen there. */
  readonly begun?: Step | undefined;
  /** Puts a step in the place of what comes next; null: nothing is left to do. */
  replan(step: Step | null): void;
  send(event: FlowEvent): void;
  fail(error: unknown): void;
}

export type Runner = ReturnType<typeof makeRunner>;

type Workflow = Awaited<ReturnType<typeof loadWorkflow>>;

const endOf = (reply: Reply): EndReason => {
  const { event } = readAnswer(reply);
  return event.type === 'end' ? event.what : 'failed';
};

/** Follows a workflow run: completes its tasks with what was captured, and asks what comes next. */
export function makeRunner({ settings, courier, replan, send, fail, ...given }: RunnerOptions) {
  let { begun } = given;
  /** The task that the applicant is at, and what was captured for it. */
  let task: string | null = null;
  let media: { id: string }[] = [];

  async function talk<T>(work: (workflow: Workflow, asked: Asked) => Promise<T>): Promise<T> {
    const line = courier.line();
    const workflow = await loadWorkflow().catch(() => {
      throw new Unsent('connection');
    });
    // Nobody may be waiting by the time it is loaded.
    line.signal.throwIfAborted();
    return work(workflow, { run: settings().run as string, line, endOf });
  }

  /** Says what went wrong with a talk; nothing where it was given up. */
  function lost(error: unknown): void {
    if (error instanceof Unsent) send({ type: 'unsent', what: error.what });
    else if (!(error instanceof DOMException)) fail(error);
  }

  function judged(step: Step): Step {
    const chosen = begun?.type === step.type ? begun : step;
    begun = undefined;
    return readSteps([chosen])[0] as Step;
  }

  function arrive(next: Next | Exclude<Completed, { what: 'wrong' | 'completed' }>): void {
    if (next.what === 'end') send({ type: 'end', what: next.reason });
    else if (next.what === 'refused') fail(new SdkProblem(next.type, next.message));
    else {
      task = next.what === 'task' ? next.id : null;
      media = [];
      replan(next.what === 'task' ? judged(next.step) : null);
    }
  }

  async function finish(workflow: Workflow, asked: Asked, data: object): Promise<Completed> {
    const came = task === null ? ({ what: 'completed' } as const) : await workflow.complete(asked, task, data);
    if (came.what === 'completed') {
      task = null;
      media = [];
    }
    return came;
  }

  return {
    /** Media that the service has, for the present task. */
    captured(id: string): void {
      media.push({ id });
    },

    /** Completes the task with what was captured for it, and asks for the next; the plan grows, or the flow ends. */
    async advance(): Promise<void> {
      try {
        await talk(async (workflow, asked) => {
          const came = media.length > 0 ? await finish(workflow, asked, media) : undefined;
          if (came?.what === 'end' || came?.what === 'refused') arrive(came);
          else arrive(await workflow.ask(asked));
        });
      } catch (error) {
        lost(error);
      }
    },

    /** Completes the task with what was typed; answers what keeps it from that. */
    async fill(data: ProfileData): Promise<NotFilled | null> {
      try {
        const came = await talk((workflow, asked) => finish(workflow, asked, data));
        if (came.what === 'completed') return null;
        if (came.what === 'wrong') return { fields: came.fields };
        arrive(came);
      } catch (error) {
        if (error instanceof Unsent) return { unsent: error.what };
        lost(error);
      }
      return { fields: [] };
    },

    /** Whether the task is still to be done here: a phone, or the link of the run, may have done it meanwhile. */
    async refresh(otherwise?: FlowEvent): Promise<void> {
      try {
        await talk(async (workflow, asked) => {
          const next = await workflow.look(asked);
          if (next.what !== 'wait' && !(next.what === 'task' && next.id === task)) arrive(next);
          else if (otherwise) send(otherwise);
        });
      } catch (error) {
        if (otherwise) lost(error);
      }
    },
  };
}
