import { type Analyser, inputOf } from '../analyser.ts';
import { tasks } from '../tasks.ts';

/** Runs tasks in the process of the test: nothing protects it from them. */
export const directAnalyser: Analyser = {
  run: async (name, input) => (tasks[name] as (input: unknown) => Promise<never>)(await inputOf(input)),
  close: async () => {},
};
