import { type Tracing, traced } from '../tracing/tracing.ts';
import type { Analyser } from './analyser.ts';

/** Traces every analysis, with the time that it waits for a process. */
export function tracedAnalyser(analyser: Analyser, tracing: Tracing): Analyser {
  return {
    run: (name, input, options) => traced(tracing, `analysis ${name}`, {}, () => analyser.run(name, input, options)),
    close: () => analyser.close(),
  };
}
