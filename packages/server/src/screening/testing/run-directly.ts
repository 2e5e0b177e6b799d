import { AnalysisFailed } from '../../analysis/analyser.ts';
import type { RunTask } from '../run-task.ts';
import { tasks } from '../tasks.ts';

/** Runs a task in the process of the test: a process of its own takes a quarter of a second of a processor. */
export const runDirectly: RunTask = async (name, input, { signal }) => {
  const result = await (tasks as unknown as Record<string, (input: object) => Promise<unknown>>)[name]?.(input);
  if (signal?.aborted) throw new AnalysisFailed('stopped', `The task ${name} was stopped`);
  return result;
};
