import type { Ctx } from '../../context/ctx.ts';
import type { ScopedTx } from '../../store/store.ts';
import { stepKind } from '../steps/index.ts';
import type { BegunStep, TaskPlace } from '../steps/kind.ts';
import type { TaskStep } from '../workflow.ts';
import { type Run, stepOf } from './run.ts';

/** Begins a step: writes its task and starts the work of the service. The transaction has locked the applicant and the run. */
export async function beginStep(ctx: Ctx, tx: ScopedTx, run: Run, place: TaskPlace): Promise<BegunStep> {
  const step = stepOf(run, place) as TaskStep;
  return stepKind(step).begin(ctx, tx, run, { place, step });
}
